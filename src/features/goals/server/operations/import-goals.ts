import { dateFault, normalizeContent } from '#features/check-ins/rules.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { limits, type GoalOutcome, type ImportedGoal } from '../../contract.ts';
import { periodFault, textFault } from '../../rules.ts';
import { holdList, insertImported, openGoals, ownAmong, type ImportedRow } from '../store.ts';

type Call = { tx: Tx; viewer: Viewer; goals: readonly ImportedGoal[]; now: number };

/**
 * Takes over goals that were set before there was an account, behind those that are on the list, by the rules of single
 * ones (R-I1). Answers what became of each, in their order; a repeat writes nothing twice.
 */
export async function importGoals({ tx, viewer, goals, now }: Call): Promise<GoalOutcome[]> {
  if (goals.length === 0) return [];
  const ids = goals.map(({ id }) => id);
  const own = new Set(await ownAmong(tx, viewer.userId, ids));
  await holdList(tx);
  let room = limits.open - (await openGoals(tx, limits.open)).length;
  const rows: ImportedRow[] = [];
  const decided = goals.map((goal): GoalOutcome | undefined => {
    if (own.has(goal.id)) return 'there';
    const fault = importFault(goal, now);
    if (fault) return fault;
    if (goal.completed_at === null && room-- <= 0) return 'too_many_goals';
    rows.push(rowOf(goal, now));
    return undefined;
  });
  const written = new Set(rows.length > 0 ? await insertImported(tx, viewer.userId, rows) : []);
  return goals.map(({ id }, index) => decided[index] ?? (written.has(id) ? 'written' : 'id_taken'));
}

function importFault(goal: ImportedGoal, now: number): GoalOutcome | undefined {
  const at = goal.created_at === undefined ? undefined : dateFault(new Date(goal.created_at), new Date(now));
  return textFault(normalizeContent(goal.text)) ?? periodFault(goal, now) ?? at;
}

/** Nothing happened after now, whatever the clock of the browser said. */
function rowOf(goal: ImportedGoal, now: number): ImportedRow {
  const atLatest = (at: string) => new Date(Math.min(Date.parse(at), now)).toISOString();
  return {
    ...goal,
    text: normalizeContent(goal.text),
    created_at: atLatest(goal.created_at ?? new Date(now).toISOString()),
    completed_at: goal.completed_at && atLatest(goal.completed_at),
  };
}
