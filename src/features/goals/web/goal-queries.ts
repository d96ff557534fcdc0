// The query for goals and its cache key.
import { queryOptions } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

/** The open goals in list order. Live events keep them fresh, so they never go stale. */
export function goalsQuery({ userId }: Scope) {
  return queryOptions({
    queryKey: ['goals', userId] as const,
    queryFn: async ({ signal }) => (await call('GET /api/goals', {}, signal)).rows,
    staleTime: Infinity,
    retry: shouldRetry,
  });
}
