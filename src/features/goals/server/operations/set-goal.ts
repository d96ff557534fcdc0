import { dateFault, normalizeContent } from '#features/check-ins/rules.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type operations } from '../../contract.ts';
import { isSameGoal, periodFault, textFault } from '../../rules.ts';
import { goalById, lockList, insertGoal, openGoals } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/goals']>;

/**
 * Adds a goal at the end of the list. A repeat with the same id and content returns the stored goal. Different content
 * with that id is refused, so that unsaved input never looks saved.
 */
export async function setGoal(call: { tx: Tx; viewer: Viewer; body: Body; now: number }) {
  const { tx, viewer, body, now } = call;
  const text = normalizeContent(body.text);
  const wanted = { text, cadence: body.cadence ?? null, period_start: body.period_start ?? null };
  const createdAt = body.created_at === undefined ? null : new Date(body.created_at);
  const fault =
    textFault(text) ?? periodFault(wanted, now) ?? (createdAt && dateFault(createdAt, new Date(now)));
  if (fault) return refuse(fault);

  await lockList(tx);
  const existing = await goalById(tx, body.id);
  if (existing) return isSameGoal(existing, wanted) ? existing : refuse('id_taken');
  if ((await openGoals(tx, limits.open)).length >= limits.open) return refuse('too_many_goals');
  const written = await insertGoal(tx, {
    id: body.id,
    userId: viewer.userId,
    text,
    cadence: wanted.cadence,
    periodStart: wanted.period_start,
    createdAt: createdAt && new Date(Math.min(createdAt.getTime(), now)).toISOString(),
  });
  return written ?? refuse('id_taken');
}
