import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '#platform/database/transaction.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import { signingKey } from './signing-key.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = (secret = appSecret) => transact(app.database.app, null, (tx) => signingKey(tx, secret), 'write');

it('concurrent first uses make one key, whose signatures its public key verifies', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => get()));
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
  const { publicKey: x, sign } = keys[0]!;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signature = Buffer.from(sign(Buffer.from('text')), 'base64url');
  expect(verify(null, Buffer.from('text'), publicKey, signature)).toBe(true);
  expect(verify(null, Buffer.from('test'), publicKey, signature)).toBe(false);
  expect((await get()).publicKey).toBe(x);
});

it('the stored private key cannot be opened with another secret', async () => {
  await get();
  await expect(get('another secret of at least 32 characters')).rejects.toThrow(/authenticate/);
});
