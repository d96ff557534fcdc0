// The entries that a shoutout can be linked to.
import { queryOptions } from '@tanstack/react-query';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { call } from '#features/check-ins/web/queries/check-in-queries.ts';

const count = 20;

/** The user's newest entries. Read again whenever the dialog opens. */
export function recentEntriesQuery({ userId }: Scope) {
  return queryOptions({
    queryKey: ['shoutouts', userId, 'entries'] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /api/check_ins', { query: { limit: count } }, signal)).rows,
    staleTime: 0,
  });
}
