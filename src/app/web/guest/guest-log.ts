// Without a session, the page handles a guest's operations itself, using the browser's own storage.
import type { QueryClient } from '@tanstack/react-query';
import { guestCheckIns, prepareGuestCheckIns, prepareGuestWriting } from '#features/check-ins/web/guest.ts';
import { guestGoals, prepareGuestGoals } from '#features/goals/web/guest.ts';
import { isInteraction } from '#features/guest/rules.ts';
import { guestDatabase } from '#features/guest/web/guest-database.ts';
import { listenToGuestEvents } from '#features/guest/web/guest-events.ts';
import { countInteraction } from '#features/guest/web/interactions.ts';
import { answerLocally } from '#platform/http/client.ts';
import { listenLocally } from '#platform/live/client.ts';
import { attention } from '../attention.ts';
import { offlineState } from '../offline/offline-state.ts';

const loadRestAfterMs = 1500;

export type GuestLog = 'open' | 'closed';

/** Must run before the first request. Returns whether this browser can store a log. */
export async function openGuestLog(queries: QueryClient): Promise<GuestLog> {
  answerLocally(guestCheckIns, countAnswer);
  answerLocally(guestGoals, countAnswer);
  listenLocally(listenToGuestEvents);
  offlineState.set({ guest: true });
  // Local requests need no network.
  const defaults = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, networkMode: 'always' } });
  try {
    await guestDatabase();
  } catch (error) {
    console.warn('This browser stores nothing for this site.', error);
    return 'closed';
  }
  void prepareGuestWriting().catch(() => undefined);
  // Loaded shortly after the page, while there is a network.
  const fetchRest = () => [prepareGuestCheckIns(), prepareGuestGoals()];
  setTimeout(() => void Promise.allSettled(fetchRest()), loadRestAfterMs);
  return 'open';
}

function countAnswer(key: string): void {
  if (isInteraction(key) && attention() !== 'tutorial') countInteraction();
}
