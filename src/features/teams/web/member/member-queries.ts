// The queries for a member's logbook and their cache keys. Every load notes on the server that the manager looked, and
// all lists follow the live events about the member.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { logFiles } from '#features/check-ins/web/queries/check-in-queries.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { client } from '#platform/http/client.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import type { MemberEntry, memberOperations } from '../../member-contract.ts';

const call = client<typeof memberOperations>();

/** Whose logbook is shown to which manager. */
export type MemberScope = Scope & { memberId: string };

export type Page<Row> = { rows: Row[]; next: string | null };

export type Member = Omit<ResponseOf<(typeof memberOperations)['GET /api/team/:user_id']>, 'entries'>;

/** Everything that is cached of a member. */
const memberKey = ({ userId, memberId }: MemberScope) => ['team-member', userId, memberId] as const;

/**
 * The member, with the counts. Fills the list of entries with its first page, so that opening a logbook takes one
 * request. Nothing is kept after a visit: each one checks again whether the manager still has access.
 */
export function memberQuery(scope: MemberScope) {
  return queryOptions({
    queryKey: [...memberKey(scope), 'head'] as const,
    queryFn: async ({ signal, client: queries }): Promise<Member> => {
      const { entries, ...member } = await call(
        'GET /api/team/:user_id',
        { params: { user_id: scope.memberId } },
        signal,
      );
      takeFirstEntries(queries, scope, entries);
      return member;
    },
    staleTime: 0,
    gcTime: 0,
    retry: shouldRetry,
  });
}

/** The entries that the member shares, newest first. */
export function memberEntriesQuery(scope: MemberScope) {
  return memberPages(scope, 'entries', (query, signal) =>
    call('GET /api/team/:user_id/check_ins', { params: { user_id: scope.memberId }, query }, signal),
  );
}

/** The member's goals: open ones in their order, then completed ones, newest first. */
export function memberGoalsQuery(scope: MemberScope) {
  return memberPages(scope, 'goals', (query, signal) =>
    call('GET /api/team/:user_id/goals', { params: { user_id: scope.memberId }, query }, signal),
  );
}

/** The member's shoutouts to the manager, newest first. */
export function memberShoutoutsQuery(scope: MemberScope) {
  return memberPages(scope, 'shoutouts', (query, signal) =>
    call('GET /api/team/:user_id/shoutouts', { params: { user_id: scope.memberId }, query }, signal),
  );
}

function memberPages<Row>(
  scope: MemberScope,
  list: 'entries' | 'goals' | 'shoutouts',
  fetchPage: (query: { before?: string }, signal: AbortSignal) => Promise<Page<Row>>,
) {
  return infiniteQueryOptions({
    queryKey: [...memberKey(scope), list] as const,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(pageParam === undefined ? {} : { before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    retry: shouldRetry,
  });
}

/** Shows the newest entries. With more pages on screen, all of them are loaded again, so that none is missing. */
function takeFirstEntries(queries: QueryClient, scope: MemberScope, entries: Page<MemberEntry>): void {
  const { queryKey } = memberEntriesQuery(scope);
  const known = queries.getQueryData(queryKey);
  if (known && known.pages.length > 1) void queries.invalidateQueries({ queryKey });
  else queries.setQueryData(queryKey, { pages: [entries], pageParams: [undefined] });
}

/**
 * Loads everything that is shown of the member again; the entries come with the head. False while the first load is in
 * progress: repeating that would lose when the manager last looked.
 */
export function reloadMember(queries: QueryClient, scope: MemberScope): boolean {
  const head = queries.getQueryState(memberQuery(scope).queryKey);
  if (head?.data === undefined && head?.fetchStatus === 'fetching') return false;
  const keys = [memberQuery(scope), memberGoalsQuery(scope), memberShoutoutsQuery(scope)];
  for (const { queryKey } of keys) void queries.invalidateQueries({ queryKey });
  return true;
}

/** Deletes everything that the page knows of the member, and the signed URLs of files. */
export function forgetMember(queries: QueryClient, scope: MemberScope): void {
  queries.removeQueries({ queryKey: memberKey(scope) });
  queries.removeQueries({ queryKey: [logFiles.table, 'signed'] });
}
