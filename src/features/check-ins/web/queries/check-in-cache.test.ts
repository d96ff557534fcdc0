import { describe, expect, test } from 'vitest';
import { entryWith } from '#tests/support/entry.ts';
import { limits } from '../../constants.ts';
import type { CheckIn } from '../../contract.ts';
import {
  chunksOf,
  hasRow,
  rowsOf,
  withArrived,
  withoutRow,
  withRow,
  withFound,
  type FoundPages,
  type MonthPages,
} from './check-in-cache.ts';

function row(id: string, hour: number, change: Partial<CheckIn> = {}): CheckIn {
  const at = new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
  return entryWith({ id, content: id, created_at: at, recorded_at: at, ...change });
}

function pages(next: string | null, ...groups: CheckIn[][]): MonthPages {
  return {
    pages: groups.map((rows, index) => ({ rows, next: index === groups.length - 1 ? next : 'more' })),
    pageParams: groups.map(() => undefined),
  };
}

const ids = (data: MonthPages) => rowsOf(data).map(({ id }) => id);

describe('merging one changed entry', () => {
  const data = pages('more', [row('d', 20), row('c', 15)], [row('b', 10), row('a', 5)]);

  test.each([
    ['newest entry', 23, ['x', 'd', 'c', 'b', 'a']],
    ['entry between two pages', 12, ['d', 'c', 'x', 'b', 'a']],
    ['entry in the middle of a page', 7, ['d', 'c', 'b', 'x', 'a']],
    ['entry older than all loaded ones', 2, ['d', 'c', 'b', 'a']],
  ])('puts a new %s in order, or leaves it out', (_, hour, expected) => {
    expect(ids(withRow(data, row('x', hour)))).toEqual(expected);
  });

  test('appends the oldest entry if all pages are loaded', () => {
    expect(ids(withRow(pages(null, [row('b', 10)]), row('x', 2)))).toEqual(['b', 'x']);
    expect(ids(withRow(pages(null, []), row('x', 2)))).toEqual(['x']);
  });

  test('keeps a changed entry that is the last loaded one, because the next page starts below it', () => {
    const last = row('01890000-0000-7000-8000-000000000001', 5);
    const cursor = `${last.created_at}~${last.id}`;
    const loaded = pages(cursor, [row('b', 10), last]);
    expect(ids(withRow(loaded, { ...last, content: 'changed' }))).toEqual(['b', last.id]);
    expect(ids(withRow(loaded, row('x', 4)))).toEqual(['b', last.id]);
  });

  test('replaces or moves an existing entry without duplicating it', () => {
    const moved = withRow(data, row('a', 21, { content: 'new' }));
    expect(ids(moved)).toEqual(['a', 'd', 'c', 'b']);
    expect(rowsOf(moved)[0]?.content).toBe('new');
    expect(ids(withRow(moved, row('a', 21)))).toEqual(['a', 'd', 'c', 'b']);
  });

  test('sorts entries of the same instant by id, as the server does', () => {
    expect(ids(withRow(pages(null, [row('b', 10)]), row('c', 10)))).toEqual(['c', 'b']);
    expect(ids(withRow(pages(null, [row('b', 10)]), row('a', 10)))).toEqual(['b', 'a']);
  });

  test('removes an entry, and returns the same object if it is not there', () => {
    expect(ids(withoutRow(data, 'c'))).toEqual(['d', 'b', 'a']);
    expect(withoutRow(data, 'z')).toBe(data);
    expect(hasRow(data, 'b')).toBe(true);
  });
});

describe('search results', () => {
  const pages = (count: number | null, ...found: CheckIn[]): FoundPages => ({
    pages: [{ rows: found, next: null, count }],
    pageParams: [undefined],
  });
  const shape = ({ pages: [first] }: FoundPages) => [first?.rows.map(({ id }) => id), first?.count];
  const loaded = pages(2, row('b', 2), row('a', 1));

  test('gain and lose an entry, and update their count', () => {
    expect(shape(withFound(loaded, row('c', 3), true))).toEqual([['c', 'b', 'a'], 3]);
    expect(shape(withFound(loaded, row('a', 1), false))).toEqual([['b'], 1]);
  });

  test('keep their count if an entry only changes, or was never included', () => {
    expect(shape(withFound(loaded, row('a', 3), true))).toEqual([['a', 'b'], 2]);
    expect(withFound(loaded, row('c', 3), false)).toBe(loaded);
  });

  test('keep their count if it is already above the counting limit', () => {
    const many = pages(limits.counted + 1, row('b', 2));
    expect(shape(withFound(many, row('c', 3), true))).toEqual([['c', 'b'], limits.counted + 1]);
  });
});

test('an uploaded file is counted once', () => {
  const waiting = row('a', 1, { missing_files: [{ id: 'f', name: 'f.png', size: 1, position: 0 }] });
  const done = withArrived(waiting, 'f');
  expect(done).toMatchObject({ file_count: 1, missing_files: [] });
  expect(withArrived(done, 'f')).toBe(done);
});

describe('chunks', () => {
  const loaded = ['f', 'e', 'd', 'c'];

  test('are numbered from the oldest, so that a new entry changes only the first one', () => {
    expect(chunksOf(loaded, 4, 3)).toEqual([
      { number: 1, size: 1, rows: ['f'] },
      { number: 0, size: 3, rows: ['e', 'd', 'c'] },
    ]);
    expect(chunksOf(['g', ...loaded], 5, 3)[1]).toEqual({ number: 0, size: 3, rows: ['e', 'd', 'c'] });
  });

  test('have no rows until all of their rows are loaded', () => {
    expect(chunksOf(loaded, 6, 3)).toEqual([
      { number: 1, size: 3, rows: ['f', 'e', 'd'] },
      { number: 0, size: 3, rows: undefined },
    ]);
  });

  test('include rows beyond the count, and there are none without rows', () => {
    expect(chunksOf(loaded, 2, 3).flatMap((chunk) => chunk.rows)).toEqual(loaded);
    expect(chunksOf([], 0, 3)).toEqual([]);
  });
});
