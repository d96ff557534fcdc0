import { takeBackCheckIn } from '#features/check-ins/server/operations/take-back-check-in.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { limits } from '../../contract.ts';
import { heldGoal, holdList, openGoals, reopen } from '../store.ts';

/**
 * A goal is not done after all (R-C3): it is back at its place, and its entry goes into the bin, from which other windows
 * hear that it went and where nothing that was added to it meanwhile is lost.
 */
export async function reopenGoal({ tx, id }: { tx: Tx; id: string }) {
  await holdList(tx);
  const found = await heldGoal(tx, id);
  if (!found) return refuse('not_found');
  if (found.deleted_at !== null) return refuse('goal_off_list');
  if (found.completed_at === null) return { goal: found, check_in: null };
  if ((await openGoals(tx, limits.open)).length >= limits.open) return refuse('too_many_goals');
  const entry = await takeBackCheckIn(tx, found.check_in_id);
  const goal = await reopen(tx, id);
  return goal ? { goal, check_in: entry } : refuse('not_found');
}
