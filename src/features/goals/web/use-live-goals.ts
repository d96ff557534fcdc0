import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { listenLive } from '#platform/live/client.ts';
import { readAtOf } from '#platform/live/keep-fresh.ts';
import { liveKinds } from '../constants.ts';
import { refreshGoals } from './goal-changes.ts';
import { goalsQuery } from './goal-queries.ts';

/** Events within this time, in milliseconds, trigger a single reload. */
const debounceMs = 60;

/** Keeps the list in sync with the server: reloads it on events and after reconnects. */
export function useLiveGoals({ userId, timezone }: Scope): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function soon() {
      clearTimeout(timer);
      timer = setTimeout(() => refreshGoals(queries, { userId, timezone }), debounceMs);
    }
    const readAt = readAtOf(queries, goalsQuery({ userId, timezone }).queryKey);
    const end = listenLive({ kinds: liveKinds, onEvent: soon, onMissed: soon, readAt });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone]);
}
