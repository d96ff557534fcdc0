// Live events for the data of queries.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { listenLive } from './client.ts';

/** When the data of all these queries was read (see `LiveListener`). */
export function readAtOf(queries: QueryClient, ...keys: QueryKey[]): () => number {
  return () => {
    const states = keys.map((key) => queries.getQueryState(key));
    const read = states.filter((state) => state?.data !== undefined && state.fetchStatus !== 'fetching');
    return read.length === 0 ? 0 : Math.min(...read.map((state) => state!.dataUpdatedAt));
  };
}

/** Reads a query again whenever something of these kinds changes, until the returned function is called. */
export function keepFresh(queries: QueryClient, queryKey: QueryKey, kinds: readonly string[]): () => void {
  const reload = () => void queries.invalidateQueries({ queryKey, exact: true });
  return listenLive({ kinds, onEvent: reload, onMissed: reload, readAt: readAtOf(queries, queryKey) });
}
