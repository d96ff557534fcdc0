import { dateFault } from '#features/check-ins/rules.ts';
import { createCheckIn } from '#features/check-ins/server/operations/create-check-in.ts';
import { checkInOf } from '#features/check-ins/server/operations/take-back-check-in.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { goalEmoji, type operations } from '../../contract.ts';
import { complete, heldGoal } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/goals/:id/complete']>;

/**
 * A goal is done (R-C3): its words become an entry of kind `goal`, and it leaves the list, together or not at all. A
 * goal is done once: a repeat, or another window, is answered with the entry that was written the first time.
 */
export async function completeGoal(call: { tx: Tx; id: string; body: Body; now: number }) {
  const { tx, id, body, now } = call;
  const at = new Date(body.completed_at ?? now);
  const fault = dateFault(at, new Date(now));
  if (fault) return refuse(fault);
  const found = await heldGoal(tx, id);
  if (!found) return refuse('not_found');
  if (found.completed_at !== null) return { goal: found, check_in: await checkInOf(tx, found.check_in_id) };
  if (found.deleted_at !== null) return refuse('goal_off_list');

  const doneAt = new Date(Math.min(at.getTime(), now)).toISOString();
  const entry = { id: body.check_in_id, content: found.text, emoji: goalEmoji, created_at: doneAt };
  const written = await createCheckIn({ tx, body: entry, now, kind: 'goal' });
  if (isRefused(written)) return refuse('id_taken');
  const goal = await complete(tx, id, { checkInId: written.id, at: doneAt });
  return goal ? { goal, check_in: written } : refuse('not_found');
}
