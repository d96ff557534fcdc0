import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveKinds as addressKinds } from '#features/accounts/constants.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { listenLive } from '#platform/live/client.ts';
import { readAtOf } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../constants.ts';
import { reloadShoutouts } from './shoutout-lists.ts';
import { unreadQuery } from './shoutout-queries.ts';

/** Events within this time, in milliseconds, trigger a single reload. */
const debounceMs = 60;

/** Keeps the list and the number of unread shoutouts in sync with the server. */
export function useLiveShoutouts({ userId, timezone }: Scope): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let changed: Set<string> | undefined = new Set();
    /** Without an id, any shoutout may have changed. */
    function soon(id?: string) {
      if (id === undefined) changed = undefined;
      else changed?.add(id);
      clearTimeout(timer);
      timer = setTimeout(reload, debounceMs);
    }
    function reload() {
      const ids = changed;
      changed = new Set();
      reloadShoutouts(queries, { userId, timezone }, ids);
    }
    const end = listenLive({
      kinds: [...liveKinds, ...addressKinds],
      // The other kind is about addresses: a newly verified one adds its shoutouts.
      onEvent: ({ kind, id }) => soon(kind === 'shoutouts' && id !== 'many' ? id : undefined),
      onMissed: () => soon(),
      readAt: readAtOf(queries, unreadQuery({ userId }).queryKey),
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone]);
}
