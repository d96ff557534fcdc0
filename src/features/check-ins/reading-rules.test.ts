import { expect, test } from 'vitest';
import { dayMs } from '#platform/clock/durations.ts';
import { limits } from './constants.ts';
import { datesDiffer, daysProblem } from './reading-rules.ts';

test.each([
  ['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z', true],
  ['2026-11-20T12:00:00Z', '2026-11-19T12:00:00Z', true],
  ['2026-11-19T12:00:01Z', '2026-11-20T12:00:00Z', false],
])('an entry of %s that was recorded at %s shows both dates: %s (R-B1)', (created, recorded, both) => {
  expect(datesDiffer(created, recorded)).toBe(both);
});

test.each([
  [limits.daysCounted * dayMs, undefined],
  [limits.daysCounted * dayMs + 1, 'days'],
])('days in a span of %d ms are counted unless it is too long: %s', (length, problem) => {
  const from = '2026-01-01T00:00:00.000Z';
  const to = new Date(Date.parse(from) + length).toISOString();
  expect(daysProblem({ from, to })).toBe(problem);
});
