// Whether this browser can show reminders, and its subscription to push messages.
import type { texts } from '../texts.ts';

/** Why it cannot, if it cannot: the name of the sentence to show. `ready`: it can, once the user allows it. */
export type PushSupport =
  | 'ready'
  | keyof Pick<(typeof texts)['push'], 'denied' | 'unsupported' | 'install' | 'insecure' | 'withoutWorker'>;

/** How long the page waits for its service worker, which it registers when it is idle. */
const workerMs = 10_000;

/** iPads say that they are Macs. */
const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export async function pushSupport(): Promise<PushSupport> {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return isApplePhone() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const waited = new Promise<undefined>((resolve) => setTimeout(resolve, workerMs));
  return (await Promise.race([navigator.serviceWorker.ready, waited])) ? 'ready' : 'withoutWorker';
}

/**
 * Subscribes this browser with the instance's key, in place of a subscription with another one. Asks the user, so it must
 * follow a click. Null: the user did not allow it.
 */
export async function subscribe(publicKey: () => Promise<string>): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const key = await publicKey();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && isFor(known, key)) return known.endpoint;
  await known?.unsubscribe();
  const { endpoint } = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return endpoint;
}

function isFor({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCodePoint(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}

/** The server sends nothing more in any case. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
