import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listenLive } from '#platform/live/client.ts';
import { catchUp, checkGone, loadedRow } from './check-in-changes.ts';
import type { Scope } from './check-in-queries.ts';

/** Events that come within this time are answered by one call. */
const gatherMs = 60;
/** Lists and counts are read by separate calls, so the first question reaches back a little. */
const overlapMs = 10_000;

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
  const start = useEffectEvent(() => new Date(Date.parse(asOf ?? '') - overlapMs).toISOString());

  useEffect(() => {
    if (!ready) return;
    const own = { userId, timezone };
    const named = new Set<string>();
    let since = start();
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
          const asked = [...named];
          named.clear();
          const caught = await catchUp(queries, own, since);
          since = caught.asOf;
          if (caught.added.length > 0) added(caught.added);
          const silent = asked.filter((id) => !caught.ids.includes(id) && loadedRow(queries, own, id));
          for (const id of silent) await checkGone(queries, own, id);
        } while (again);
      } catch (error) {
        // What was missed is asked for again at the next event or connection, from the same moment.
        console.warn('Changes could not be read.', error);
      } finally {
        running = false;
      }
    }
    function soon() {
      clearTimeout(timer);
      timer = setTimeout(read, gatherMs);
    }
    const end = listenLive({
      onConnect: soon,
      onEvent: ({ kind, id }) => {
        if (kind !== 'check_ins' && kind !== 'log_files') return;
        if (kind === 'check_ins' && id !== 'many') named.add(id);
        soon();
      },
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, userId, timezone, ready]);
}
