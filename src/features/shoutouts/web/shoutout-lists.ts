// Keeps the cached lists and the number of unread shoutouts current.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { directions } from '../constants.ts';
import type { Direction, Shoutout } from '../contract.ts';
import { isOnLaterPage, withFirstPage, withShoutout } from './shoutout-pages.ts';
import { fetchPage, shoutoutsQuery, unreadQuery } from './shoutout-queries.ts';

const filters = [undefined, ...directions] as const;

/** Shows a shoutout that the user just sent or kept. A live event follows, so nothing else is reloaded. */
export function putShoutout(queries: QueryClient, scope: Scope, shoutout: Shoutout): void {
  for (const filter of filters) {
    if (filter !== undefined && filter !== shoutout.direction) continue;
    const { queryKey } = shoutoutsQuery(scope, filter);
    queries.setQueryData(queryKey, (data) => data && withShoutout(data, shoutout));
  }
}

/** Reloads what may have changed. `ids`: the changed shoutouts; undefined if they are not known. */
export function reloadShoutouts(queries: QueryClient, scope: Scope, ids?: ReadonlySet<string>): void {
  void queries.invalidateQueries({ queryKey: unreadQuery(scope).queryKey });
  for (const filter of filters) void reloadList(queries, scope, filter, ids);
}

/**
 * Almost all events are about new shoutouts, which are on the first page. So only that one is reloaded and merged by id,
 * however many pages the user has loaded. The whole list is reloaded if that is not enough: for a change on a later
 * page, for a gap, and if the list changed or is loading meanwhile.
 */
async function reloadList(
  queries: QueryClient,
  scope: Scope,
  filter: Direction | undefined,
  ids: ReadonlySet<string> | undefined,
): Promise<void> {
  const { queryKey } = shoutoutsQuery(scope, filter);
  const query = queries.getQueryCache().find({ queryKey, exact: true });
  const isIdle = () => query?.isActive() === true && query.state.fetchStatus === 'idle';
  const before = queries.getQueryData(queryKey);
  const isMergeable = before && before.pages.length > 1 && ids && !isOnLaterPage(before, ids) && isIdle();
  if (isMergeable) {
    const newest = await fetchPage(filter).catch(() => undefined);
    const merged = newest && withFirstPage(before, newest);
    if (merged && isIdle() && queries.getQueryData(queryKey) === before) {
      queries.setQueryData(queryKey, merged);
      return;
    }
  }
  await queries.invalidateQueries({ queryKey, exact: true });
}
