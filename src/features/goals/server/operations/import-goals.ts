import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { decideImport } from '../../change-rules.ts';
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
    const row = decideImport(goal, now);
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
