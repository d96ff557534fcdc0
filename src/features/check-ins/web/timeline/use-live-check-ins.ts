import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { isServerError } from '#platform/http/client.ts';
import { listenLive } from '#platform/live/client.ts';
import { liveKinds } from '../../constants.ts';

/** The first event triggers a read immediately. Later events within this time after a read share the next one. */
const coalesceMs = 60;
const retryMs = 5000;

/**
 * Syncs the loaded entries with the server on every live event, and catches up when events were missed. Starts once
 * there is a first response (`asOf`). Calls `onAdded` with the ids of new entries. Delays events of entries that this page is
 * sending, because they are already on screen.
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
    let applied: ReadonlyMap<string, string> = new Map();
    let first = true;
    /** Of events that the first response explains. */
    const heard = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let running = false;
    let runAgain = false;
    let readAt = -Infinity;
    let ended = false;

    async function read() {
      running = true;
      try {
        // The page begins with everything, so this is needed later.
        const { catchUp } = await import('./catch-up.ts');
        const result = await catchUp(queries, own, since, applied);
        ({ asOf: since, applied } = result);
        // The first response reaches back to before the page was loaded, so most of its entries are not new.
        const isNew = first ? result.added.filter((id) => heard.has(id)) : result.added;
        if (isNew.length > 0) added(isNew);
        first = false;
      } catch (error) {
        // Retries with the same `since`: soon after a server error, otherwise when the socket reconnects.
        console.warn('Changes could not be read.', error);
        if (isServerError(error)) timer = setTimeout(() => void read(), retryMs);
      } finally {
        running = false;
        readAt = performance.now();
        if (runAgain) schedule();
      }
    }
    function schedule(delay = 0) {
      runAgain = running;
      if (running || ended) return;
      clearTimeout(timer);
      const wait = Math.max(delay, readAt + coalesceMs - performance.now());
      if (wait <= 0) void read();
      else timer = setTimeout(() => void read(), wait);
    }
    const stop = listenLive({
      kinds: liveKinds,
      onEvent({ id }) {
        if (first) heard.add(id);
        schedule(sending(id) ? coalesceMs : 0);
      },
      onMissed: () => schedule(),
    });
    return () => {
      ended = true;
      stop();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone, ready]);
}
