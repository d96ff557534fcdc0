// Brings single changed entries into what the page holds: written here, heard live, or missed while away.
import type { QueryClient } from '@tanstack/react-query';
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
  binQuery,
  call,
  daysKey,
  entryQuery,
  filesKey,
  monthRowsQuery,
  monthsKey,
  monthsQuery,
  rowsKey,
  searchesKey,
  type Scope,
} from './check-in-queries.ts';
import { countEntry, monthOf } from '../months.ts';
import { endSlide, slideOut } from '../timeline/row-motion.ts';

/** The entry that this page wrote, changed or brought back last: whoever shows only some entries says where it is. */
export const lastOwnChange = createStore<{ row: CheckIn | undefined }>({ row: undefined });

type Loaded<Pages> = [key: readonly unknown[], pages: Pages][];

function loaded<Pages>(queries: QueryClient, queryKey: readonly unknown[]): Loaded<Pages> {
  return queries.getQueriesData<Pages>({ queryKey }).flatMap(([key, data]) => (data ? [[key, data]] : []));
}

const loadedMonths = (queries: QueryClient, scope: Scope) => loaded<MonthPages>(queries, rowsKey(scope));
const loadedSearches = (queries: QueryClient, scope: Scope) =>
  loaded<FoundPages>(queries, searchesKey(scope));

/** The entry as the page holds it, if it does. */
export function loadedRow(queries: QueryClient, scope: Scope, id: string): CheckIn | undefined {
  const months = loadedMonths(queries, scope).map(([, data]) => data);
  return [...months, ...loadedSearches(queries, scope).map(([, data]) => data)]
    .flatMap(rowsOf)
    .find((one) => one.id === id);
}

/** The entry as the page holds it, if it does, and if it is not on its way off. */
function countedRow(queries: QueryClient, scope: Scope, id: string): CheckIn | undefined {
  return leaving.has(id) ? undefined : loadedRow(queries, scope, id);
}

/** Entries that this page deletes or restores now, and how often: what it hears of them meanwhile may be older. */
const held = new Map<string, number>();
/** Entries that are on their way off the page. */
const leaving = new Set<string>();

/** Keeps live news of an entry away until the returned function is called. */
export function holdEntry(id: string): () => void {
  held.set(id, (held.get(id) ?? 0) + 1);
  return () => {
    const left = (held.get(id) ?? 1) - 1;
    if (left > 0) held.set(id, left);
    else held.delete(id);
  };
}

/** Puts an entry where it belongs: new, changed, at another date, back from the bin, or into it. Counts are the caller's. */
export function putRow(queries: QueryClient, scope: Scope, row: CheckIn): void {
  leaving.delete(row.id);
  cacheEntry(queries, scope, row.id, row);
  for (const [key, data] of loadedMonths(queries, scope)) queries.setQueryData(key, withoutRow(data, row.id));
  putFound(queries, scope, row);
  if (row.deleted_at !== null) return;
  const { queryKey } = monthRowsQuery(scope, monthOf(row.created_at, scope.timezone));
  queries.setQueryData<MonthPages>(queryKey, (data) => data && withRow(data, row));
}

