import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { transact } from '#platform/database/transaction.ts';
import { keysPath } from '#platform/signing/public-keys.ts';
import { signingKey } from '#platform/signing/signing-key.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const log = { warn: vi.fn<() => void>() };
const current = () => transact(app.database.app, null, (tx) => signingKey(tx, { appSecret, log }), 'write');

it('rotating the signing key makes the next signature use a new key, and keeps the old one public', async () => {
  const before = await current();
  expect(await rotateSigningKey(app.database)).toBe(before.id);
  expect(await rotateSigningKey(app.database)).toBeUndefined();
  const after = await current();
  expect(after.id).not.toBe(before.id);
  const response = await app.server.inject(keysPath);
  const { keys } = response.json<{ keys: { id: string; publicKey: string; retiredAt?: string }[] }>();
  const find = (id: string) => keys.find((key) => key.id === id);
  expect(find(before.id)).toMatchObject({ publicKey: before.publicKey, retiredAt: expect.any(String) });
  expect(find(after.id)).toMatchObject({ publicKey: after.publicKey });
  expect(find(after.id)).not.toHaveProperty('retiredAt');
});
