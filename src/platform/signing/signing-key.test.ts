import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { transact } from '#platform/database/transaction.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import { publicKeys } from './public-keys.ts';
import { existingSigningKey, signingKey } from './signing-key.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = (secret = appSecret, warn = vi.fn<(...line: unknown[]) => void>()) =>
  transact(app.database.app, null, (tx) => signingKey(tx, { appSecret: secret, log: { warn } }), 'write');

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

it('a key that cannot be opened with the secret is retired and stays public, and one new key is made', async () => {
  const before = await get();
  const warn = vi.fn<(...line: unknown[]) => void>();
  const another = 'another secret of at least 32 characters';
  const keys = await Promise.all(Array.from({ length: 4 }, () => get(another, warn)));
  const ids = new Set(keys.map(({ id }) => id));
  expect(ids.size).toBe(1);
  expect(ids).not.toContain(before.id);
  expect(warn).toHaveBeenCalledWith({ key: before.id }, expect.stringContaining('APP_SECRET'));
  const { keys: published } = await publicKeys(app.database.app, 'https://log.example');
  expect(
    published.map(({ id, publicKey, retiredAt }) => ({ id, publicKey, isRetired: retiredAt !== undefined })),
  ).toEqual([
    { id: keys[0]!.id, publicKey: keys[0]!.publicKey, isRetired: false },
    { id: before.id, publicKey: before.publicKey, isRetired: true },
  ]);
  warn.mockClear();
  expect((await get(another, warn)).id).toBe(keys[0]!.id);
  expect(warn).not.toHaveBeenCalled();
});

it('reading the key neither makes one, nor retires one that cannot be opened', async () => {
  const fresh = await startApp();
  onTestFinished(() => fresh.close());
  const { app: pool } = fresh.database;
  const read = (secret: string) => transact(pool, null, (tx) => existingSigningKey(tx, secret));
  const published = async () => (await publicKeys(pool, 'https://log.example')).keys;
  expect([await read(appSecret), await published()]).toEqual([undefined, []]);
  const log = { warn: vi.fn<(...line: unknown[]) => void>() };
  const { id } = await transact(pool, null, (tx) => signingKey(tx, { appSecret, log }), 'write');
  expect((await read(appSecret))?.id).toBe(id);
  expect(await read('another secret of at least 32 characters')).toBeUndefined();
  expect(await published()).toEqual([expect.not.objectContaining({ retiredAt: expect.anything() })]);
});
