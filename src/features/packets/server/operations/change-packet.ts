import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';
import { cleanDraft, isSameDraft, problemOf } from '../../rules.ts';
import { changeDraft, lockPackets, packetById } from '../store.ts';

type Body = BodyOf<(typeof operations)['PUT /api/packets/:id']>;

/** Replaces the draft. Idempotent: a draft that is stored already changes nothing, whatever it is based on. */
export async function changePacket({ tx, id, body }: { tx: Tx; id: string; body: Body }) {
  const draft = cleanDraft(body.draft);
  const problem = problemOf(draft);
  if (problem) return refuse(problem);
  await lockPackets(tx);
  const stored = await packetById(tx, id);
  if (!stored) return refuse('not_found');
  const { revision, updated_at } = stored;
  if (isSameDraft(stored.draft, draft)) return { id, revision, updated_at };
  if (revision !== body.revision) return refuse('packet_changed');
  return (await changeDraft(tx, id, draft)) ?? refuse('not_found');
}
