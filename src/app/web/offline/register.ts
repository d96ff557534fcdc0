// Registers the service worker and removes what an earlier session left in this browser. Loaded after the first render.
import { deleteCopies, forgetSession } from '#features/accounts/web/session/session-end.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { savesData } from '#ui/when-idle.ts';
import { instance, pageSession } from '../instance.ts';

/** Registers the worker for offline use, if the browser and the server support it. It fetches the whole app. */
export async function registerOffline(): Promise<void> {
  // The server saw no session, so any session that this browser still knows has ended.
  if (pageSession === null && knownSession()) await forgetSession();
  else if (!knownSession() || !instance.offlineApp) await deleteCopies();
  if (!('serviceWorker' in navigator)) return;
  const registered = await navigator.serviceWorker.getRegistration();
  if (!registered && savesData()) return;
  // For what other apps share with the worker.
  await import('#platform/drafts/incoming.ts')
    .then(({ noteOwner }) => noteOwner(knownSession()?.userId ?? null))
    .catch(() => undefined);
  if (instance.offlineApp)
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  // With offline use turned off, the script unregisters an earlier worker. Left alone, browsers may fetch it much later.
  else await registered?.update();
}
