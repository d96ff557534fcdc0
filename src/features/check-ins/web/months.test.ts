import { describe, expect, test } from 'vitest';
import { countEntry, partOfDay, shownMonths } from './months.ts';

test('a month has 13 parts', () => {
  expect(partOfDay('2026-11-01')).toBe(0);
  expect(partOfDay('2026-12-31')).toBe(12);
});

describe('month counts', () => {
  const before = [{ month: '2026-10', count: 1, activity: [1, ...Array<number>(12).fill(0)] }];

  test('an entry of a new month inserts the month in order', () => {
    const after = countEntry(before, { created_at: '2026-11-30T12:00:00Z' }, 'UTC', 1);
    expect(after.map(({ month, count }) => [month, count])).toEqual([
      ['2026-11', 1],
      ['2026-10', 1],
    ]);
    expect(after[0]?.activity.at(-1)).toBe(1);
    expect(after[1]).toBe(before[0]);
  });

  test('adding and removing an entry restores the counts, and removing the last entry removes the month', () => {
    const entry = { created_at: '2026-10-02T12:00:00Z' };
    expect(countEntry(countEntry(before, entry, 'UTC', 1), entry, 'UTC', -1)).toEqual(before);
    expect(countEntry(before, entry, 'UTC', -1)).toEqual([]);
  });

  test('the current month is shown without entries, even below a future month', () => {
    expect(shownMonths(before, '2026-11').map(({ month }) => month)).toEqual(['2026-11', '2026-10']);
    const ahead = [{ ...before[0]!, month: '2026-12' }, ...before];
    expect(shownMonths(ahead, '2026-11').map(({ month }) => month)).toEqual([
      '2026-12',
      '2026-11',
      '2026-10',
    ]);
  });
});
