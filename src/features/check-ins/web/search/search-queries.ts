// The queries of the search. Those of the timeline are in check-in-queries.ts.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { limits } from '../../constants.ts';
import { matcher, type Search } from '../../search-rules.ts';
import { call, searchesKey } from '../queries/check-in-queries.ts';
import { shouldRetry } from '#platform/http/retries.ts';

const tagsKey = ({ userId }: Scope) => ['check_ins', userId, 'tags'] as const;

/** The entries that match, newest first, paginated. */
export function searchQuery(scope: Scope, search: Search) {
  return infiniteQueryOptions({
    queryKey: [...searchesKey(scope), search] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/check_ins/search',
        {
          query: { ...search, limit: limits.pageMax, ...(pageParam !== undefined && { before: pageParam }) },
        },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Infinity,
    // Users return to a search soon or never.
    gcTime: 60_000,
    retry: shouldRetry,
    // Decides whether a changed entry belongs in these results.
    meta: { matches: matcher(search) },
  });
}

/** The tags and kinds to filter by. */
export function tagsQuery(scope: Scope) {
  return queryOptions({
    queryKey: tagsKey(scope),
    queryFn: ({ signal }) => call('GET /api/check_ins/tags', {}, signal),
    staleTime: 10_000,
    retry: shouldRetry,
  });
}
