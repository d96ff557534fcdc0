import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { listenLive } from '#platform/live/client.ts';
import { refreshGoals } from './goal-changes.ts';

/** Events that come within this time are answered by one call. */
const gatherMs = 60;

/** Keeps the list as it is on the server: at every event, and after every reconnect for what was missed. */
export function useLiveGoals({ userId, timezone }: Scope): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function soon() {
      clearTimeout(timer);
      timer = setTimeout(() => refreshGoals(queries, { userId, timezone }), gatherMs);
    }
    const end = listenLive({
      onConnect: soon,
      onEvent: ({ kind }) => {
        if (kind === 'goals') soon();
      },
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone]);
}
