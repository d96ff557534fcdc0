import { expect, test } from 'vitest';
import { addressBlock } from './address-block.ts';

test.each([
  ['2001:db8:1:2::1'],
  ['2001:db8:1:2:0:0:0:1'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff'],
  ['2001:0db8:0001:0002:0000:0000:0000:0001'],
  ['2001:db8:1:2::'],
  ['2001:db8:1:2:3::4'],
  ['2001:db8:1:2:3:4:5:6'],
  ['2001:db8:1:2::1%eth0'],
])('IPv6 address %s counts as its /64 network (R-A8)', (ip) => {
  expect(addressBlock(ip)).toBe('2001:db8:1:2');
});

test.each([
  ['2001:db8:1:3::1', '2001:db8:1:3'],
  ['::1', '0:0:0:0'],
  ['fe80::1', 'fe80:0:0:0'],
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
])('the address block of %s is %s', (ip, block) => {
  expect(addressBlock(ip)).toBe(block);
});
