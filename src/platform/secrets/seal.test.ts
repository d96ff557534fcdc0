import { expect, test } from 'vitest';
import { openBytes, sealBytes } from './seal.ts';

const key = Buffer.alloc(32, 7);
const plain = Buffer.from('a letter');

test('sealed bytes open with their key and context, and differ each time', () => {
  const sealed = sealBytes(key, 'mail 1', plain);
  expect(openBytes(key, 'mail 1', sealed)).toEqual(plain);
  expect(sealBytes(key, 'mail 1', plain)).not.toEqual(sealed);
  // Nonce and tag.
  expect(sealed.length).toBe(12 + 16 + plain.length);
});

test('bytes that an earlier version sealed can be opened', () => {
  const sealed = Buffer.from(
    '030303030303030303030303fcd46df01a172e34f25d85b8af5aab0044decf662e5c3b30',
    'hex',
  );
  expect(openBytes(key, 'mail 1', sealed).toString()).toBe('a letter');
});

test.each([
  ['another key', (sealed: Buffer) => openBytes(Buffer.alloc(32, 8), 'mail 1', sealed)],
  ['another context', (sealed: Buffer) => openBytes(key, 'mail 2', sealed)],
  [
    'a changed byte',
    (sealed: Buffer) => openBytes(key, 'mail 1', sealed.fill(sealed.at(-1)! ^ 1, sealed.length - 1)),
  ],
  ['a missing byte', (sealed: Buffer) => openBytes(key, 'mail 1', sealed.subarray(0, -1))],
  ['a shorter tag', (sealed: Buffer) => openBytes(key, 'mail 1', sealed.subarray(0, 20))],
])('sealed bytes do not open with %s', (_what, open) => {
  expect(() => open(sealBytes(key, 'mail 1', plain))).toThrow(/authenticat|tag length/i);
});
