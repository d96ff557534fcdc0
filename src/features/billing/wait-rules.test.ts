import { expect, it } from 'vitest';
import { dayMs } from '#platform/clock/durations.ts';
import { againMs, nextCheckIn } from './wait-rules.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const at = (ms: number) => new Date(now + ms).toISOString();

it.each([
  ['in a year', at(365 * dayMs), dayMs],
  ['in an hour', at(3_600_000), 3_600_500],
  ['in 2 seconds', at(2000), 2500],
  ['now', at(0), againMs],
  ['a minute ago, by a clock that is ahead', at(-60_000), againMs],
])('a plan whose paid time ends %s is checked again in time', (_, end, wait) => {
  expect(nextCheckIn(end, now)).toBe(wait);
});

it('a plan without an end is not checked again', () => {
  expect(nextCheckIn(null, now)).toBe(false);
  expect(nextCheckIn(undefined, now)).toBe(false);
});
