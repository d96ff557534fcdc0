import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSubscription } from '#features/billing/web/subscription.ts';
import { listenLive } from '#platform/live/client.ts';
import { readAtOf } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../../constants.ts';
import { memberLiveKinds } from '../../member-constants.ts';
import { memberQuery, reloadMember, type MemberScope } from './member-queries.ts';

/** Events within this time, in milliseconds, trigger a single reload. */
const debounceMs = 60;

/** Keeps a member's logbook in sync with the server, including whether the manager may still see it. */
export function useLiveMember({ userId, timezone, memberId }: MemberScope): void {
  const queries = useQueryClient();
  const { subscription } = useSubscription({ userId });
  // No team event says that the paid time has ended.
  const hasLapsed = subscription?.subscribed === false;
  useEffect(() => {
    if (hasLapsed) reloadMember(queries, { userId, timezone, memberId });
  }, [queries, userId, timezone, memberId, hasLapsed]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function soon() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!reloadMember(queries, { userId, timezone, memberId })) soon();
      }, debounceMs);
    }
    const end = listenLive({
      kinds: [...memberLiveKinds, ...liveKinds],
      onEvent({ kind, id }) {
        if (kind !== 'team' || id === memberId || id === 'many') soon();
      },
      onMissed: soon,
      readAt: readAtOf(queries, memberQuery({ userId, timezone, memberId }).queryKey),
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone, memberId]);
}
