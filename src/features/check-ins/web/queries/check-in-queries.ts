// All queries about check-ins, with their cache keys.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fileLimits } from '#platform/files/file-limits.ts';
import { client, hasCode } from '#platform/http/client.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { limits } from '../../constants.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { monthBounds, monthOf } from '#platform/clock/days.ts';

export const call = client<typeof operations>();

export const monthsKey = ({ userId, timezone }: Scope) => ['check_ins', userId, 'months', timezone] as const;
/** Nested under the months key, so that invalidating the month counts also invalidates the day counts. */
export const daysKey = (scope: Scope) => [...monthsKey(scope), 'days'] as const;
export const rowsKey = ({ userId, timezone }: Scope) => ['check_ins', userId, 'rows', timezone] as const;
export const searchesKey = ({ userId }: Scope) => ['check_ins', userId, 'search'] as const;
const binKey = ({ userId }: Scope) => ['check_ins', userId, 'bin'] as const;
export const filesKey = (checkInId: string) => ['log_files', checkInId] as const;

const polling = { everyMs: 800, times: 15 } as const;
/** The page gets other signed URLs ten minutes before they expire. */
const signedUrlStaleMs = (fileLimits.viewSeconds - 600) * 1000;

/** The number of entries in each month. Live events keep it up to date, so it never goes stale. */
export function monthsQuery(scope: Scope) {
  return queryOptions({
    queryKey: monthsKey(scope),
    queryFn: ({ signal }) =>
      call('GET /api/check_ins/months', { query: { timezone: scope.timezone } }, signal),
    staleTime: Infinity,
    retry: shouldRetry,
  });
}

/** The entries of one month, newest first, paginated. */
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
    retry: shouldRetry,
  });
}

/** Whether these are the entries of a month before the current one. The page shows them only when the user opens it. */
export function isOlderMonth(key: readonly unknown[]): boolean {
  const [table, , kind, timezone, month] = key as (string | undefined)[];
  if (table !== 'check_ins' || kind !== 'rows' || timezone === undefined || month === undefined) return false;
  return month < monthOf(Date.now(), timezone);
}

/** The current state of one entry, in the bin or not. Null if it no longer exists. */
export function entryQuery({ userId }: Scope, id: string) {
  return queryOptions({
    queryKey: ['check_ins', userId, 'one', id] as const,
    queryFn: async ({ signal }): Promise<CheckIn | null> => {
      try {
        return await call('GET /api/check_ins/:id', { params: { id } }, signal);
      } catch (error) {
        if (hasCode(error, 'not_found')) return null;
        throw error;
      }
    },
    staleTime: Infinity,
    retry: shouldRetry,
  });
}

/** The bin, most recently deleted first, paginated. */
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
    retry: shouldRetry,
  });
}

/**
 * The files of one entry, in the order in which they were chosen. Polls every 800 ms, at most 15 times, while files are
 * expected and there are none (R-B5).
 */
export function filesQuery(checkInId: string, expected: boolean) {
  return queryOptions({
    queryKey: filesKey(checkInId),
    queryFn: async ({ signal }) =>
      (await call('GET /api/log_files', { query: { check_in_id: checkInId } }, signal)).rows,
    staleTime: Infinity,
    retry: shouldRetry,
    refetchInterval: ({ state }) => {
      const requests = state.dataUpdateCount + state.errorUpdateCount;
      const waiting = expected && state.data?.length === 0 && requests < polling.times;
      return waiting ? polling.everyMs : false;
    },
  });
}

/** The table that lists some files, and how to get a signed URL for one of them. */
export type FileSource = {
  table: string;
  sign: (id: string, as: 'view' | 'download', signal?: AbortSignal) => Promise<{ url: string }>;
};

/** The files of entries. */
export const logFiles: FileSource = {
  table: 'log_files',
  sign: (id, as, signal) =>
    call('POST /api/storage/log-files/:id/sign', { params: { id }, body: { as } }, signal),
};

/** A signed URL to show a file. */
export function signedQuery(fileId: string, { table, sign }: FileSource = logFiles) {
  return queryOptions({
    queryKey: [table, 'signed', fileId] as const,
    queryFn: ({ signal }) => sign(fileId, 'view', signal),
    staleTime: signedUrlStaleMs,
    gcTime: signedUrlStaleMs,
    retry: shouldRetry,
  });
}
