import type { QueryClient } from '@tanstack/react-query';
import { readCopy } from '#features/accounts/web/session/offline-copy.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { canWait } from '#features/check-ins/web/queries/until-answered.ts';
import { showAsOf } from './as-of.ts';

/**
 * Fills the page's queries from the copy of the user whose session this browser knows. Returns whether there is one; if
 * so, the page shows who is signed in and what was loaded, as of the copy's time. `why` is what asking the server threw:
 * only a lost connection is a reason.
 */
export async function openCopy(queries: QueryClient, why?: unknown): Promise<boolean> {
  if (queries.getQueryData(sessionQuery.queryKey)) return true;
  if (why !== undefined && !canWait(why)) return false;
  const userId = knownSession()?.userId;
  const copy = userId && (await readCopy(userId).catch(() => undefined));
  if (!copy) return false;
  const defaults = queries.getDefaultOptions();
  // What leaves the screen could not be loaded again.
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, gcTime: Infinity } });
  for (const { key, data } of copy.parts) queries.setQueryData(key, data);
  if (!queries.getQueryData(sessionQuery.queryKey)) return false;
  showAsOf(copy.note.at);
  return true;
}
