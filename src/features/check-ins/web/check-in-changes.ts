// Brings single changed entries into what the page holds: written here, heard live, or missed while away.
import type { QueryClient } from '@tanstack/react-query';
import type { CheckIn, LogFile } from '../contract.ts';
import { withoutRow, withRow, type MonthPages } from './check-in-cache.ts';
import {
  call,
  filesKey,
  monthRowsQuery,
  monthsKey,
  monthsQuery,
  rowsKey,
  type Scope,
} from './check-in-queries.ts';
import { countEntry, monthOf } from './months.ts';

function loadedMonths(queries: QueryClient, scope: Scope): [readonly unknown[], MonthPages][] {
  return queries
    .getQueriesData<MonthPages>({ queryKey: rowsKey(scope) })
    .filter((entry): entry is [(typeof entry)[0], MonthPages] => entry[1] !== undefined);
}

/** The entry as the page holds it, if it does. */
export function loadedRow(queries: QueryClient, scope: Scope, id: string): CheckIn | undefined {
  for (const [, { pages }] of loadedMonths(queries, scope)) {
    const row = pages.flatMap((page) => page.rows).find((one) => one.id === id);
    if (row) return row;
  }
  return undefined;
}

/** Puts an entry where it belongs: new, changed, at another date, or off the page when deleted. Counts are the caller's. */
export function putRow(queries: QueryClient, scope: Scope, row: CheckIn): void {
  for (const [key, data] of loadedMonths(queries, scope)) queries.setQueryData(key, withoutRow(data, row.id));
  if (row.deleted_at !== null) return;
  const { queryKey } = monthRowsQuery(scope, monthOf(row.created_at, scope.timezone));
  queries.setQueryData<MonthPages>(queryKey, (data) => data && withRow(data, row));
}

/** Puts an entry that this page has just written, and counts it. */
export function addOwnRow(queries: QueryClient, scope: Scope, row: CheckIn): void {
  const known = loadedRow(queries, scope, row.id);
  putRow(queries, scope, row);
  if (known) return;
  queries.setQueryData(monthsQuery(scope).queryKey, (data) => {
    return data && { ...data, months: countEntry(data.months, row, scope.timezone, 1) };
  });
}

/** Adds a file that has arrived to the list of its entry, where that list is loaded. */
export function putFile(queries: QueryClient, file: LogFile): void {
  queries.setQueryData<LogFile[]>(filesKey(file.check_in_id), (files) =>
    files && !files.some((one) => one.id === file.id) ? [...files, file] : files,
  );
}

export type CaughtUp = {
  /** `since` of the next call. */
  asOf: string;
  /** What was brought in, by id: given to the next call, so that what comes twice is taken once. */
  taken: ReadonlyMap<string, string>;
  /** Ids that the page did not hold. */
  added: string[];
};

/**
 * Asks what changed since an earlier answer and brings it in. Answers overlap by half a minute, because a transaction
 * may commit late. Throws `Problem`.
 */
export async function catchUp(
  queries: QueryClient,
  scope: Scope,
  since: string,
  taken: ReadonlyMap<string, string>,
): Promise<CaughtUp> {
  const { rows, too_many, as_of } = await call('GET /api/check_ins/changes', { query: { since } });
  if (too_many) {
    await queries.invalidateQueries({ queryKey: ['check_ins', scope.userId] });
    await queries.invalidateQueries({ queryKey: ['log_files'] });
    return { asOf: as_of, taken: new Map(), added: [] };
  }
  const added: string[] = [];
  let counts = false;
  for (const row of rows) {
    if (taken.get(row.id) === JSON.stringify(row)) continue;
    const before = loadedRow(queries, scope, row.id);
    putRow(queries, scope, row);
    if (!before && !taken.has(row.id) && row.deleted_at === null) added.push(row.id);
    // Whether an entry outside of what is loaded is new or only changed, the counts alone can tell.
    counts ||= before?.created_at !== row.created_at || row.deleted_at !== null;
    const files = queries.getQueryData<LogFile[]>(filesKey(row.id));
    if (files && files.length !== row.file_count) {
      void queries.invalidateQueries({ queryKey: filesKey(row.id) });
    }
  }
  if (counts) void queries.invalidateQueries({ queryKey: monthsKey(scope) });
  return { asOf: as_of, taken: new Map(rows.map((row) => [row.id, JSON.stringify(row)])), added };
}
