// Merges single changed entries into the query cache.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { createStore } from '#ui/store.ts';
import type { CheckIn, LogFile } from '../../contract.ts';
import {
  hasRow,
  rowsOf,
  withFound,
  withoutRow,
  withRow,
  type FoundPages,
  type MonthPages,
} from './check-in-cache.ts';
import {
  daysKey,
  entryQuery,
  filesKey,
  monthRowsQuery,
  monthsKey,
  monthsQuery,
  rowsKey,
  searchesKey,
} from './check-in-queries.ts';
import { countEntry } from '../months.ts';
import { monthOf } from '#platform/clock/days.ts';

/** The entry that this page last created, changed or restored. Search results report it if they do not include it. */
export const lastOwnChange = createStore<{ row: CheckIn | undefined }>({ row: undefined });

type Loaded<Pages> = [key: readonly unknown[], pages: Pages][];

function loaded<Pages>(queries: QueryClient, queryKey: readonly unknown[]): Loaded<Pages> {
  return queries.getQueriesData<Pages>({ queryKey }).flatMap(([key, data]) => (data ? [[key, data]] : []));
}

const loadedMonths = (queries: QueryClient, scope: Scope) => loaded<MonthPages>(queries, rowsKey(scope));
const loadedSearches = (queries: QueryClient, scope: Scope) =>
  loaded<FoundPages>(queries, searchesKey(scope));

/** The entry, if it is loaded. */
export function loadedRow(queries: QueryClient, scope: Scope, id: string): CheckIn | undefined {
  const months = loadedMonths(queries, scope).map(([, data]) => data);
  return [...months, ...loadedSearches(queries, scope).map(([, data]) => data)]
    .flatMap(rowsOf)
    .find((row) => row.id === id);
}

/** The entry, if it is loaded and not being removed. */
export function countedRow(queries: QueryClient, scope: Scope, id: string): CheckIn | undefined {
  return leaving.has(id) ? undefined : loadedRow(queries, scope, id);
}

/** Entries with deletes or restores in flight, and how many. Live updates of them may be stale. */
const paused = new Map<string, number>();
/** Entries whose rows are shown until they have left the page. */
const leaving = new Set<string>();

/** Entries that were deleted in another tab or on another device while this page was open. */
const deletedElsewhere = new Set<string>();

/** Records whether the server's newest state of an entry is deleted. */
export function noteState({ id, deleted_at }: CheckIn): void {
  if (deleted_at === null) deletedElsewhere.delete(id);
  else deletedElsewhere.add(id);
}

/** Whether an entry was deleted after this page sent it. Its earlier response must not bring it back. */
export function wasDeleted(id: string): boolean {
  return deletedElsewhere.has(id);
}

/** Ignores live updates of an entry until the returned function is called. */
export function pauseLiveUpdates(id: string): () => void {
  paused.set(id, (paused.get(id) ?? 0) + 1);
  return () => {
    const left = (paused.get(id) ?? 1) - 1;
    if (left > 0) paused.set(id, left);
    else paused.delete(id);
  };
}

/** Whether live updates of an entry are to be ignored. */
export function isPaused(id: string): boolean {
  return paused.has(id);
}

/** Updates all loaded lists for a new, changed, moved, deleted or restored entry. The caller updates the counts. */
export function putRow(queries: QueryClient, scope: Scope, row: CheckIn): void {
  leaving.delete(row.id);
  cacheEntry(queries, scope, row.id, row);
  for (const [key, data] of loadedMonths(queries, scope)) queries.setQueryData(key, withoutRow(data, row.id));
  putFound(queries, scope, row);
  if (row.deleted_at !== null) return;
  const { queryKey } = monthRowsQuery(scope, monthOf(row.created_at, scope.timezone));
  queries.setQueryData<MonthPages>(queryKey, (data) => data && withRow(data, row));
}

/** Adds an entry to the search results that it matches, and removes it from those that it no longer matches. */
function putFound(queries: QueryClient, scope: Scope, row: CheckIn): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: searchesKey(scope) })) {
    const matches = query.meta?.['matches'] as ((entry: CheckIn) => boolean) | undefined;
    const data = query.state.data as FoundPages | undefined;
    if (!data || !matches) continue;
    const matching = row.deleted_at === null && matches(row);
    const after = withFound(data, row, matching);
    queries.setQueryData(query.queryKey, after);
    // It sorts below all loaded results, so the count may or may not include it.
    if (matching && !hasRow(after, row.id))
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** Updates the lists for an entry that this page has just changed. */
export function putOwnRow(queries: QueryClient, scope: Scope, row: CheckIn): void {
  putRow(queries, scope, row);
  lastOwnChange.set({ row });
}

/** Adds an entry that this page has just created or restored, and updates the counts. */
export function addOwnRow(queries: QueryClient, scope: Scope, row: CheckIn): void {
  const known = countedRow(queries, scope, row.id);
  putOwnRow(queries, scope, row);
  const { queryKey } = monthRowsQuery(scope, monthOf(row.created_at, scope.timezone));
  if (!known && queries.getQueryData(queryKey)) countRow(queries, scope, row, 1);
  // A concurrent read already included it, or its month is not loaded: the counts may or may not include it.
  else recount(queries, scope);
}

/** Adjusts the counts for one added or removed entry. */
export function countRow(queries: QueryClient, scope: Scope, row: CheckIn, change: 1 | -1): void {
  queries.setQueryData(monthsQuery(scope).queryKey, (data) => {
    return data && { ...data, months: countEntry(data.months, row, scope.timezone, change) };
  });
  void queries.invalidateQueries({ queryKey: daysKey(scope) });
}

/** Refetches the counts. A response in flight when an entry was added or removed may be stale. */
export function recount(queries: QueryClient, scope: Scope): void {
  void queries.invalidateQueries({ queryKey: monthsKey(scope) });
}

/** Marks an entry as leaving: its row is still shown, but no longer counted. False if it already is. */
export function startRemoval(id: string): boolean {
  const starts = !leaving.has(id);
  leaving.add(id);
  return starts;
}

/**
 * Removes a leaving entry from the lists. The caller updates the counts. False if the entry has come back in the
 * meantime.
 */
export function finishRemoval(queries: QueryClient, scope: Scope, id: string): boolean {
  if (!leaving.delete(id)) return false;
  for (const [key, data] of loadedMonths(queries, scope)) queries.setQueryData(key, withoutRow(data, id));
  for (const [key, data] of loadedSearches(queries, scope)) {
    const row = rowsOf(data).find((found) => found.id === id);
    if (row) queries.setQueryData(key, withFound(data, row, false));
  }
  return true;
}

/** Updates the cached query of a single entry, if there is one. */
export function cacheEntry(queries: QueryClient, scope: Scope, id: string, row: CheckIn | null): void {
  const { queryKey } = entryQuery(scope, id);
  queries.setQueryData(queryKey, (data) => (data === undefined ? undefined : row));
}

/** Inserts an uploaded file into its entry's file list, if that list is loaded. */
export function putFile(queries: QueryClient, file: LogFile): void {
  queries.setQueryData<LogFile[]>(filesKey(file.check_in_id), (files) =>
    files && !files.some(({ id }) => id === file.id)
      ? [...files, file].sort((a, b) => a.position - b.position)
      : files,
  );
}
