// Limits the number of connections and how long a request may take (Slowloris).
import type { Socket } from 'node:net';
import type { Server } from 'node:http';
import { blocksOf } from '../config/trusted-proxies.ts';
import { addressBlock } from './address-block.ts';
import { isTrusted } from './client-address.ts';
import { KeyedLimit } from './keyed-limit.ts';

/** Connections in total, in this process. */
const maxConnections = 5_000;
/** Connections per network. An office behind one address has many people, each with several connections. */
const maxPerNetwork = 1_000;
/** Timeout for the headers of a request, in milliseconds. */
const headersMs = 10_000;
/** Timeout for a whole request, in milliseconds: 25 MB at 0.7 Mbit/s. Only uploads may take longer than `bodyMs`. */
const requestMs = 300_000;
/** Timeout for the body of a request that is not an upload, in milliseconds. `json-body.ts` limits its size. */
export const bodyMs = 30_000;
/** Interval of the checks for slow connections, in milliseconds. */
export const connectionCheckMs = 2_000;

/**
 * Sets the limits of a server. Connections from `trustedProxies` are exempt from the limit per network: many users
 * share each proxy.
 */
export function limitConnections(http: Server, trustedProxies: readonly string[]): void {
  http.headersTimeout = headersMs;
  http.requestTimeout = requestMs;
  http.keepAliveTimeout = 65_000;
  http.maxConnections = maxConnections;
  const trusted = blocksOf(trustedProxies);
  const networks = new KeyedLimit(maxPerNetwork);
  http.on('connection', (socket: Socket) => {
    const { remoteAddress: from } = socket;
    // A closed socket has no address.
    if (from === undefined || isTrusted(trusted, from)) return;
    const release = networks.take(addressBlock(from));
    if (release) socket.once('close', release);
    else socket.destroy();
  });
}
