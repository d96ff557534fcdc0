// Optimistic updates of the list: shown before the server responds, then replaced by its result.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { withRetries } from '#features/check-ins/web/queries/with-retries.ts';
import type { Goal } from '../contract.ts';
import { inOrder, movedAfter } from '../rules.ts';
import { goalsQuery } from './goal-queries.ts';

type Goals = readonly Goal[];

export const withGoal = (goals: Goals, goal: Goal): Goal[] =>
  inOrder([...goals.filter(({ id }) => id !== goal.id), goal]);

export const withoutGoal = (goals: Goals, id: string): Goal[] => goals.filter((goal) => goal.id !== id);

/** Moves a goal behind `after`, or to the front. Leaves the order as is if either goal is no longer listed. */
export function withMoved(goals: Goals, id: string, after: string | null): Goal[] {
  const byId = new Map(goals.map((goal) => [goal.id, goal]));
  const ids = movedAfter([...byId.keys()], id, after) ?? [...byId.keys()];
  return ids.map((goalId, index) => ({ ...byId.get(goalId)!, position: index + 1 }));
}

/** The cached list; undefined until it is loaded. */
export function shownGoals(queries: QueryClient, scope: Scope): Goal[] | undefined {
  return queries.getQueryData(goalsQuery(scope).queryKey);
}

let inFlight = 0;

/** Reloads the list, unless changes are in flight: the last of those reloads it. */
export function refreshGoals(queries: QueryClient, scope: Scope): void {
  if (inFlight === 0) void queries.invalidateQueries({ queryKey: goalsQuery(scope).queryKey });
}

async function put(queries: QueryClient, scope: Scope, change: (goals: Goals) => Goal[]): Promise<void> {
  const { queryKey } = goalsQuery(scope);
  // A response in flight does not include this change.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (goals) => goals && change(goals));
}

type Change<Answer> = {
  /** Applies the change to the cached list. */
  apply: (goals: Goals) => Goal[];
  /** Resolves when the row's exit animation ends; the list stays unchanged until then. */
  leaving?: Promise<void>;
  /** Undoes the change in the cached list if it fails. */
  revert: (goals: Goals) => Goal[];
  send: () => Promise<Answer>;
};

// Changes are sent one at a time, in the order they were made.
let tail: Promise<unknown> = Promise.resolve();

/** Applies a change immediately and sends it after those before it. `send` must be idempotent. Throws `Problem`. */
export async function changeList<Answer>(
  queries: QueryClient,
  scope: Scope,
  { apply, leaving = Promise.resolve(), revert, send }: Change<Answer>,
): Promise<Answer> {
  inFlight += 1;
  const applied = leaving.then(() => put(queries, scope, apply));
  const sent = tail.then(() => withRetries(send));
  tail = sent.catch(() => undefined);
  const [outcome] = await Promise.allSettled([sent, applied]);
  if (outcome.status === 'rejected') await put(queries, scope, revert);
  inFlight -= 1;
  refreshGoals(queries, scope);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
