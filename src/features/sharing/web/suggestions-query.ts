import { queryOptions } from '@tanstack/react-query';
import { guestId } from '#features/guest/constants.ts';
import type { operations } from '../contract.ts';
import { client } from '#platform/http/client.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import type { Scope } from '#platform/reader/scope.ts';

const call = client<typeof operations>();

export type Suggestions = ResponseOf<(typeof operations)['GET /api/share_suggestions']>;

/** Addresses of managers and teammates that the user has shared with, most recent first. Guests have none. */
export function suggestionsQuery({ userId }: Pick<Scope, 'userId'>) {
  return queryOptions({
    queryKey: ['share_suggestions', userId] as const,
    queryFn: ({ signal }) => call('GET /api/share_suggestions', {}, signal),
    enabled: userId !== guestId,
    // A field asks again whenever it is shown. It works without suggestions, so a failure is not retried.
    staleTime: 0,
    retry: false,
  });
}
