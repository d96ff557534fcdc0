import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { limits } from '../../contract.ts';
import { lockGoal, lockList, openGoals, setDeleted } from '../store.ts';

/** Restores a deleted goal at its old position, for Undo. */
export async function restoreGoal({ tx, id }: { tx: Tx; id: string }) {
  await lockList(tx);
  const found = await lockGoal(tx, id);
  if (!found) return refuse('not_found');
  if (found.deleted_at === null) return found;
  const full = (await openGoals(tx, limits.open)).length >= limits.open;
  if (full && found.completed_at === null) return refuse('too_many_goals');
  return (await setDeleted(tx, id, false)) ?? refuse('not_found');
}