/** Puts an entry into what was searched for, where it matches, and takes it out where it no longer does. */
function putFound(queries: QueryClient, scope: Scope, row: CheckIn): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: searchesKey(scope) })) {
    const matches = query.meta?.['matches'] as ((entry: CheckIn) => boolean) | undefined;
    const data = query.state.data as FoundPages | undefined;
    if (!data || !matches) continue;
    const matching = row.deleted_at === null && matches(row);
    const after = withFound(data, row, matching);
    queries.setQueryData(query.queryKey, after);
    // It stands below all that is loaded, counted or not.
    if (matching && !hasRow(after, row.id))
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** Puts an entry that this page has just changed. */
export function putOwnRow(queries: QueryClient, scope: Scope, row: CheckIn): void {
  putRow(queries, scope, row);
  lastOwnChange.set({ row });
}

/** Puts an entry that this page has just written or brought back, and counts it. */
export function addOwnRow(queries: QueryClient, scope: Scope, row: CheckIn): void {
  const known = countedRow(queries, scope, row.id);
  putOwnRow(queries, scope, row);
  const { queryKey } = monthRowsQuery(scope, monthOf(row.created_at, scope.timezone));
  if (!known && queries.getQueryData(queryKey)) countRow(queries, scope, row, 1);
  // It came with rows that were read meanwhile, or its month is not loaded: whether the counts know of it is not known here.
  else recount(queries, scope);
}

/** Corrects the counts for one entry more or fewer. */
export function countRow(queries: QueryClient, scope: Scope, row: CheckIn, change: 1 | -1): void {
  queries.setQueryData(monthsQuery(scope).queryKey, (data) => {
    return data && { ...data, months: countEntry(data.months, row, scope.timezone, change) };
  });
  void queries.invalidateQueries({ queryKey: daysKey(scope) });
}

/** Asks for the counts again: what was on its way when an entry went or came may have missed it. */
export function recount(queries: QueryClient, scope: Scope): void {
  void queries.invalidateQueries({ queryKey: monthsKey(scope) });
}

/** Lets an entry leave the page. Counts are the caller's. */
export async function removeRow(queries: QueryClient, scope: Scope, id: string): Promise<void> {
  if (leaving.has(id)) return;
  leaving.add(id);
  await slideOut(id);
  if (leaving.delete(id)) {
    for (const [key, data] of loadedMonths(queries, scope)) queries.setQueryData(key, withoutRow(data, id));
    for (const [key, data] of loadedSearches(queries, scope)) {
      const row = rowsOf(data).find((one) => one.id === id);
      if (row) queries.setQueryData(key, withFound(data, row, false));
    }
  } else endSlide(id);
}

/** Tells what is known of one entry to whoever looks at it alone. */
export function cacheEntry(queries: QueryClient, scope: Scope, id: string, row: CheckIn | null): void {
  const { queryKey } = entryQuery(scope, id);
  queries.setQueryData(queryKey, (data) => (data === undefined ? undefined : row));
}

/** Puts a file that has arrived in its place in the list of its entry, where that list is loaded. */
export function putFile(queries: QueryClient, file: LogFile): void {
  queries.setQueryData<LogFile[]>(filesKey(file.check_in_id), (files) =>
    files && !files.some((one) => one.id === file.id)
      ? [...files, file].sort((a, b) => a.position - b.position)
      : files,
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
  const news = rows.filter((row) => !held.has(row.id) && taken.get(row.id) !== JSON.stringify(row));
  let counts = false;
  for (const row of news) {
    const before = countedRow(queries, scope, row.id);
    applyChange(queries, scope, row);
    // An entry that stands outside of what is loaded may have been edited, or come back from the bin.
    const isNew = row.deleted_at === null && Date.parse(row.recorded_at) >= Date.parse(since);
    if (isNew && !before && !taken.has(row.id)) added.push(row.id);
    // Whether an entry outside of what is loaded is new or only changed, the counts alone can tell.
    counts ||= before?.created_at !== row.created_at || row.deleted_at !== null;
    const files = queries.getQueryData<LogFile[]>(filesKey(row.id));
    if (files && files.length !== row.file_count) {
      void queries.invalidateQueries({ queryKey: filesKey(row.id) });
    }
  }
  if (counts) recount(queries, scope);
  const now = rows.filter((row) => !held.has(row.id));
  return { asOf: as_of, taken: new Map(now.map((row) => [row.id, JSON.stringify(row)])), added };
}

/** Brings in what the server says of an entry: on the timeline, or in the bin. */
function applyChange(queries: QueryClient, scope: Scope, row: CheckIn): void {
  const { queryKey } = binQuery(scope);
  const inBin = rowsOf(queries.getQueryData(queryKey)).some((one) => one.id === row.id);
  if (inBin !== (row.deleted_at !== null)) void queries.invalidateQueries({ queryKey });
  if (row.deleted_at === null) {
    putRow(queries, scope, row);
    return;
  }
  cacheEntry(queries, scope, row.id, row);
  void removeRow(queries, scope, row.id);
}
