import { normalizeContent } from '#features/check-ins/rules.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type operations } from '../../contract.ts';
import { movedAfter, periodFault, textFault } from '../../rules.ts';
import { changeGoal, goalById, lockGoal, lockList, openGoals, placeGoals } from '../store.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/goals/:id']>;

/** Changes the text, period or position of an open goal (R-C1, R-C2). The last write wins. */
export async function editGoal(call: { tx: Tx; viewer: Viewer; id: string; body: Body; now: number }) {
  const { tx, viewer, id, body, now } = call;
  const text = body.text === undefined ? undefined : normalizeContent(body.text);
  const setPeriod = body.cadence !== undefined || body.period_start !== undefined;
  const period = { cadence: body.cadence ?? null, period_start: body.period_start ?? null };
  const fault =
    (text === undefined ? undefined : textFault(text)) ?? (setPeriod ? periodFault(period, now) : undefined);
  if (fault) return refuse(fault);

  if (body.after !== undefined) await lockList(tx);
  const found = await lockGoal(tx, id);
  if (!found) return refuse('not_found');
  if (found.completed_at !== null || found.deleted_at !== null) return refuse('goal_off_list');
  if (body.after !== undefined) {
    const ids = (await openGoals(tx, limits.open)).map((goal) => goal.id);
    const moved = movedAfter(ids, id, body.after);
    if (!moved) return refuse('goal_off_list');
    await placeGoals(tx, viewer.userId, moved);
  }
  if (text !== undefined || setPeriod) {
    await changeGoal(tx, id, {
      text: text ?? null,
      cadence: period.cadence,
      periodStart: period.period_start,
      setPeriod,
    });
  }
  return (await goalById(tx, id)) ?? refuse('not_found');
}
