// Changes of the list that show before the server has answered, and give way to what it says.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { untilAnswered } from '#features/check-ins/web/queries/until-answered.ts';
import type { Goal } from '../contract.ts';
import { inOrder, movedAfter } from '../rules.ts';
import { goalsQuery } from './goal-queries.ts';

type Goals = readonly Goal[];

export const withGoal = (goals: Goals, goal: Goal): Goal[] =>
  inOrder([...goals.filter(({ id }) => id !== goal.id), goal]);

export const withoutGoal = (goals: Goals, id: string): Goal[] => goals.filter((goal) => goal.id !== id);

/** The list with one goal behind another, or in front; as it is where either has left it. */
export function withMoved(goals: Goals, id: string, after: string | null): Goal[] {
  const byId = new Map(goals.map((goal) => [goal.id, goal]));
  const ids = movedAfter([...byId.keys()], id, after) ?? [...byId.keys()];
  return ids.map((one, index) => ({ ...byId.get(one)!, position: index + 1 }));
}

/** What the page holds of the list; undefined while it was not read. */
export function shownGoals(queries: QueryClient, scope: Scope): Goal[] | undefined {
  return queries.getQueryData(goalsQuery(scope).queryKey);
}

let underWay = 0;

/** Reads the list again, unless this page is changing it: then it is read when that is done. */
export function refreshGoals(queries: QueryClient, scope: Scope): void {
  if (underWay === 0) void queries.invalidateQueries({ queryKey: goalsQuery(scope).queryKey });
}

async function put(queries: QueryClient, scope: Scope, change: (goals: Goals) => Goal[]): Promise<void> {
  const { queryKey } = goalsQuery(scope);
  // An answer that was on its way knows nothing of this change.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (goals) => goals && change(goals));
}

type Change<Answer> = {
  /** The list as it is wanted. */
  show: (goals: Goals) => Goal[];
  /** Until then a row is on its way off the screen, and the list stays as it is. */
  leaving?: Promise<void>;
  /** The list as it was, when the change does not come about. */
  takeBack: (goals: Goals) => Goal[];
  send: () => Promise<Answer>;
};

// One after the other, in the order in which they were asked for.
let last: Promise<unknown> = Promise.resolve();

/** Shows a change at once and sends it, safe to repeat, once those before it are answered. Throws `Problem`. */
export async function changeList<Answer>(
  queries: QueryClient,
  scope: Scope,
  { show, leaving = Promise.resolve(), takeBack, send }: Change<Answer>,
): Promise<Answer> {
  underWay += 1;
  const shown = leaving.then(() => put(queries, scope, show));
  const sent = last.then(() => untilAnswered(send));
  last = sent.catch(() => undefined);
  const [answer] = await Promise.allSettled([sent, shown]);
  if (answer.status === 'rejected') await put(queries, scope, takeBack);
  underWay -= 1;
  refreshGoals(queries, scope);
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}
