// The same-origin guard (R-A7): an unsafe request with a cookie must come from our own pages.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Whether the browser reports this origin: by `Sec-Fetch-Site: same-origin`, or by an `Origin` that equals APP_URL's
 * or, in try-it mode, the request's own host. Returns false without these headers.
 */
export function isFromOwnOrigin(request: FastifyRequest, config: Pick<Config, 'appUrl' | 'mode'>): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'same-origin';
  if (origin === new URL(config.appUrl).origin) return true;
  return config.mode === 'try' && origin === `http://${request.headers.host}`;
}
