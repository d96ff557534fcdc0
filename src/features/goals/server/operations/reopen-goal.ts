import { moveCheckInToBin } from '#features/check-ins/server/operations/linked-check-in.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { limits } from '../../contract.ts';
import { lockGoal, lockList, openGoals, reopen } from '../store.ts';

/**
 * Undoes a completion (R-C3): the goal returns to its position, and its entry moves to the bin. Other tabs get the
 * deletion event, and anything added to the entry in the meantime stays restorable.
 */
export async function reopenGoal({ tx, id }: { tx: Tx; id: string }) {
  await lockList(tx);
  const found = await lockGoal(tx, id);
  if (!found) return refuse('not_found');
  if (found.deleted_at !== null) return refuse('goal_off_list');
  if (found.completed_at === null) return { goal: found, check_in: null };
  if ((await openGoals(tx, limits.open)).length >= limits.open) return refuse('too_many_goals');
  const entry = await moveCheckInToBin(tx, found.check_in_id);
  const goal = await reopen(tx, id);
  return goal ? { goal, check_in: entry } : refuse('not_found');
}
