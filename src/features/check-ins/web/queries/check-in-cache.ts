// Merges one changed entry into the cached lists, so that they need no refetch. Pure.
import type { InfiniteData } from '@tanstack/react-query';
import { limits } from '../../constants.ts';
import type { CheckIn } from '../../contract.ts';
import { readCursor } from '#platform/http/paging.ts';

export type Page = { rows: CheckIn[]; next: string | null };
export type MonthPages = InfiniteData<Page>;
export type FoundPages = InfiniteData<Page & { count: number | null }>;

/** Sorts newest first. Breaks ties by id, as the server's keyset pagination does. */
function newerFirst(a: CheckIn, b: Pick<CheckIn, 'created_at' | 'id'>): number {
  return Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

export function hasRow(data: MonthPages, id: string): boolean {
  return data.pages.some((page) => page.rows.some((row) => row.id === id));
}

/** The pages without the entry. Returns the same object if the entry was not in them. */
export function withoutRow<Pages extends MonthPages>(data: Pages, id: string): Pages {
  if (!hasRow(data, id)) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) })),
  };
}

/** Whether the entry sorts above all pages that are not loaded yet, so that none of them contains it. */
function isAboveCursor(row: CheckIn, next: string): boolean {
  const cursor = readCursor(next);
  return cursor !== null && newerFirst(row, { created_at: cursor.at, id: cursor.id }) <= 0;
}

/**
 * The pages with the entry inserted or moved to its position. Leaves out an entry below the last page's cursor: a later
 * page will contain it.
 */
export function withRow<Pages extends MonthPages>(data: Pages, row: CheckIn): Pages {
  const without = withoutRow(data, row.id);
  const { pages } = without;
  for (const [index, page] of pages.entries()) {
    const position = page.rows.findIndex((other) => newerFirst(row, other) < 0);
    const isLast = position === -1 && index === pages.length - 1;
    const end = isLast && (page.next === null || isAboveCursor(row, page.next));
    if (position === -1 && !end) continue;
    const rows = page.rows.toSpliced(end ? page.rows.length : position, 0, row);
    return { ...without, pages: pages.with(index, { ...page, rows }) };
  }
  return without;
}

/** The search results after an entry changed, with the entry added or removed by whether it matches, and the count. */
export function withFound(data: FoundPages, row: CheckIn, matching: boolean): FoundPages {
  const after = matching ? withRow(data, row) : withoutRow(data, row.id);
  const change = Number(hasRow(after, row.id)) - Number(hasRow(data, row.id));
  const [first, ...others] = after.pages;
  const count = first?.count ?? null;
  if (!first || count === null || count > limits.counted || change === 0) return after;
  return { ...after, pages: [{ ...first, count: count + change }, ...others] };
}

export function rowsOf(data: MonthPages | undefined): CheckIn[] {
  return data?.pages.flatMap((page) => page.rows) ?? [];
}

/** The entry after one of its missing files was uploaded. */
export function withArrived(row: CheckIn, fileId: string): CheckIn {
  const missing_files = row.missing_files.filter((missing) => missing.id !== fileId);
  if (missing_files.length === row.missing_files.length) return row;
  return { ...row, missing_files, file_count: row.file_count + 1 };
}

export type Chunk<Row> = {
  /** Counted from the oldest entry, so that a new entry changes only the first chunk. */
  number: number;
  /** How many entries the chunk has, loaded or not. */
  size: number;
  /** The entries, or undefined while they are not loaded. */
  rows: Row[] | undefined;
};

/**
 * Splits a month of `total` entries, of which the newest are loaded, into chunks of `size`, newest first. The first
 * chunk may be smaller than the others.
 */
export function chunksOf<Row>(loaded: Row[], total: number, size: number): Chunk<Row>[] {
  const all = Math.max(total, loaded.length);
  return Array.from({ length: Math.ceil(all / size) }, (_, index) => {
    const number = Math.ceil(all / size) - 1 - index;
    const start = Math.max(0, all - (number + 1) * size);
    const end = all - number * size;
    return {
      number,
      size: end - start,
      rows: loaded.length >= end ? loaded.slice(start, end) : undefined,
    };
  });
}
