// Every question about check-ins that the page asks, with the key under which its answer is kept.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client, Problem } from '#platform/http/client.ts';
import { limits, type CheckIn, type operations } from '../../contract.ts';
import { monthBounds } from '../months.ts';

export const call = client<typeof operations>();

/** Whose entries, and by which clock they fall into months. */
export type Scope = { userId: string; timezone: string };

export const monthsKey = ({ userId, timezone }: Scope) => ['check_ins', userId, 'months', timezone] as const;
/** Below the months' counts: what asks for those again asks for these, too. */
export const daysKey = (scope: Scope) => [...monthsKey(scope), 'days'] as const;
export const rowsKey = ({ userId, timezone }: Scope) => ['check_ins', userId, 'rows', timezone] as const;
export const searchesKey = ({ userId }: Scope) => ['check_ins', userId, 'search'] as const;
const binKey = ({ userId }: Scope) => ['check_ins', userId, 'bin'] as const;
export const filesKey = (checkInId: string) => ['log_files', checkInId] as const;

const polling = { everyMs: 800, times: 15 } as const;
/** Signed addresses hold 60 minutes; a page asks again before that. */
const signedUrlStaleMs = 50 * 60_000;

/** A refusal stays one; a lost connection or a server that is starting gets two more tries. */
export function worthRetry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500);
}

/** How many entries each month holds. Live events keep it right, so it does not go stale by itself. */
export function monthsQuery(scope: Scope) {
  return queryOptions({
    queryKey: monthsKey(scope),
    queryFn: ({ signal }) =>
      call('GET /api/check_ins/months', { query: { timezone: scope.timezone } }, signal),
    staleTime: Infinity,
    retry: worthRetry,
  });
}

/** The entries of one month, newest first, by pages. */
export function monthRowsQuery(scope: Scope, month: string) {
  return infiniteQueryOptions({
    queryKey: [...rowsKey(scope), month] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/check_ins',
        {
          query: {
            ...monthBounds(month, scope.timezone),
            limit: limits.pageMax,
            ...(pageParam !== undefined && { before: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Infinity,
    retry: worthRetry,
  });
}

/** One entry as it is now, in the bin or not; null when it is gone for good. */
export function entryQuery({ userId }: Scope, id: string) {
  return queryOptions({
    queryKey: ['check_ins', userId, 'one', id] as const,
    queryFn: async ({ signal }): Promise<CheckIn | null> => {
      try {
        return await call('GET /api/check_ins/:id', { params: { id } }, signal);
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Infinity,
    retry: worthRetry,
  });
}

/** The bin, last deleted first, by pages. */
export function binQuery(scope: Scope) {
  return infiniteQueryOptions({
    queryKey: binKey(scope),
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/check_ins/deleted',
        { query: { limit: limits.page, ...(pageParam !== undefined && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Infinity,
    retry: worthRetry,
  });
}

/**
 * The files of one entry, in the order in which they were chosen. While files are expected and none is there, it asks every 800 ms, at most 15
 * times (R-B5).
 */
export function filesQuery(checkInId: string, expected: boolean) {
  return queryOptions({
    queryKey: filesKey(checkInId),
    queryFn: async ({ signal }) =>
      (await call('GET /api/log_files', { query: { check_in_id: checkInId } }, signal)).rows,
    staleTime: Infinity,
    retry: worthRetry,
    refetchInterval: ({ state }) => {
      const asked = state.dataUpdateCount + state.errorUpdateCount;
      const waiting = expected && state.data?.length === 0 && asked < polling.times;
      return waiting ? polling.everyMs : false;
    },
  });
}

/** The address under which a file can be shown for a while. */
export function signedQuery(fileId: string) {
  return queryOptions({
    queryKey: ['log_files', 'signed', fileId] as const,
    queryFn: ({ signal }) =>
      call('POST /api/storage/log-files/:id/sign', { params: { id: fileId }, body: { as: 'view' } }, signal),
    staleTime: signedUrlStaleMs,
    gcTime: signedUrlStaleMs,
    retry: worthRetry,
  });
}
