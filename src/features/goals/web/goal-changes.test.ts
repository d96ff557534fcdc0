import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Goal } from '../contract.ts';
import { changeList, refreshGoals, shownGoals, withGoal, withoutGoal } from './goal-changes.ts';
import { goalsQuery } from './goal-queries.ts';

const scope = { userId: 'u', timezone: 'UTC' };
const { queryKey } = goalsQuery(scope);

function goal(id: string, position: number): Goal {
  return {
    id,
    user_id: 'u',
    text: id,
    cadence: null,
    period_start: null,
    position,
    created_at: '2026-11-20T00:00:00Z',
    completed_at: null,
    deleted_at: null,
    check_in_id: null,
  };
}

const [one, two] = [goal('one', 1), goal('two', 2)];
let queries: QueryClient;
const shown = () => shownGoals(queries, scope)?.map(({ id }) => id);

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(queryKey, [one, two]);
});

/** Starts the deletion of a goal whose response comes when `respond` or `refuse` is called. */
function startDeletion(deleted: Goal, leaving?: Promise<void>) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const send = vi.fn<() => Promise<string>>(() => promise);
  const settled = changeList(queries, scope, {
    send,
    optimistic: {
      apply: (goals) => withoutGoal(goals, deleted.id),
      revert: (goals) => withGoal(goals, deleted),
      ...(leaving && { leaving }),
    },
  });
  return { send, settled, respond: () => resolve('done'), refuse: () => reject(new Error('refused')) };
}

test('changes to the list are shown immediately and sent one after another', async () => {
  const [first, second] = [startDeletion(one), startDeletion(two)];
  await vi.waitFor(() => expect(shown()).toEqual([]));
  expect(first.send).toHaveBeenCalledOnce();
  expect(second.send).not.toHaveBeenCalled();
  first.respond();
  await expect(first.settled).resolves.toBe('done');
  await vi.waitFor(() => expect(second.send).toHaveBeenCalledOnce());
  second.respond();
  await second.settled;
});

test('a refused change is reverted, and the change after it is still sent', async () => {
  const [first, second] = [startDeletion(one), startDeletion(two)];
  first.refuse();
  await expect(first.settled).rejects.toThrow('refused');
  expect(shown()).toEqual(['one']);
  await vi.waitFor(() => expect(second.send).toHaveBeenCalledOnce());
  second.respond();
  await second.settled;
  expect(shown()).toEqual(['one']);
});

test('a row stays in the list until its exit animation ends, and the request does not wait for it', async () => {
  const animation = Promise.withResolvers<void>();
  const deletion = startDeletion(one, animation.promise);
  await vi.waitFor(() => expect(deletion.send).toHaveBeenCalledOnce());
  deletion.respond();
  expect(shown()).toEqual(['one', 'two']);
  animation.resolve();
  await deletion.settled;
  expect(shown()).toEqual(['two']);
});

test('the list is reloaded once, after the last pending change', async () => {
  const reload = vi.spyOn(queries, 'invalidateQueries');
  const [first, second] = [startDeletion(one), startDeletion(two)];
  refreshGoals(queries, scope);
  first.respond();
  await first.settled;
  refreshGoals(queries, scope);
  expect(reload).not.toHaveBeenCalled();
  second.respond();
  await second.settled;
  expect(reload).toHaveBeenCalledOnce();
});

test('a response without an optimistic change is added to the list', async () => {
  const added = goal('three', 3);
  await changeList(queries, scope, { send: () => Promise.resolve(added), confirm: withGoal });
  expect(shown()).toEqual(['one', 'two', 'three']);
});
