// Live events without a server: a guest's writes in one tab reach all tabs of this browser.
import type { LiveKind as CheckInKind } from '#features/check-ins/contract.ts';
import type { LiveKind as GoalKind } from '#features/goals/contract.ts';
import { deliver, type LiveEvent, type LiveListener } from '#platform/live/client.ts';
import { setGuestMark } from './guest-mark.ts';

const name = 'logbook-guest';
const listeners = new Set<LiveListener>();
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

function dispatch(event: LiveEvent): void {
  deliver(event, listeners);
}

/** Call it after the change is committed. The id `many` stands for several rows. */
export function announce(kind: CheckInKind | GoalKind, id: string): void {
  setGuestMark();
  const event: LiveEvent = { kind, id };
  open()(event);
  dispatch(event);
}

/** Replaces the live socket: `listenLive` on a page without a session. */
export function listenToGuestEvents(listener: LiveListener): () => void {
  open();
  listeners.add(listener);
  // A tab that starts, or was frozen in the background, may have missed events.
  const catchUp = () => {
    if (document.visibilityState === 'visible' && listeners.has(listener)) listener.onConnect?.();
  };
  queueMicrotask(catchUp);
  document.addEventListener('visibilitychange', catchUp);
  return () => {
    document.removeEventListener('visibilitychange', catchUp);
    listeners.delete(listener);
  };
}
