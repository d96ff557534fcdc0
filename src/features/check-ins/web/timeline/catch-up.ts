// Applies changes that this page did not make itself: received live, or missed while offline.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import type { CheckIn, LogFile } from '../../contract.ts';
import { removeRow } from '../entries/remove-row.ts';
import { rowsOf } from '../queries/check-in-cache.ts';
import { cacheEntry, countedRow, isPaused, noteState, putRow, recount } from '../queries/check-in-changes.ts';
import { binQuery, call, filesKey } from '../queries/check-in-queries.ts';

export type CaughtUp = {
  /** `since` of the next call. */
  asOf: string;
  /** Changes already applied, as JSON by id. Passed to the next call, so that overlapping responses apply each once. */
  applied: ReadonlyMap<string, string>;
  /** Ids of new entries that were not loaded. */
  added: string[];
};

/**
 * Fetches and applies the changes since an earlier response. Responses overlap by half a minute, because a transaction
 * may commit late. Throws `Problem`.
 */
export async function catchUp(
  queries: QueryClient,
  scope: Scope,
  since: string,
  applied: ReadonlyMap<string, string>,
): Promise<CaughtUp> {
  const { rows, too_many, as_of } = await call('GET /api/check_ins/changes', { query: { since } });
  if (too_many) {
    await queries.invalidateQueries({ queryKey: ['check_ins', scope.userId] });
    await queries.invalidateQueries({ queryKey: ['log_files'] });
    return { asOf: as_of, applied: new Map(), added: [] };
  }
  const added: string[] = [];
  const updates = rows.filter((row) => !isPaused(row.id) && applied.get(row.id) !== JSON.stringify(row));
  let recountNeeded = false;
  for (const row of updates) {
    const before = countedRow(queries, scope, row.id);
    applyChange(queries, scope, row);
    // An entry that is not loaded may also be edited or restored, so only a recent `recorded_at` means it is new.
    const isNew = row.deleted_at === null && Date.parse(row.recorded_at) >= Date.parse(since);
    if (isNew && !before && !applied.has(row.id)) added.push(row.id);
    // For an entry that is not loaded, only the server knows whether the counts already include it.
    recountNeeded ||= before?.created_at !== row.created_at || row.deleted_at !== null;
    const files = queries.getQueryData<LogFile[]>(filesKey(row.id));
    if (files && files.length !== row.file_count) {
      void queries.invalidateQueries({ queryKey: filesKey(row.id) });
    }
  }
  if (recountNeeded) recount(queries, scope);
  const current = rows.filter((row) => !isPaused(row.id));
  return { asOf: as_of, applied: new Map(current.map((row) => [row.id, JSON.stringify(row)])), added };
}

/** Applies the server's state of an entry, on the timeline or in the bin. */
function applyChange(queries: QueryClient, scope: Scope, row: CheckIn): void {
  noteState(row);
  const { queryKey } = binQuery(scope);
  const inBin = rowsOf(queries.getQueryData(queryKey)).some(({ id }) => id === row.id);
  if (inBin !== (row.deleted_at !== null)) void queries.invalidateQueries({ queryKey });
  if (row.deleted_at === null) {
    putRow(queries, scope, row);
    return;
  }
  cacheEntry(queries, scope, row.id, row);
  void removeRow(queries, scope, row.id);
}
