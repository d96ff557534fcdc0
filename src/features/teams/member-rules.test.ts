import { expect, test } from 'vitest';
import { isGoalEntry, isNewEntry, isUserId } from './member-rules.ts';

test('an entry counts as a goal by its kind or by the target, and by no other emoji', () => {
  expect(isGoalEntry({ kind: 'goal', emoji: null })).toBe(true);
  expect(isGoalEntry({ kind: 'entry', emoji: '🎯' })).toBe(true);
  expect(isGoalEntry({ kind: 'entry', emoji: '🚀' })).toBe(false);
  expect(isGoalEntry({ kind: 'entry', emoji: null })).toBe(false);
});

test('an entry is new if it was recorded after the last look, and always on the first visit', () => {
  const entry = { recorded_at: '2026-11-20T10:00:00.001Z' };
  expect(isNewEntry(entry, '2026-11-20T10:00:00.000Z')).toBe(true);
  expect(isNewEntry(entry, '2026-11-20T10:00:00.001Z')).toBe(false);
  expect(isNewEntry(entry, null)).toBe(true);
});

test('only a UUID can be the id of a user', () => {
  expect(isUserId('0199f2a4-7c1e-7a2b-8c3d-4e5f60718293')).toBe(true);
  for (const text of [
    '',
    'ada',
    '0199f2a4-7c1e-7a2b-8c3d-4e5f6071829',
    '0199f2a4-7c1e-7a2b-8c3d-4e5f60718293 ',
  ])
    expect(isUserId(text)).toBe(false);
});
