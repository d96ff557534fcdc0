// Prepares a signed-in page for a lost connection, and follows the links of reminders. Loaded after the first render.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { liveKinds as goalKinds } from '#features/goals/constants.ts';
import { goalsQuery } from '#features/goals/web/goal-queries.ts';
import { startGoalOutbox } from '#features/goals/web/goal-outbox.ts';
import { startPacketOutbox } from '#features/packets/web/packet-outbox.ts';
import { liveKinds as profileKinds } from '#features/profile/constants.ts';
import { profileQuery } from '#features/profile/web/profile-query.ts';
import { followReminders } from '#features/reminders/web/follow-reminders.ts';
import { listenLive } from '#platform/live/client.ts';
import { readAtOf } from '#platform/live/keep-fresh.ts';
import { instance } from '../instance.ts';
import { firstPage } from '../own-data.ts';
import { keepCopy } from './keep-copy.ts';
import { keepInMemory } from './keep-in-memory.ts';
import { showAsOf } from './as-of.ts';
import { offlineState } from './offline-state.ts';

const gatherMs = 500;

let started = false;

/** Once per page: sends goals and drafts of packets queued offline, keeps the offline copy, opens what a reminder asks for. */
export function prepareOffline(queries: QueryClient, scope: Scope): void {
  if (started) return;
  started = true;
  startGoalOutbox(queries, scope);
  startPacketOutbox(queries, scope);
  followReminders();
  addEventListener('offline', () => {
    if (!offlineState.get().text) showAsOf(Date.now());
  });
  // The socket may survive a short interruption; then it does not reconnect.
  addEventListener('online', () => {
    if (!fromCopy) offlineState.set({ text: undefined });
  });
  // A page opened from the copy reloads all its data once the live socket is connected.
  let fromCopy = offlineState.get().text !== undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refetch = () => {
    for (const { queryKey } of [goalsQuery(scope), profileQuery])
      void queries.refetchQueries({ queryKey, type: 'inactive' });
  };
  // So that GOALS and the settings can open for the first time while offline.
  for (const query of [goalsQuery(scope), profileQuery]) keepInMemory(queries, query);
  // As old as the document: an event since then has it read again.
  queries.setQueryData(profileQuery.queryKey, (known) => known ?? firstPage?.responses.profile, {
    updatedAt: performance.timeOrigin,
  });
  listenLive({
    readAt: readAtOf(queries, goalsQuery(scope).queryKey, profileQuery.queryKey),
    onConnect() {
      offlineState.set({ text: undefined });
      if (fromCopy) void queries.invalidateQueries();
      if (fromCopy) startCopy();
      fromCopy = false;
    },
    onMissed: refetch,
    kinds: [...goalKinds, ...profileKinds],
    onEvent() {
      clearTimeout(timer);
      timer = setTimeout(refetch, gatherMs);
    },
  });
  if (!fromCopy) startCopy();

  function startCopy(): void {
    void queries.prefetchQuery(goalsQuery(scope));
    void queries.prefetchQuery(profileQuery);
    if (!instance.offlineApp || !('serviceWorker' in navigator)) return;
    // Without browser storage there is no copy.
    keepCopy(queries, scope).catch(() => undefined);
  }
}
