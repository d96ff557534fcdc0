import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { guestId } from '#features/guest/constants.ts';
import { showOnIcon } from '#ui/app-badge.ts';
import { useStore } from '#ui/store.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { countUnreadSince } from '../read-rules.ts';
import { lastRead, loadLastRead, markRead } from './last-read.ts';
import { unreadQuery } from './shoutout-queries.ts';
import { useLiveShoutouts } from './use-live-shoutouts.ts';

type Props = { scope: Scope; children: (count: number) => ReactNode };

/** Counts unread shoutouts, in an open page as they arrive (R-D1). A guest has none. */
export function UnreadCount(props: Props) {
  // Only the browser knows what the user has read.
  const hydrated = useHydrated();
  return hydrated && props.scope.userId !== guestId ? <Count {...props} /> : null;
}

function Count({ scope, children }: Props) {
  useState(() => loadLastRead(scope.userId));
  const since = useStore(lastRead, ({ at }) => at);
  const { data } = useQuery(unreadQuery(scope));
  useLiveShoutouts(scope);
  // The first visit initializes it.
  useEffect(() => {
    if (since === undefined && data) markRead(data.as_of);
  }, [since, data]);
  const count = data && countUnreadSince(data.newest, since);
  useEffect(() => {
    if (count !== undefined) showOnIcon(count);
  }, [count]);
  return children(count ?? 0);
}
