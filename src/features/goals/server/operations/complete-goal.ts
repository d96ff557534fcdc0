import { dateFault } from '#features/check-ins/rules.ts';
import { createCheckIn } from '#features/check-ins/server/operations/create-check-in.ts';
import { checkInOf } from '#features/check-ins/server/operations/linked-check-in.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { goalEmoji, type operations } from '../../contract.ts';
import { complete, lockGoal } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/goals/:id/complete']>;

/**
 * Completes a goal (R-C3): atomically creates an entry of kind `goal` with its text and removes it from the list.
 * Idempotent: a repeat, also from another tab, returns the entry of the first completion.
 */
export async function completeGoal(call: { tx: Tx; id: string; body: Body; now: number }) {
  const { tx, id, body, now } = call;
  const at = new Date(body.completed_at ?? now);
  const fault = dateFault(at, new Date(now));
  if (fault) return refuse(fault);
  const found = await lockGoal(tx, id);
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
