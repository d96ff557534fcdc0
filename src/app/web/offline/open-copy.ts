import type { QueryClient } from '@tanstack/react-query';
import { readFirstOfCopy, type CopyPart } from '#features/accounts/web/session/offline-copy.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { canRetryLater } from '#platform/http/retries.ts';
import { isOlderMonth } from '#features/check-ins/web/queries/check-in-queries.ts';
import { whenUsed } from '#ui/page-use.ts';
import { showAsOf } from './as-of.ts';
import { offlineState } from './offline-state.ts';

/**
 * Fills the query cache from the copy of the user whose session this browser knows. Returns whether there is a copy. If
 * so, the page shows the user and the loaded data as of the copy's time. `error` is why the request to the server
 * failed: the copy is used only if the request may succeed later (`canRetryLater`).
 */
export async function openCopy(queries: QueryClient, error?: unknown): Promise<boolean> {
  if (queries.getQueryData(sessionQuery.queryKey)) return true;
  if (error !== undefined && !canRetryLater(error)) return false;
  const userId = knownSession()?.userId;
  const copy = userId && (await readFirstOfCopy(userId, isOlderMonth).catch(() => undefined));
  if (!copy) return false;
  const defaults = queries.getDefaultOptions();
  // Data that leaves the screen could not be loaded again.
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, gcTime: Infinity } });
  for (const { key, data } of copy.parts) queries.setQueryData(key, data);
  if (!queries.getQueryData(sessionQuery.queryKey)) return false;
  showAsOf(copy.note.at);
  whenUsed(() => void fill(queries, copy.readLater()).catch(() => undefined));
  return true;
}

/** Fills the query cache with what the page did not need at once, until there is a connection and it is read again. */
async function fill(queries: QueryClient, parts: AsyncIterable<CopyPart>): Promise<void> {
  for await (const { key, data } of parts) {
    if (offlineState.get().text === undefined) return;
    queries.setQueryData(key, data);
  }
}
