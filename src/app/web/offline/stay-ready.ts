// What a signed-in page does to be ready for a lost connection. Loaded after the page is drawn.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { goalsQuery } from '#features/goals/web/goal-queries.ts';
import { startGoalOutbox } from '#features/goals/web/goal-outbox.ts';
import { listenLive } from '#platform/live/client.ts';
import { instance } from '../instance.ts';
import { keepCopy } from './keep-copy.ts';
import { showAsOf } from './as-of.ts';
import { offlineState } from './offline-state.ts';

const gatherMs = 500;

let started = false;

/** Once per page: sends goals that wait for a connection, and keeps the copy for reading offline. */
export function stayReady(queries: QueryClient, scope: Scope): void {
  if (started) return;
  started = true;
  startGoalOutbox(queries, scope);
  addEventListener('offline', () => {
    if (!offlineState.get().text) showAsOf(Date.now());
  });
  // The socket may have survived a short break; then it does not connect again.
  addEventListener('online', () => {
    if (!fromCopy) offlineState.set({ text: undefined });
  });
  // A page that was opened from the copy reads everything again once the server listens to it.
  let fromCopy = offlineState.get().text !== undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goals = { queryKey: goalsQuery(scope).queryKey, type: 'inactive' } as const;
  listenLive({
    onConnect() {
      offlineState.set({ text: undefined });
      if (fromCopy) void queries.invalidateQueries();
      if (fromCopy) keep();
      fromCopy = false;
      void queries.refetchQueries(goals);
    },
    onEvent({ kind }) {
      if (kind !== 'goals') return;
      clearTimeout(timer);
      timer = setTimeout(() => void queries.refetchQueries(goals), gatherMs);
    },
  });
  if (!fromCopy) keep();

  function keep(): void {
    // GOALS can then be opened for the first time without a connection.
    void queries.prefetchQuery(goalsQuery(scope));
    if (!instance.offlineApp || !('serviceWorker' in navigator)) return;
    // A browser that stores nothing has no copy either.
    keepCopy(queries, scope).catch(() => undefined);
  }
}
