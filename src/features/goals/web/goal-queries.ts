// The question about goals that the page asks, with the key under which its answer is kept.
import { queryOptions } from '@tanstack/react-query';
import { worthRetry, type Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

/** The open goals in their order. Live events keep them right, so they do not go stale by themselves. */
export function goalsQuery({ userId }: Scope) {
  return queryOptions({
    queryKey: ['goals', userId] as const,
    queryFn: async ({ signal }) => (await call('GET /api/goals', {}, signal)).rows,
    staleTime: Infinity,
    retry: worthRetry,
  });
}
