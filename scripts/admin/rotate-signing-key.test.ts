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

it('after a theft, the keys of that time are marked, and those before and after are not', async () => {
  await rotateSigningKey(app.database);
  const early = await current();
  await rotateSigningKey(app.database);
  const late = await current();
  const day = (back: number) => new Date(Date.now() - back * 86_400_000);
  await app.database.asOwner((owner) =>
    owner.query(
      `update signing_keys set created_at = case id when $1 then now() - interval '9 days' else created_at end,
         retired_at = case id when $1 then now() - interval '5 days' else retired_at end`,
      [early.id],
    ),
  );
  await rotateSigningKey(app.database, day(3));
  const next = await current();
  const read = async () => {
    const response = await app.server.inject(keysPath);
    const { keys } = response.json<{ keys: { id: string; compromisedAt?: string }[] }>();
    return (id: string) => keys.find((key) => key.id === id)?.compromisedAt;
  };
  let since = await read();
  expect([since(early.id), since(next.id)]).toEqual([undefined, undefined]);
  expect(since(late.id)).toEqual(expect.any(String));
  // It turns out that the theft was earlier.
  await rotateSigningKey(app.database, day(7));
  since = await read();
  expect(since(early.id)).toBe(`${day(7).toISOString().slice(0, 10)}${since(early.id)!.slice(10)}`);
});

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
