// The address of a caller, for every limit per network. Behind trusted proxies it comes from X-Forwarded-For, whose
// entries a caller can invent.
import type { IncomingMessage } from 'node:http';
import { isIP, type BlockList } from 'node:net';
import { blocksOf } from '../config/trusted-proxies.ts';

/**
 * Represents every caller whom a trusted proxy reports with something that is not an address. Together, they count as
 * one network.
 */
const unknownAddress = '0.0.0.0';

/** Returns the function that reads the address of a request's caller. */
export function clientAddresses(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return peerOf;
  const trusted = blocksOf(trustedProxies);
  return (request) => {
    const hops = request.headers['x-forwarded-for'];
    const entries = hops === undefined ? [] : String(hops).split(',');
    let address = peerOf(request);
    while (entries.length > 0 && isTrusted(trusted, address)) address = addressIn(entries.pop()!);
    return address;
  };
}

/** Whether the address is in one of the blocks. */
export function isTrusted(trusted: BlockList, address: string): boolean {
  return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

// A closed socket has no address.
const peerOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? unknownAddress;

/** The address of one entry. Some proxies add the port. */
function addressIn(entry: string): string {
  const text = entry.trim();
  if (isIP(text)) return text;
  const address = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text);
  const found = address?.[1] ?? address?.[2] ?? '';
  return isIP(found) ? found : unknownAddress;
}
