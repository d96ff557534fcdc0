import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { subscriptionQuery } from '#features/billing/web/subscription.ts';
import { useStore } from '#ui/store.ts';
import { invitationsQuery, relationshipsQuery } from './queries.ts';
import { justAccepted } from './relationship-changes.ts';

/** What the invitations panel lists: what waits for the user's answer, what they have just accepted, and what they sent. */
export function usePanelRows(scope: Scope) {
  const { data: relationships, isError, isLoading, refetch } = useQuery(relationshipsQuery(scope));
  const { data: sent, hasNextPage, isLoading: isLoadingSent } = useInfiniteQuery(invitationsQuery(scope));
  const acceptedIds = useStore(justAccepted, ({ ids }) => ids);
  const plan = useQuery(subscriptionQuery(scope));
  const rows = relationships?.rows ?? [];
  const hasTeam = plan.data?.subscribed === true;
  return {
    requests: rows.filter(({ status, requested_by_me }) => status === 'pending' && !requested_by_me),
    joined: rows.filter(
      ({ status, relationship_id: id }) => status === 'accepted' && acceptedIds.includes(id),
    ),
    waiting: (sent?.pages.flatMap((page) => page.rows) ?? []).filter(
      // MY TEAM lists those to its members.
      ({ status, type }) => status === 'pending' && (type === 'manager' || !hasTeam),
    ),
    /** Not all of the sent ones are loaded. */
    hasMore: hasNextPage,
    hasTeam,
    isSettled: !(isLoading || isLoadingSent || plan.isLoading),
    isError,
    isUnknown: isError && !relationships,
    refetch,
  };
}
