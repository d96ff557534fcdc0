import { decideDelete } from '#features/check-ins/change-rules.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { lockGoal, setDeleted } from '../store.ts';

/** Deletes a goal. It can be restored for 30 days. Idempotent: a deleted goal keeps its `deleted_at`. */
export async function deleteGoal({ tx, id, now }: { tx: Tx; id: string; now: number }) {
  const found = await lockGoal(tx, id);
  const decided = decideDelete(found, now);
  if (typeof decided === 'string') return refuse(decided);
  return decided === found ? found : ((await setDeleted(tx, id, true)) ?? refuse('not_found'));
}
