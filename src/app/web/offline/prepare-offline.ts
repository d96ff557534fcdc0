// Prepares a signed-in page for a lost connection. Loaded after the first render.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { liveKinds as goalKinds } from '#features/goals/contract.ts';
import { goalsQuery } from '#features/goals/web/goal-queries.ts';
import { startGoalOutbox } from '#features/goals/web/goal-outbox.ts';
import { listenLive } from '#platform/live/client.ts';
import { instance } from '../instance.ts';
import { keepCopy } from './keep-copy.ts';
import { showAsOf } from './as-of.ts';
import { offlineState } from './offline-state.ts';

const gatherMs = 500;

let started = false;

/** Once per page: sends goals queued offline, and keeps the offline copy. */
export function prepareOffline(queries: QueryClient, scope: Scope): void {
  if (started) return;
  started = true;
  startGoalOutbox(queries, scope);
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
  const goals = { queryKey: goalsQuery(scope).queryKey, type: 'inactive' } as const;
  listenLive({
    onConnect() {
      offlineState.set({ text: undefined });
      if (fromCopy) void queries.invalidateQueries();
      if (fromCopy) startCopy();
      fromCopy = false;
      void queries.refetchQueries(goals);
    },
    kinds: goalKinds,
    onEvent() {
      clearTimeout(timer);
      timer = setTimeout(() => void queries.refetchQueries(goals), gatherMs);
    },
  });
  if (!fromCopy) startCopy();

  function startCopy(): void {
    // Lets GOALS open for the first time while offline.
    void queries.prefetchQuery(goalsQuery(scope));
    if (!instance.offlineApp || !('serviceWorker' in navigator)) return;
    // Without browser storage there is no copy.
    keepCopy(queries, scope).catch(() => undefined);
  }
}
