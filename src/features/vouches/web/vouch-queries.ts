// The queries for vouches and their cache keys.
import { infiniteQueryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import type { FileSource } from '#features/check-ins/web/queries/check-in-queries.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { client } from '#platform/http/client.ts';
import { keepFresh } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../constants.ts';
import type { operations, Vouch } from '../contract.ts';
import type { requestOperations } from '../request-contract.ts';
import { withoutVouch, withVouch } from './vouch-pages.ts';

export const call = client<typeof operations>();

/** The user's vouches, newest first. Live events keep them fresh, so they never go stale. */
export function vouchesQuery({ userId }: Pick<Scope, 'userId'>) {
  return infiniteQueryOptions({
    queryKey: ['vouches', userId] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/vouches', { query: pageParam === undefined ? {} : { before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Infinity,
    retry: shouldRetry,
  });
}

const callRequests = client<typeof requestOperations>();

/** Visitors' requests about a vouch, newest first. No live event reports a new one: each opening loads them again. */
export function visitorsQuery({ userId }: Pick<Scope, 'userId'>, vouchId: string) {
  return infiniteQueryOptions({
    queryKey: ['visitors of a vouch', userId, vouchId] as const,
    queryFn: ({ pageParam, signal }) =>
      callRequests(
        'GET /api/vouch_verification_requests',
        { query: { vouch_id: vouchId, ...(pageParam !== undefined && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    retry: shouldRetry,
  });
}

/** The files of vouches, for the viewer. */
export const vouchFiles: FileSource = {
  table: 'vouch_files',
  sign: (id, as, signal) =>
    call('POST /api/storage/vouch-files/:id/sign', { params: { id }, body: { as } }, signal),
};

/** Shows a vouch that this page has changed. */
export function putVouch(queries: QueryClient, scope: Scope, vouch: Vouch): void {
  queries.setQueryData(vouchesQuery(scope).queryKey, (data) => data && withVouch(data, vouch));
}

/** Hides a vouch. */
export function dropVouch(queries: QueryClient, scope: Scope, id: string): void {
  queries.setQueryData(vouchesQuery(scope).queryKey, (data) => data && withoutVouch(data, id));
}

export function reloadVouches(queries: QueryClient, scope: Scope): Promise<void> {
  return queries.invalidateQueries({ queryKey: vouchesQuery(scope).queryKey });
}

/** Shows changes from other windows, and the answers of references. */
export function useLiveVouches({ userId }: Scope): void {
  const queries = useQueryClient();
  useEffect(() => keepFresh(queries, vouchesQuery({ userId }).queryKey, liveKinds), [queries, userId]);
}
