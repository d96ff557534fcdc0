import { queryOptions } from '@tanstack/react-query';
import { guestId } from '#features/guest/constants.ts';
import type { operations } from '../../contract.ts';
import { client } from '#platform/http/client.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { shouldRetry } from '#platform/http/retries.ts';

const call = client<typeof operations>();

/** The managers who can see shared entries of the user (R-E8). Guests share nothing. Live events keep it fresh. */
export function managersQuery({ userId }: Pick<Scope, 'userId'>) {
  return queryOptions({
    queryKey: ['manager-access', userId] as const,
    queryFn: async ({ signal }) => (await call('GET /api/manager_access', {}, signal)).rows,
    enabled: userId !== guestId,
    // The end of a manager's plan causes no live event.
    staleTime: 5 * 60_000,
    retry: shouldRetry,
  });
}
