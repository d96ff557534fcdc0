// Changes to the list: shown before the server responds, and sent one at a time, in the order they were made.
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
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

/** Reloads the list, unless changes are pending: the last of those reloads it. */
export function refreshGoals(queries: QueryClient, scope: Scope): void {
  const { queryKey } = goalsQuery(scope);
  if (queries.isMutating({ mutationKey: queryKey }) === 0) void queries.invalidateQueries({ queryKey });
}

type Change<Result> = {
  send: () => Promise<Result>;
  /** Whether it is sent without waiting for the changes before it, because it does not depend on them. */
  immediate?: boolean;
  /** Shows the change before the server responds. `revert` undoes that if it fails. */
  optimistic?: {
    apply: (goals: Goals) => Goal[];
    revert: (goals: Goals) => Goal[];
    /** Resolves when the row's exit animation ends; the list stays unchanged until then. */
    leaving?: Promise<void>;
  };
  /** Shows the response. */
  confirm?: (goals: Goals, response: Result) => Goal[];
};

/** Changes the list on the server, after all changes before it unless it is `immediate`. Rejects with `Problem`. */
export function changeList<Result>(
  queries: QueryClient,
  scope: Scope,
  { send, immediate = false, optimistic, confirm }: Change<Result>,
): Promise<Result> {
  const { queryKey } = goalsQuery(scope);
  async function put(change: (goals: Goals) => Goal[]): Promise<void> {
    // A response in flight does not include this change.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (goals) => goals && change(goals));
  }
  let applied: Promise<void> | undefined;
  // Not `useMutation`: toasts and their Undo also change the list, when its component is gone.
  const change = new MutationObserver<Result>(queries, {
    mutationKey: queryKey,
    ...(!immediate && { scope: { id: queryKey.join('-') } }),
    mutationFn: send,
    onMutate() {
      // Not returned, because the request does not wait for the animation.
      applied = optimistic && Promise.resolve(optimistic.leaving).then(() => put(optimistic.apply));
    },
    async onSuccess(response) {
      await applied;
      if (confirm) await put((goals) => confirm(goals, response));
    },
    async onError() {
      await applied;
      if (optimistic) await put(optimistic.revert);
    },
    onSettled() {
      const isLast = queries.isMutating({ mutationKey: queryKey }) === 1;
      if (isLast) void queries.invalidateQueries({ queryKey });
    },
  });
  // A mutation that is observed stays in the cache forever.
  return change.mutate().finally(() => change.reset());
}
