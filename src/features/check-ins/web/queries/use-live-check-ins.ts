import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Problem } from '#platform/http/client.ts';
import { listenLive } from '#platform/live/client.ts';
import { catchUp } from './check-in-changes.ts';
import type { Scope } from './check-in-queries.ts';

/** The first event is answered at once; those that come within this time after a call share the next one. */
const coalesceMs = 60;
const retryMs = 5000;

/**
 * Keeps the loaded entries as they are on the server, once there is a first answer (`asOf`) to count from: at every
 * event, and after every reconnect for what was missed. Tells the ids that the page did not hold.
 * An entry that this page is sending is shown already, so its event can wait.
 */
export function useLiveCheckIns(
  scope: Scope,
  asOf: string | undefined,
  onAdded: (ids: string[]) => void,
  isSending: (id: string) => boolean,
): void {
  const queries = useQueryClient();
  const { userId, timezone } = scope;
  const ready = asOf !== undefined;
  const added = useEffectEvent(onAdded);
  const sending = useEffectEvent(isSending);
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
    let readAt = -Infinity;
    let ended = false;

    async function read() {
      running = true;
      try {
        const caught = await catchUp(queries, own, since, taken);
        ({ asOf: since, taken } = caught);
        // The first answer reaches back to before the page was loaded: what it brings is no news.
        if (!first && caught.added.length > 0) added(caught.added);
        first = false;
      } catch (error) {
        // What was missed is asked for again, from the same moment: soon, or when the socket stands again.
        console.warn('Changes could not be read.', error);
        if (error instanceof Problem && error.status >= 500) timer = setTimeout(() => void read(), retryMs);
      } finally {
        running = false;
        readAt = performance.now();
        if (again) soon();
      }
    }
    function soon(delay = 0) {
      again = running;
      if (running || ended) return;
      clearTimeout(timer);
      const wait = Math.max(delay, readAt + coalesceMs - performance.now());
      if (wait <= 0) void read();
      else timer = setTimeout(() => void read(), wait);
    }
    const end = listenLive({
      onConnect: () => soon(),
      onEvent: ({ kind, id }) => {
        if (kind === 'check_ins' || kind === 'log_files') soon(sending(id) ? coalesceMs : 0);
      },
    });
    return () => {
      ended = true;
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone, ready]);
}
