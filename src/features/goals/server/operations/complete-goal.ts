import { createCheckIn } from '#features/check-ins/server/operations/create-check-in.ts';
import { checkInOf } from '#features/check-ins/server/operations/linked-check-in.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { decideComplete } from '../../change-rules.ts';
import { goalEmoji } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { complete, lockGoal } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/goals/:id/complete']>;

/**
 * Completes a goal (R-C3): atomically creates an entry of kind `goal` with its text and removes it from the list.
 * Idempotent: a repeat, even from another tab, returns the entry of the first completion.
 */
export async function completeGoal(call: { tx: Tx; id: string; body: Body; now: number }) {
  const { tx, id, body, now } = call;
  const decided = decideComplete(body, await lockGoal(tx, id), now);
  if (typeof decided === 'string') return refuse(decided);
  const { goal, completedAt } = decided;
  if (completedAt === undefined) return { goal, check_in: await checkInOf(tx, goal.check_in_id) };

  const requested = {
    id: body.check_in_id,
    content: goal.text,
    emoji: goalEmoji,
    created_at: completedAt,
  };
  const entry = await createCheckIn({ tx, requested, kind: 'goal', now });
  if (isRefused(entry)) return refuse('id_taken');
  const completed = await complete(tx, id, { checkInId: entry.id, at: completedAt });
  return completed ? { goal: completed, check_in: entry } : refuse('not_found');
}
