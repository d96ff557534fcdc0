import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Keeps the data of a query in memory while nothing shows it, and says how to read it again. Must be called before the data
 * is set, because a query keeps the options that it was made with.
 */
export function keepInMemory(queries: QueryClient, query: { queryKey: QueryKey }): void {
  queries.setQueryDefaults(query.queryKey, { ...query, gcTime: Infinity });
}
