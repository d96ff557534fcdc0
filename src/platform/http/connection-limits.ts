// How many connections the server takes, and how long a client may take over a request (Slowloris).
import { BlockList, isIP, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { addressBlock } from './address-block.ts';
import { Places } from './places.ts';

/** Connections in all, in this process. */
const connectionsMost = 5_000;
/** Connections of one network: an office behind one address has many people, each with several connections. */
const perNetworkMost = 1_000;
/** Milliseconds for the headers of a request. */
const headersMs = 10_000;
/** Milliseconds for a whole request: 25 MB at 0.7 Mbit/s. Without an upload, `bodyMs` is the limit. */
const requestMs = 300_000;
/** Milliseconds for the body of a request that is no upload: 100 kB at most. */
export const bodyMs = 30_000;
/** Milliseconds between two looks for connections that are too slow. */
export const lookEveryMs = 2_000;

/**
 * Sets the limits of a server. Connections from `trustedProxies` do not count by their network: many people come through
 * each of them.
 */
export function limitConnections(http: Server, trustedProxies: readonly string[]): void {
  http.headersTimeout = headersMs;
  http.requestTimeout = requestMs;
  http.keepAliveTimeout = 65_000;
  http.maxConnections = connectionsMost;
  const trusted = blocksOf(trustedProxies);
  const networks = new Places(perNetworkMost);
  http.on('connection', (socket: Socket) => {
    const { remoteAddress: from } = socket;
    // A connection that has ended already has no address.
    if (from === undefined || trusted.check(from, isIP(from) === 6 ? 'ipv6' : 'ipv4')) return;
    const leave = networks.take(addressBlock(from));
    if (leave) socket.once('close', leave);
    else socket.destroy();
  });
}

/** The names that TRUSTED_PROXIES may have in place of addresses. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function blocksOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries.flatMap((one) => named[one] ?? one)) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
