import type { IncomingMessage } from 'node:http';

/** Where pages open the WebSocket for live events. */
export const livePath = '/api/live';

/** Whether the request may become a WebSocket. */
export function asksForLiveEvents({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === livePath;
}
