// Marks requests that this process makes itself for a caller who speaks another protocol, so that what they write says how
// it came (R-N2).
import type { FastifyRequest } from 'fastify';
import { newToken } from '../secrets/secrets.ts';

const name = 'x-logbook-via';
/** Random, so that no request from outside can have it. */
const mcp = newToken();

/** The headers of a request for an assistant. */
export const viaMcp: Readonly<Record<string, string>> = { [name]: mcp };

export function isViaMcp({ headers }: FastifyRequest): boolean {
  return headers[name] === mcp;
}
