// The service worker, and what an earlier session left in this browser. Loaded after the page is drawn.
import { deleteCopies, forgetSession } from '#features/accounts/web/session/session-end.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { instance, reader } from '../instance.ts';

/** Registers the worker that opens the app without a connection, where the browser has such and the server ships it. */
export async function registerOffline(): Promise<void> {
  // The server saw no session: whatever this browser still knows of one has ended.
  if (reader === null && knownSession()) await forgetSession();
  else if (!knownSession() || !instance.offlineApp) await deleteCopies();
  if (!('serviceWorker' in navigator)) return;
  // Where it is turned off, the script removes a worker that was registered before.
  if (instance.offlineApp || (await navigator.serviceWorker.getRegistration()))
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
}
