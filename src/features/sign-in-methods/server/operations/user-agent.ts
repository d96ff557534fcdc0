import type { FastifyRequest } from 'fastify';

/** What the browser calls itself, as sessions store it. */
export function userAgentOf(request: FastifyRequest): string | null {
  return request.headers['user-agent']?.slice(0, 300) ?? null;
}
