import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { decideAdd } from '../../change-rules.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { goalById, lockList, insertGoal, openGoals } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/goals']>;

/** Adds a goal at the end of the list. Idempotent: returns the stored goal if it is sent again. */
export async function setGoal(call: { tx: Tx; viewer: Viewer; body: Body; now: number }) {
  const { tx, viewer, body, now } = call;
  await lockList(tx);
  const existing = await goalById(tx, body.id);
  const open = (await openGoals(tx, limits.open)).length;
  const decided = decideAdd(body, { existing, open }, now);
  if (typeof decided === 'string') return refuse(decided);
  if ('existing' in decided) return decided.existing;
  const { text, cadence, period_start: periodStart, created_at: createdAt } = decided.added;
  const goal = { id: body.id, userId: viewer.userId, text, cadence, periodStart, createdAt };
  return (await insertGoal(tx, goal)) ?? refuse('id_taken');
}
