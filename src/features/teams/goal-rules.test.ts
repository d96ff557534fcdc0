import { expect, test } from 'vitest';
import { decideGoalCursor, goalPageOf } from './goal-rules.ts';

const id = '0190a3c0-0000-7000-8000-000000000000';
const open = { id, position: -3, completed_at: null };
const completed = { id, position: 2, completed_at: '2026-11-01T10:00:00.000Z' };

test.each([
  ['an open goal', open, { position: -3, id }],
  ['a completed goal', completed, { completedAt: completed.completed_at, id }],
])('a page that ends with %s names it as the beginning of the next one', (_, last, cursor) => {
  const page = goalPageOf([last, last], 1);
  expect(page.rows).toEqual([{ id, completed_at: last.completed_at }]);
  expect(decideGoalCursor(page.next ?? undefined)).toEqual(cursor);
});

test('the last page has no next one', () => {
  expect(goalPageOf([open], 1)).toMatchObject({ next: null });
  expect(goalPageOf([], 1)).toEqual({ rows: [], next: null });
});

test('the first page has no cursor', () => {
  expect(decideGoalCursor(undefined)).toBeNull();
});

test.each([
  '',
  'open~~' + id,
  `open~1.5~${id}`,
  `open~12345678901~${id}`,
  `open~1~${id}x`,
  `2026-02-30T00:00:00.000Z~${id}`,
  `0000-01-01T00:00:00.000Z~${id}`,
  `2026-11-01T10:00:00.000Z~1`,
])('the cursor "%s" is invalid', (text) => {
  expect(decideGoalCursor(text)).toBe('invalid');
});
