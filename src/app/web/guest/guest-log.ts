// A page without a session answers its own questions: every operation that a guest has, over the browser's own store.
import type { QueryClient } from '@tanstack/react-query';
import { guestCheckIns, prepareGuestCheckIns, prepareGuestWriting } from '#features/check-ins/web/guest.ts';
import { guestGoals, prepareGuestGoals } from '#features/goals/web/guest.ts';
import { isInteraction } from '#features/guest/rules.ts';
import { guestDatabase } from '#features/guest/web/guest-database.ts';
import { listenToGuest } from '#features/guest/web/guest-events.ts';
import { countInteraction } from '#features/guest/web/interactions.ts';
import { answerLocally, type LocalHandlers } from '#platform/http/client.ts';
import type { Operations } from '#platform/http/operation.ts';
import { listenLocally } from '#platform/live/client.ts';
import { attention } from '../attention.ts';
import { offlineState } from '../offline/offline-state.ts';

const idleAfterMs = 1500;

export type GuestLog = 'open' | 'closed';

/** Before the first component asks anything. Tells whether this browser keeps a log at all. */
export async function openGuestLog(queries: QueryClient): Promise<GuestLog> {
  answerLocally(counted(guestCheckIns));
  answerLocally(counted(guestGoals));
  listenLocally(listenToGuest);
  offlineState.set({ guest: true });
  // What is asked here needs no network.
  const { queries: asking } = queries.getDefaultOptions();
  queries.setDefaultOptions({
    queries: { ...asking, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  });
  try {
    await guestDatabase();
  } catch (error) {
    console.warn('This browser keeps nothing for this site.', error);
    return 'closed';
  }
  void prepareGuestWriting().catch(() => undefined);
  // Fetched while nothing else is going on, and while there is a network.
  const fetchRest = () => [prepareGuestCheckIns(), prepareGuestGoals()];
  setTimeout(() => void Promise.allSettled(fetchRest()), idleAfterMs);
  return 'open';
}

type Handler = (input: unknown) => Promise<unknown>;

function counted<All extends Operations>(handlers: LocalHandlers<All>): LocalHandlers<All> {
  const all = Object.entries(handlers as Record<string, Handler>).map(([key, handler]): [string, Handler] => [
    key,
    isInteraction(key)
      ? async (input) => {
          const answer = await handler(input);
          if (attention() !== 'tutorial') countInteraction();
          return answer;
        }
      : handler,
  ]);
  return Object.fromEntries(all) as LocalHandlers<All>;
}
