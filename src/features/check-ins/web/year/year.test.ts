import { expect, test } from 'vitest';
import { firstDay, monthsOf, weeksOf } from './year.ts';

test.each([
  ['2026-11-20', '2025-11-17'],
  ['2026-11-16', '2025-11-17'],
  ['2026-11-15', '2025-11-10'],
  ['2024-02-29', '2023-02-27'],
])('the year map that ends on %s starts on Monday, %s', (today, first) => {
  expect(firstDay(today)).toBe(first);
  expect(new Date(first).getUTCDay()).toBe(1);
});

test('the year map has 53 weeks up to today, with each day once', () => {
  const weeks = weeksOf('2026-11-20', [{ day: '2026-11-20', count: 8 }]);
  expect(weeks.map((week) => week.length)).toEqual([...Array<number>(52).fill(7), 5]);
  expect(weeks.at(-1)!.at(-1)).toEqual({ day: '2026-11-20', count: 8, level: 4 });
  expect(new Set(weeks.flat().map(({ day }) => day)).size).toBe(52 * 7 + 5);
});

test('color levels are relative to the busiest day, but a single entry stays pale', () => {
  const levels = (...counts: number[]) =>
    weeksOf(
      '2026-11-20',
      counts.map((count, index) => ({ day: `2026-11-1${index}`, count })),
    )
      .flat()
      .filter(({ count }) => count > 0)
      .map(({ level }) => level);
  expect(levels(1, 1, 2)).toEqual([1, 1, 2]);
  expect(levels(1, 5, 10, 15, 20)).toEqual([1, 1, 2, 3, 4]);
});

test('the month totals are newest first, with entries and active days', () => {
  const weeks = weeksOf('2026-11-20', [
    { day: '2026-10-31', count: 2 },
    { day: '2026-11-01', count: 1 },
    { day: '2026-11-20', count: 3 },
  ]);
  const months = monthsOf(weeks);
  expect(months.slice(0, 2)).toEqual([
    { month: '2026-11', count: 4, days: 2 },
    { month: '2026-10', count: 2, days: 1 },
  ]);
  expect(months).toHaveLength(13);
});
