import { expect, test } from 'vitest';
import type { CheckIn } from '../../contract.ts';
import { foundMonths } from './found-months.ts';

const row = (id: string, created_at: string) => ({ id, created_at }) as CheckIn;
const page = (...rows: CheckIn[]) => ({ rows, next: null, count: null });
const shape = (...args: Parameters<typeof foundMonths>) =>
  foundMonths(...args).map(({ month, chunks }) => [
    month,
    chunks.map(({ rows }) => rows?.map(({ id }) => id)),
  ]);

const berlin = 'Europe/Berlin';
const november = [row('d', '2026-11-20T10:00:00.000Z'), row('c', '2026-10-31T23:30:00.000Z')];
const october = [row('b', '2026-10-31T22:30:00.000Z'), row('a', '2026-10-01T10:00:00.000Z')];

test("search results are grouped into months in the viewer's time zone, and into chunks", () => {
  expect(shape([page(...november, ...october)], new Set(), berlin, 15)).toEqual([
    ['2026-11', [['d', 'c']]],
    ['2026-10', [['b', 'a']]],
  ]);
  expect(shape([page(...november)], new Set(), berlin, 1)).toEqual([['2026-11', [['d'], ['c']]]]);
});

test('loading another page of search results does not change existing chunks', () => {
  const first = page(...november, october[0]!);
  const before = foundMonths([first], new Set(), berlin, 2).flatMap(({ chunks }) => chunks);
  const after = foundMonths([first, page(october[1]!)], new Set(), berlin, 2).flatMap(({ chunks }) => chunks);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.map(({ key }) => key)).toEqual(['0 0', '0 0', '1 0']);
});

test('hidden entries are left out of the search results', () => {
  expect(shape([page(...november, ...october)], new Set(['d', 'c', 'a']), berlin, 15)).toEqual([
    ['2026-10', [['b']]],
  ]);
  expect(shape([], new Set(), berlin, 15)).toEqual([]);
});
