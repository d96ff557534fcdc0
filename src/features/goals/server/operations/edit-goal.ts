import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { decideEdit } from '../../change-rules.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { changeGoal, goalById, lockGoal, lockList, openGoals, placeGoals } from '../store.ts';

type Body = BodyOf<(typeof operations)['PATCH /api/goals/:id']>;

/** Changes the text, period or position of an open goal (R-C1, R-C2). The last write wins. */
export async function editGoal(call: { tx: Tx; viewer: Viewer; id: string; body: Body; now: number }) {
  const { tx, viewer, id, body, now } = call;
  const isMove = body.after !== undefined;
  if (isMove) await lockList(tx);
  const found = await lockGoal(tx, id);
  const open = isMove ? await openGoals(tx, limits.open) : [];
  const decided = decideEdit(body, { found, open }, now);
  if (typeof decided === 'string') return refuse(decided);
  const { goal, order } = decided;
  if (order) await placeGoals(tx, viewer.userId, order);
  if (goal !== found) await changeGoal(tx, goal);
  return (await goalById(tx, id)) ?? refuse('not_found');
}
