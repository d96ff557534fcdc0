import { expect, it } from 'vitest';
import { readDay, readDayBounds, readMoment } from './day-input.ts';

// A Thursday.
const today = '2026-11-26';
const now = Date.parse('2026-11-26T20:00:00Z');

it.each([
  ['today', today],
  ['Yesterday', '2026-11-25'],
  ['thu', today],
  ['mon', '2026-11-23'],
  ['friday', '2026-11-20'],
  ['3 days ago', '2026-11-23'],
  ['30d', '2026-10-27'],
  ['2024-02-29', '2024-02-29'],
])('%s is a day', (text, day) => {
  expect(readDay(text, today)).toBe(day);
});

it.each(['', 'm', 'tomorrow', '2026-02-30', '2026-13-01', '26.11.2026', 'yesterday evening'])(
  '%j is none',
  (text) => {
    expect(readDay(text, today)).toBeUndefined();
  },
);

it('an entry of today is written now, and one of another day at its noon', () => {
  expect(readMoment('today', now, 'America/Los_Angeles')).toBeUndefined();
  expect(readMoment('yesterday', now, 'America/Los_Angeles')).toBe('2026-11-25T20:00:00.000Z');
  // Already the 27th there.
  expect(readMoment('yesterday', now, 'Asia/Tokyo')).toBe('2026-11-26T03:00:00.000Z');
  expect(readMoment('2026-11-26T08:00:00+02:00', now, 'UTC')).toBe('2026-11-26T06:00:00.000Z');
  expect(() => readMoment('2026-11-27', now, 'UTC')).toThrow('is in the future');
  expect(() => readMoment('soon', now, 'UTC')).toThrow('is no date');
});

it('a day has the bounds of the time zone, also when the clocks change', () => {
  expect(readDayBounds('2026-10-25', now, 'Europe/Berlin')).toEqual({
    day: '2026-10-25',
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
});
