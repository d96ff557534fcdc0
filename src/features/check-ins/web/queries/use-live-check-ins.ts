import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Problem } from '#platform/http/client.ts';
import { listenLive } from '#platform/live/client.ts';
import { catchUp } from './check-in-changes.ts';
import type { Scope } from './check-in-queries.ts';

/** Events that come within this time are answered by one call. */
const gatherMs = 60;
const retryMs = 5000;

/**
 * Keeps the loaded entries as they are on the server, once there is a first answer (`asOf`) to count from: at every
 * event, and after every reconnect for what was missed. Tells the ids that the page did not hold.
 */
export function useLiveCheckIns(
  scope: Scope,
  asOf: string | undefined,
  onAdded: (ids: string[]) => void,
): void {
  const queries = useQueryClient();
  const { userId, timezone } = scope;
  const ready = asOf !== undefined;
  const added = useEffectEvent(onAdded);
  const start = useEffectEvent(() => asOf ?? '');

  useEffect(() => {
    if (!ready) return;
    const own = { userId, timezone };
    let since = start();
    let taken: ReadonlyMap<string, string> = new Map();
    let first = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let running = false;
    let again = false;

    async function read() {
      if (running) {
        again = true;
        return;
      }
      running = true;
      try {
        do {
          again = false;
          const caught = await catchUp(queries, own, since, taken);
          ({ asOf: since, taken } = caught);
          // The first answer reaches back to before the page was loaded: what it brings is no news.
          if (!first && caught.added.length > 0) added(caught.added);
          first = false;
        } while (again);
      } catch (error) {
        // What was missed is asked for again, from the same moment: soon, or when the socket stands again.
        console.warn('Changes could not be read.', error);
        if (error instanceof Problem && error.status >= 500) timer = setTimeout(() => void read(), retryMs);
      } finally {
        running = false;
      }
    }
    function soon() {
      clearTimeout(timer);
      timer = setTimeout(() => void read(), gatherMs);
    }
    const end = listenLive({
      onConnect: soon,
      onEvent: ({ kind }) => {
        if (kind === 'check_ins' || kind === 'log_files') soon();
      },
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone, ready]);
}
