import { describe, expect, test } from 'vitest';
import { dayOf, monthBounds, monthOf, untilTomorrow } from './days.ts';
import { hourMs } from './durations.ts';

describe("months in the viewer's time zone (R-B9)", () => {
  test.each([
    ['2026-11-30T23:30:00Z', 'UTC', '2026-11'],
    ['2026-11-30T23:30:00Z', 'Europe/Zurich', '2026-12'],
    ['2026-12-01T04:00:00Z', 'America/New_York', '2026-11'],
    ['2026-11-30T13:00:00Z', 'Pacific/Kiritimati', '2026-12'],
    ['2026-11-30T18:14:59.999Z', 'Asia/Kathmandu', '2026-11'],
    ['2026-11-30T18:15:00Z', 'Asia/Kathmandu', '2026-12'],
  ])('%s in %s belongs to %s', (at, timezone, month) => {
    expect(monthOf(at, timezone)).toBe(month);
    const { from, to } = monthBounds(month, timezone);
    expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(from));
    expect(Date.parse(at)).toBeLessThan(Date.parse(to));
  });

  test.each([
    ['2026-11', 'UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    // November starts in daylight saving time and ends in standard time.
    ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['2026-12', 'Australia/Lord_Howe', '2026-11-30T13:00:00.000Z', '2026-12-31T13:00:00.000Z'],
    ['2017-10', 'America/Sao_Paulo', '2017-10-01T03:00:00.000Z', '2017-11-01T02:00:00.000Z'],
    // Asunción had no midnight on October 1, 2023: the month starts after the gap.
    ['2023-10', 'America/Asuncion', '2023-10-01T04:00:00.000Z', '2023-11-01T03:00:00.000Z'],
  ])('%s in %s lasts from %s to %s', (month, timezone, from, to) => {
    expect(monthBounds(month, timezone)).toEqual({ from, to });
  });

  test('consecutive months have no gap or overlap', () => {
    for (const timezone of ['UTC', 'America/Asuncion', 'Africa/Cairo', 'Asia/Kathmandu', 'Pacific/Apia']) {
      for (let month = 1; month < 12; month++) {
        const name = (n: number) => `2023-${String(n).padStart(2, '0')}`;
        expect(monthBounds(name(month), timezone).to).toBe(monthBounds(name(month + 1), timezone).from);
      }
    }
  });

  test('tomorrow starts at the next local midnight', () => {
    const now = Date.parse('2026-11-20T22:00:00Z');
    expect(untilTomorrow(now, 'UTC')).toBe(2 * hourMs);
    expect(untilTomorrow(now, 'Europe/Zurich')).toBe(hourMs);
    expect(dayOf(now + hourMs, 'Europe/Zurich')).toBe('2026-11-21');
  });
});
