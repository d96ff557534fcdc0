// Without a session, the page handles a guest's operations itself, using the browser's own storage.
import type { QueryClient } from '@tanstack/react-query';
import { guestDatabase } from '#features/guest/web/guest-database.ts';
import { startGuestEvents } from '#features/guest/web/guest-events.ts';
import { countInteraction } from '#features/guest/web/interactions.ts';
import { handleLocally } from '#platform/http/client.ts';
import { listenLocally } from '#platform/live/client.ts';
import { whenActive } from '#features/check-ins/web/outbox/when-active.ts';
import { fetchAhead } from '#ui/when-idle.ts';
import { attention } from '../attention.ts';
import { offlineState } from '../offline/offline-state.ts';
import { guestFeatures } from './guest-features.ts';
import { guestLog } from './guest-log-state.ts';

/** Must run before the first request. `guestLog` says whether this browser can store a log. */
export function openGuestLog(queries: QueryClient): void {
  for (const { handlers, interactions } of guestFeatures) {
    handleLocally(handlers, (key) => {
      if (interactions.includes(key) && attention() !== 'tutorial') countInteraction();
    });
  }
  listenLocally(startGuestEvents());
  offlineState.set({ guest: true });
  // Local requests need no network.
  const defaults = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, networkMode: 'always' } });
  guestDatabase().then(prepare, (error: unknown) => {
    console.warn('This browser stores nothing for this site.', error);
    guestLog.set({ isOpen: false });
  });
}

function prepare(): void {
  whenActive(() => {
    for (const { prepareWriting } of guestFeatures) void prepareWriting?.().catch(() => undefined);
  });
  // While there is a network.
  fetchAhead(() => void Promise.allSettled(guestFeatures.map((feature) => feature.prepare())));
}
