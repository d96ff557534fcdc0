import { listenLive } from './client.ts';

/** Not every reconnect fires an event, so this is also the polling interval, in milliseconds. */
const pollMs = 30_000;

/** Calls `retry` now and, as long as the page is open, whenever the connection may be back. */
export function onReconnect(retry: () => void): void {
  addEventListener('online', retry);
  listenLive({ onConnect: retry });
  setInterval(retry, pollMs);
  retry();
}
