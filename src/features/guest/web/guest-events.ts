// Live events without a server: what one window of a guest writes, all windows of this browser hear.
import type { LiveEvent, LiveListener } from '#platform/live/client.ts';
import { rememberGuest } from './guest-mark.ts';

const name = 'logbook-guest';
const listeners = new Set<LiveListener>();
let send: ((event: LiveEvent) => void) | undefined;

/** Opens the way to the other windows of this browser, once. */
function open(): (event: LiveEvent) => void {
  send ??= typeof BroadcastChannel === 'function' ? byChannel() : byStorage();
  return send;
}

function byChannel() {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => tell(data);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  return (event: LiveEvent) => channel.postMessage(event);
}

/** For browsers without channels: a change in local storage is an event in all other windows. */
function byStorage() {
  const key = `${name}-event`;
  addEventListener('storage', (change) => {
    if (change.key === key && change.newValue !== null) tell(JSON.parse(change.newValue) as LiveEvent);
  });
  return (event: LiveEvent) => {
    try {
      localStorage.setItem(key, JSON.stringify(event));
      // The same event again must be a change as well.
      localStorage.removeItem(key);
    } catch {
      // Other windows see the change when they are loaded again.
    }
  };
}

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener.onEvent(event);
}

/** Call it once the change is written. `many` as the id: several of this kind. */
export function announce(kind: 'check_ins' | 'log_files' | 'goals', id: string): void {
  rememberGuest();
  const event: LiveEvent = { kind, id };
  open()(event);
  tell(event);
}

/** Stands in for the server's socket: `listenLive` of a page without a session. */
export function listenToGuest(listener: LiveListener): () => void {
  open();
  listeners.add(listener);
  // A window that was frozen in the background may have missed something, as one that starts may.
  const wake = () => {
    if (document.visibilityState === 'visible' && listeners.has(listener)) listener.onConnect();
  };
  queueMicrotask(wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    document.removeEventListener('visibilitychange', wake);
    listeners.delete(listener);
  };
}
