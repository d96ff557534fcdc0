// Pure decisions about changes to goals, shared by the server and the guest's database. Each takes what is stored and
// what is requested, and returns a refusal, or what to store. Deletion is decided as for entries.
import { capAtNow, dateProblem } from '#platform/clock/past-date.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { Goal, ImportedGoal } from './contract.ts';
import { movedAfter, periodProblem, textProblem } from './rules.ts';

type Content = Pick<Goal, 'text' | 'cadence' | 'period_start'>;
type State = Pick<Goal, 'completed_at' | 'deleted_at'>;

type RequestedGoal = { text: string } & Partial<{
  cadence: Goal['cadence'] | undefined;
  period_start: string | null | undefined;
  created_at: string | undefined;
}>;

/** `created_at` is null if the goal is dated when it is stored. */
export type NewGoal = Content & { created_at: string | null };

type NewGoalProblem = 'text_required' | 'text_too_long' | 'invalid_period' | 'invalid_date';

/** The goal to store if the list has room, or why it is refused. */
export function newGoal(
  { text: input, cadence = null, period_start = null, created_at }: RequestedGoal,
  now: number,
): NewGoalProblem | NewGoal {
  const text = normalizeText(input);
  const dated = created_at === undefined ? undefined : dateProblem(new Date(created_at), new Date(now));
  const problem = textProblem(text) ?? periodProblem({ cadence, period_start }, now) ?? dated;
  if (problem) return problem;
  return { text, cadence, period_start, created_at: created_at ? capAtNow(created_at, now) : null };
}

/** The goal to import, or why it is refused. Caps times at now: the browser's clock may be ahead. */
export function decideImport(goal: ImportedGoal, now: number) {
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

/**
 * Adds a goal to a list of `open` goals. `existing` is the stored goal with the same id: it is returned if its content
 * is the same, and a different one is refused, so that unsaved input never looks saved.
 */
export function decideAdd<Row extends Content>(
  requested: RequestedGoal,
  { existing, open }: { existing: Row | undefined; open: number },
  now: number,
): NewGoalProblem | 'id_taken' | 'too_many_goals' | { existing: Row } | { added: NewGoal } {
  const added = newGoal(requested, now);
  if (typeof added === 'string') return added;
  if (existing) return isSameContent(existing, added) ? { existing } : 'id_taken';
  return open >= limits.open ? 'too_many_goals' : { added };
}

function isSameContent(stored: Content, sent: Content): boolean {
  return (
    stored.text === sent.text && stored.cadence === sent.cadence && stored.period_start === sent.period_start
  );
}

type RequestedEdit = Partial<{
  text: string | undefined;
  cadence: Goal['cadence'] | undefined;
  period_start: string | null | undefined;
  /** Id of the open goal to move this one behind; null moves it to the top. */
  after: string | null | undefined;
}>;

/**
 * Changes the text, period or position of an open goal (R-C1, R-C2). `goal` stays the same object if neither text nor
 * period is requested. `order` has the ids of the `open` goals in their new order, if the goal is moved.
 */
export function decideEdit<Row extends Content & State & Pick<Goal, 'id'>>(
  requested: RequestedEdit,
  { found, open }: { found: Row | undefined; open: readonly Pick<Goal, 'id'>[] },
  now: number,
):
  | 'text_required'
  | 'text_too_long'
  | 'invalid_period'
  | 'not_found'
  | 'goal_off_list'
  | { goal: Row; order: string[] | undefined } {
  const { cadence, period_start, after } = requested;
  const text = requested.text === undefined ? undefined : normalizeText(requested.text);
  const period =
    cadence === undefined && period_start === undefined
      ? undefined
      : { cadence: cadence ?? null, period_start: period_start ?? null };
  const problem =
    (text === undefined ? undefined : textProblem(text)) ?? (period && periodProblem(period, now));
  if (problem) return problem;
  if (!found) return 'not_found';
  if (found.completed_at !== null || found.deleted_at !== null) return 'goal_off_list';
  const ids = open.map(({ id }) => id);
  const order = after === undefined ? undefined : movedAfter(ids, found.id, after);
  if (after !== undefined && !order) return 'goal_off_list';
  if (text === undefined && !period) return { goal: found, order };
  return { goal: { ...found, text: text ?? found.text, ...period }, order };
}

/** Restores a deleted goal to its old position. A goal that is not deleted stays the same object. */
export function decideRestore<Row extends State>(
  found: Row | undefined,
  open: number,
): 'not_found' | 'too_many_goals' | Row {
  if (!found) return 'not_found';
  if (found.deleted_at === null) return found;
  const isFull = found.completed_at === null && open >= limits.open;
  return isFull ? 'too_many_goals' : { ...found, deleted_at: null };
}

/** Completes a goal (R-C3). `completedAt` is undefined if it is already completed. */
export function decideComplete<Row extends State>(
  { completed_at }: { completed_at?: string | undefined },
  found: Row | undefined,
  now: number,
): 'invalid_date' | 'not_found' | 'goal_off_list' | { goal: Row; completedAt: string | undefined } {
  const at = completed_at ?? new Date(now).toISOString();
  const problem = dateProblem(new Date(at), new Date(now));
  if (problem) return problem;
  if (!found) return 'not_found';
  if (found.completed_at !== null) return { goal: found, completedAt: undefined };
  return found.deleted_at === null ? { goal: found, completedAt: capAtNow(at, now) } : 'goal_off_list';
}

/** Reopens a completed goal at its old position (R-C3). `isOpen`: it is already open. */
export function decideReopen<Row extends State>(
  found: Row | undefined,
  open: number,
): 'not_found' | 'goal_off_list' | 'too_many_goals' | { goal: Row; isOpen: boolean } {
  if (!found) return 'not_found';
  if (found.deleted_at !== null) return 'goal_off_list';
  const isOpen = found.completed_at === null;
  return !isOpen && open >= limits.open ? 'too_many_goals' : { goal: found, isOpen };
}
