import { expect, test } from 'vitest';
import { capAtNow, dateProblem } from './past-date.ts';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['2021-01-01T00:00:00Z', undefined],
  ['2026-11-20T12:01:00Z', undefined],
  ['2026-11-20T12:01:00.001Z', 'invalid_date'],
  ['1900-01-01T00:00:00Z', undefined],
  ['1899-12-31T23:59:59.999Z', 'invalid_date'],
  ['no date', 'invalid_date'],
])('checking the date %s returns %s', (at, problem) => {
  expect(dateProblem(new Date(at), now)).toBe(problem);
});

test('a date in the future is capped at now', () => {
  expect(capAtNow('2026-11-20T12:00:30Z', now.getTime())).toBe('2026-11-20T12:00:00.000Z');
  expect(capAtNow('2026-11-20T12:00:00+01:00', now.getTime())).toBe('2026-11-20T11:00:00.000Z');
});
