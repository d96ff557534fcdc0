// The same-origin guard (R-A7): a request that changes something and carries a cookie must come from our own pages.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/**
 * Whether the browser says that the request comes from this origin: by `Sec-Fetch-Site: same-origin`, or by an `Origin`
 * equal to APP_URL's, in the try-it mode also to the request's own host. Silence counts as no.
 */
export function isFromOwnOrigin(request: FastifyRequest, config: Pick<Config, 'appUrl' | 'mode'>): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'same-origin';
  if (origin === new URL(config.appUrl).origin) return true;
  return config.mode === 'try' && origin === `http://${request.headers.host}`;
}
