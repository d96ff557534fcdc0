// Which network addresses are public: everyone can reach them. All others could be machines of the operator, or the server
// itself (RFC 6890, the registries of special-purpose addresses).
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const special = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address, bits] = range.split('/') as [string, string];
  special.addSubnet(address, Number(bits), 'ipv4');
}

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
/** Ranges within it that are not public, or lead to IPv4 addresses: Teredo and other protocols, documentation, 6to4. */
const exceptions = new BlockList();
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  exceptions.addSubnet(address, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  // IPv4 addresses in IPv6 (`::ffff:127.0.0.1`) are outside the public range.
  return isIPv6(address) && global.check(address, 'ipv6') && !exceptions.check(address, 'ipv6');
}
