import { refuse } from '#platform/http/bind.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { decideEdit } from '../../change-rules.ts';
import type { operations } from '../../contract.ts';
import { deleteFiles, filesOf } from '../file-store.ts';
import { editCheckIn, lockCheckIn } from '../store.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/check_ins/:id']>;

/**
 * Changes the content, emoji and files of an entry. The date does not change, and no email is sent (R-B2), but an
 * unsent one gets the new text (R-B6). Idempotent: repeating an edit returns the same result.
 */
export async function editEntry({ tx, id, body }: { tx: Tx; id: string; body: Body }) {
  const found = await lockCheckIn(tx, id);
  const stored = body.files || body.remove_files ? await filesOf(tx, id) : [];
  const decided = decideEdit(found, stored, body, Date.now());
  if (typeof decided === 'string') return refuse(decided);
  const { entry, removed } = decided;
  if (entry === found) return found;
  if (removed.length > 0) await deleteFiles(tx, id, removed);
  return (await editCheckIn(tx, entry)) ?? refuse('not_found');
}
