import { listenLive } from '#platform/live/client.ts';

/** Not every return of a connection is announced, so it is looked for this often, in milliseconds. */
const lookEvery = 30_000;

/** Calls `look` now and, as long as the page is open, whenever a connection may be back. */
export function whenBack(look: () => void): void {
  addEventListener('online', look);
  listenLive({ onConnect: look, onEvent: () => undefined });
  setInterval(look, lookEvery);
  look();
}
