// Live events without a server: what one window of a guest writes, all windows of this browser hear.
import type { LiveEvent, LiveListener } from '#platform/live/client.ts';
import { rememberGuest } from './guest-mark.ts';

const name = 'logbook-guest';
const listeners = new Set<LiveListener>();
let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => tell(data);
  return channel;
}

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener.onEvent(event);
}

/** Call it once the change is written. `many` as the id: several of this kind. */
export function announce(kind: 'check_ins' | 'log_files' | 'goals', id: string): void {
  rememberGuest();
  const event: LiveEvent = { kind, id };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  open().postMessage(event);
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
