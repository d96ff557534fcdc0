// Shows the reminders that arrive as push messages, and opens Add Check-in when one is clicked. The messages have no content
// (R-N6), so what is shown is always the same.
import { addEntryMessage } from '#features/reminders/push-constants.ts';
import { pushTexts } from '#features/reminders/push-texts.ts';
import { asks, paths } from '../../paths.ts';

type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type Window = { url: string; focus(): Promise<Window>; postMessage(message: string, transfer: []): void };

/** The parts of the worker's global scope used here. TypeScript's worker library conflicts with the DOM's. */
type WorkerScope = {
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: object): Promise<void> };
  addEventListener(type: 'push', listener: (event: WorkerEvent) => void): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: WorkerEvent & { notification: { close(): void } }) => void,
  ): void;
};

const scope = self as unknown as WorkerScope;

export function showReminders(): void {
  scope.addEventListener('push', (event) => event.waitUntil(show()));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openComposer());
  });
}

/** One that is already shown is replaced. */
const show = () =>
  scope.registration.showNotification(pushTexts.title, {
    body: pushTexts.body,
    tag: 'logbook-reminder',
    icon: '/icons/icon-192.png',
  });

/** In an open dashboard, which stays as it is; a window with another page is left alone. */
async function openComposer(): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const dashboard = windows.find(({ url }) => new URL(url).pathname === paths.home);
  if (!dashboard) await scope.clients.openWindow(asks.add);
  else {
    dashboard.postMessage(addEntryMessage, []);
    await dashboard.focus();
  }
}
