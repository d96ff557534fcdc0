// Live events without a server: a guest's writes in one tab reach all tabs of this browser.
import type { Connected, LiveEvent } from '#platform/live/listener.ts';
import { setGuestMark } from './guest-mark.ts';

const name = 'logbook-guest';
const listeners = new Set<Connected>();
let send: ((event: LiveEvent) => void) | undefined;

/** Opens the channel to the other tabs of this browser, once. */
function open(): (event: LiveEvent) => void {
  send ??= typeof BroadcastChannel === 'function' ? byChannel() : byStorage();
  return send;
}

function byChannel() {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => dispatch(data);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  return (event: LiveEvent) => channel.postMessage(event);
}

/** For browsers without BroadcastChannel: a localStorage change fires an event in all other tabs. */
function byStorage() {
  const key = `${name}-event`;
  addEventListener('storage', (change) => {
    if (change.key === key && change.newValue !== null) dispatch(JSON.parse(change.newValue) as LiveEvent);
  });
  return (event: LiveEvent) => {
    try {
      localStorage.setItem(key, JSON.stringify(event));
      // Remove it, so that an identical event is a change again.
      localStorage.removeItem(key);
    } catch {
      // Other tabs see the change after a reload.
    }
  };
}

/** Whether anything has changed since this page began to listen, and therefore since it read what it shows. */
let changed = false;

function dispatch(event: LiveEvent): void {
  changed = true;
  for (const { receive } of listeners) receive(event);
}

/** Announces changes of one feature to all tabs, after they are committed. `Kind`: the kinds of its contract. */
export type Announce<Kind extends string> = (kind: Kind, id: string) => void;

export const announceToTabs: Announce<string> = (kind, id) => {
  setGuestMark();
  const event: LiveEvent = { kind, id };
  open()(event);
  dispatch(event);
};

/** Starts to listen to all tabs, before anything is read. Returns what replaces the live socket on this page. */
export function startGuestEvents(): (listener: Connected) => () => void {
  open();
  return listen;
}

function listen(listener: Connected): () => void {
  listeners.add(listener);
  queueMicrotask(() => {
    if (!listeners.has(listener)) return;
    listener.onConnect?.();
    if (changed && listener.readAt?.() !== 0) listener.onMissed?.();
  });
  // A tab that was frozen in the background may have missed events.
  const catchUp = () => {
    if (document.visibilityState === 'visible') listener.onMissed?.();
  };
  document.addEventListener('visibilitychange', catchUp);
  return () => {
    document.removeEventListener('visibilitychange', catchUp);
    listeners.delete(listener);
  };
}
