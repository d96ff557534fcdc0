// The queries for the résumé and their cache keys.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { fileLimits } from '#platform/files/file-limits.ts';
import { client } from '#platform/http/client.ts';
import { keepFresh } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../constants.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

/** The page gets another signed URL ten minutes before the last one expires. */
const signedUrlStaleMs = (fileLimits.viewSeconds - 600) * 1000;

/** The user's résumé, or null. Live events keep it fresh, so it never goes stale. */
export function resumeQuery({ userId }: Scope) {
  return queryOptions({
    queryKey: ['resumes', userId] as const,
    queryFn: async ({ signal }) => (await call('GET /api/resumes', {}, signal)).resume,
    staleTime: Infinity,
    retry: shouldRetry,
  });
}

/** A signed URL to show the résumé with this id. */
export function previewQuery(id: string) {
  return queryOptions({
    queryKey: ['resumes', 'signed', id] as const,
    queryFn: ({ signal }) =>
      call('POST /api/storage/resumes/:id/sign', { params: { id }, body: { as: 'view' } }, signal),
    staleTime: signedUrlStaleMs,
    gcTime: signedUrlStaleMs,
    retry: shouldRetry,
  });
}

/** Shows changes from other windows. */
export function useLiveResume({ userId, timezone }: Scope): void {
  const queries = useQueryClient();
  useEffect(() => {
    return keepFresh(queries, resumeQuery({ userId, timezone }).queryKey, liveKinds);
  }, [queries, userId, timezone]);
}
