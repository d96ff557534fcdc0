import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveKinds as addressKinds } from '#features/accounts/contract.ts';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { listenLive } from '#platform/live/client.ts';
import { liveKinds } from '../contract.ts';
import { shoutoutsKey } from './shoutout-queries.ts';

/** Events within this time, in milliseconds, trigger a single reload. */
const debounceMs = 60;
/** A newly verified address brings its shoutouts along. */
const kinds = [...liveKinds, ...addressKinds];

/** Keeps the list and the number of unread shoutouts in sync with the server. */
export function useLiveShoutouts({ userId, timezone }: Scope): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function soon() {
      clearTimeout(timer);
      const queryKey = shoutoutsKey({ userId, timezone });
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey }), debounceMs);
    }
    const end = listenLive({ kinds, onEvent: soon, onConnect: soon });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone]);
}
