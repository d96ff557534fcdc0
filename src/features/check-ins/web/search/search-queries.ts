// The queries of the search. Those of the timeline are in check-in-queries.ts. Without a connection, they search the
// offline copy.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { shouldRetry } from '#platform/http/retries.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { limits } from '../../constants.ts';
import { matcher, type Search } from '../../search-rules.ts';
import { call, searchesKey } from '../queries/check-in-queries.ts';
import { copiedTags, searchCopy } from './copied-search.ts';

const tagsKey = ({ userId }: Scope) => ['check_ins', userId, 'tags'] as const;

/** For calls that the offline copy can answer: not paused without a connection, and repeated when it is back. */
const withCopy = {
  networkMode: 'always',
  refetchOnReconnect: true,
  retry: (failures: number, error: Error) => navigator.onLine && shouldRetry(failures, error),
} as const;

/** What the server returns. Without a connection, what the copy contains. */
async function orCopied<Found, Copied>(
  request: () => Promise<Found>,
  read: () => Promise<Copied | undefined>,
): Promise<Found | Copied> {
  const copied = navigator.onLine ? undefined : await read();
  return copied ?? request();
}

type FoundPage = Awaited<ReturnType<typeof requestPage>> & {
  /** The page is from the offline copy, which has all of the user's entries or only some. */
  copy?: 'complete' | 'partial';
};

function requestPage(search: Search, before: string | undefined, signal: AbortSignal) {
  const query = { ...search, limit: limits.pageMax, ...(before !== undefined && { before }) };
  return call('GET /api/check_ins/search', { query }, signal);
}

/** The entries that match, newest first, paginated. */
export function searchQuery(scope: Scope, search: Search) {
  return infiniteQueryOptions({
    ...withCopy,
    queryKey: [...searchesKey(scope), search] as const,
    queryFn: ({ pageParam, signal }): Promise<FoundPage> =>
      orCopied(
        () => requestPage(search, pageParam, signal),
        // A later page needs the server, as the first did.
        async () => (pageParam === undefined ? searchCopy(scope, search) : undefined),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // Results from the copy are searched again when the connection is back.
    staleTime: ({ state }) => (state.data?.pages.some(({ copy }) => copy) ? 0 : Infinity),
    // Users return to a search soon or never.
    gcTime: 60_000,
    // Decides whether a changed entry belongs in these results.
    meta: { matches: matcher(search) },
  });
}

/** The tags and kinds to filter by. */
export function tagsQuery(scope: Scope) {
  return queryOptions({
    ...withCopy,
    queryKey: tagsKey(scope),
    queryFn: ({ signal }) =>
      orCopied(
        () => call('GET /api/check_ins/tags', {}, signal),
        () => copiedTags(scope),
      ),
    staleTime: 10_000,
  });
}
