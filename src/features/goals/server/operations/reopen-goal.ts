import { moveCheckInToBin } from '#features/check-ins/server/operations/linked-check-in.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { lockMails } from '#platform/mail/mailer.ts';
import { decideReopen } from '../../change-rules.ts';
import { limits } from '../../constants.ts';
import { lockGoal, lockList, openGoals, reopen } from '../store.ts';

/**
 * Undoes a completion (R-C3): the goal returns to its position, and its entry moves to the bin. Other tabs get the
 * deletion event, and anything added to the entry in the meantime stays restorable.
 */
export async function reopenGoal({ tx, id }: { tx: Tx; id: string }) {
  // Deleting an entry also takes this lock. Deleting an account takes it before goals and entries.
  await lockMails(tx);
  await lockList(tx);
  const found = await lockGoal(tx, id);
  const decided = decideReopen(found, (await openGoals(tx, limits.open)).length);
  if (typeof decided === 'string') return refuse(decided);
  const { goal, isOpen } = decided;
  if (isOpen) return { goal, check_in: null };
  const entry = await moveCheckInToBin(tx, goal.check_in_id);
  const reopened = await reopen(tx, id);
  return reopened ? { goal: reopened, check_in: entry } : refuse('not_found');
}
