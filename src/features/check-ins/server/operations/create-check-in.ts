import { refuse } from '#platform/http/bind.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type operations } from '../../contract.ts';
import { contentFault, dateFault, normalizeContent } from '../../rules.ts';
import { checkInById, insertCheckIn } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/check_ins']>;

/** Writes an entry; the same id again answers the entry that is there (a repeat after a lost connection). */
export async function createCheckIn(call: { tx: Tx; viewer: Viewer; body: Body; now: number }) {
  const { tx, viewer, body, now } = call;
  const at = body.created_at === undefined ? undefined : new Date(body.created_at);
  const fault = contentFault(body.content) ?? (at && dateFault(at, new Date(now)));
  if (fault) return refuse(fault);
  const files = body.files ?? [];
  if (files.length > limits.files) return refuse('too_many_files');

  const written = await insertCheckIn(tx, {
    id: body.id,
    userId: viewer.userId,
    content: normalizeContent(body.content),
    emoji: body.emoji ?? null,
    // A browser's clock may run ahead a little; the entry does not.
    createdAt: at === undefined ? null : new Date(Math.min(at.getTime(), now)).toISOString(),
    missingFiles: files.map((file) => ({ ...file, name: file.name.slice(0, limits.fileName) })),
  });
  return written ?? (await checkInById(tx, body.id)) ?? refuse('id_taken');
}
