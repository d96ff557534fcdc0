import { beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { dropCompletion, dropGoal, goalQueue, queuedGoal, withQueued } from './goal-queue.ts';

const goal = { id: 'g', text: ' Ship it ', cadence: 'weekly', period_start: '2026-11-16' };
const at = '2026-11-20T10:00:00.000Z';

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  const items = stubLocalStorage();
  const store = (id: string, value: object) =>
    items.set(`logbook-goal-unsent/${id}:ada`, JSON.stringify({ at: 1, value }));
  // As version 1.0 stored them.
  store('add-g', { kind: 'add', goal: { ...goal, position: 3, user_id: 'ada' }, at });
  store('add-h', { kind: 'add', goal: { ...goal, id: 'h' }, at, reason: 'Too long' });
  store('complete-i', { kind: 'complete', goal: { ...goal, id: 'i' }, checkInId: 'entry', at });
  store('add-j', { kind: 'add', goal: { id: 'j' }, at });
  goalQueue.store.set({ userId: '', all: [] });
  goalQueue.load('ada');
  return () => vi.unstubAllGlobals();
});

test('goals that an earlier version queued are read, and what is no goal is not', () => {
  expect(goalQueue.store.get().all).toMatchObject([
    { state: 'waiting', write: { kind: 'add', goal, at, checkInId: '' } },
    { state: 'refused', reason: 'Too long', write: { kind: 'add', goal: { id: 'h' } } },
    { state: 'waiting', write: { kind: 'complete', goal: { id: 'i' }, checkInId: 'entry' } },
  ]);
});

test('the list has added goals at its end, and no completed ones', () => {
  const listed = { ...goal, cadence: 'weekly' as const, user_id: 'ada', created_at: at };
  const none = { completed_at: null, deleted_at: null, check_in_id: null };
  const goals = [
    { ...listed, ...none, id: 'i', position: 1 },
    { ...listed, ...none, id: 'k', position: 2 },
  ];
  const shown = withQueued(goals, 'ada', goalQueue.store.get().all);
  expect(shown.map(({ id, position }) => `${id} ${position}`)).toEqual(['k 2', 'g 3', 'h 4']);
  expect(shown[1]?.text).toBe('Ship it');
});

test('a discarded goal and an undone completion leave the queue', () => {
  expect(queuedGoal('g')).toBeDefined();
  dropGoal('g');
  expect(queuedGoal('g')).toBeUndefined();
  expect(dropCompletion('i')).toBe(true);
  expect(dropCompletion('i')).toBe(false);
});
