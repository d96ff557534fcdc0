import { capAtNow } from '#platform/clock/past-date.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { newGoal } from '../../change-rules.ts';
import { limits } from '../../constants.ts';
import type { GoalOutcome, ImportedGoal } from '../../contract.ts';
import { lockList, insertImported, openGoals, ownedTexts, type ImportedRow } from '../store.ts';

type Call = { tx: Tx; viewer: Viewer; goals: readonly ImportedGoal[]; now: number };

/**
 * Imports a guest's goals at the end of the list, with the same rules as single goals (R-I1). Idempotent by id. Returns
 * an outcome per goal, in the order of `goals`. Refuses a text under an id that holds another one: it would be lost if it
 * counted as there.
 */
export async function importGoals({ tx, viewer, goals, now }: Call): Promise<GoalOutcome[]> {
  if (goals.length === 0) return [];
  const ids = goals.map(({ id }) => id);
  const own = await ownedTexts(tx, viewer.userId, ids);
  await lockList(tx);
  let room = limits.open - (await openGoals(tx, limits.open)).length;
  const rows: ImportedRow[] = [];
  const decided = goals.map((goal): GoalOutcome | undefined => {
    const row = rowOf(goal, now);
    if (typeof row === 'string') return row;
    const known = own.get(goal.id);
    if (known !== undefined) return known === row.text ? 'there' : 'id_taken';
    if (row.completed_at === null && room-- <= 0) return 'too_many_goals';
    // The next one with this id is compared with this one.
    own.set(goal.id, row.text);
    rows.push(row);
    return undefined;
  });
  const written = new Set(rows.length > 0 ? await insertImported(tx, viewer.userId, rows) : []);
  return goals.map(({ id }, index) => decided[index] ?? (written.has(id) ? 'written' : 'id_taken'));
}

/** Caps times at now: the browser's clock may be ahead. */
function rowOf(goal: ImportedGoal, now: number) {
  const added = newGoal(goal, now);
  if (typeof added === 'string') return added;
  return {
    ...added,
    id: goal.id,
    check_in_id: goal.check_in_id,
    created_at: added.created_at ?? new Date(now).toISOString(),
    completed_at: goal.completed_at && capAtNow(goal.completed_at, now),
  };
}
