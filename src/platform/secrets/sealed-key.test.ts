import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { openKey, sealKey } from './sealed-key.ts';

const secret = 'a secret of at least thirty-two characters';
/** As an earlier version stored it. */
const stored = {
  id: 'fd9ab2acfe165752',
  sealed_private_key: Buffer.from(
    'C7qhcb19eETnXV97RGxBnWsessztIYN57t6RXdDFWwLyi8mgYY1TV93ZX9Tt7sDVGmLd51s5i5YRghNqRg_SIQRu_WWXX4CjiAAUcg',
    'base64url',
  ),
};
const publicKey = Buffer.from('IbHXpw-ygZoAANdM4vuvu-RlvYnv29a1QFxDyiqd6uI', 'base64url');
const privateKey = openKey('signing', secret, stored)!;

it('a key that an earlier version sealed can be opened, and keeps its id', () => {
  expect(createPublicKey(privateKey).export({ format: 'jwk' }).x).toBe(publicKey.toString('base64url'));
  const { id, sealed } = sealKey('signing', secret, { publicKey, privateKey });
  expect(id).toBe(stored.id);
  expect(openKey('signing', secret, { id, sealed_private_key: sealed })?.equals(privateKey)).toBe(true);
});

it.each([
  ['another secret', () => openKey('signing', `${secret}!`, stored)],
  ['another use', () => openKey('push', secret, stored)],
  ['another id', () => openKey('signing', secret, { ...stored, id: '0'.repeat(16) })],
])('a sealed key does not open with %s', (_what, open) => {
  expect(open()).toBeUndefined();
});
