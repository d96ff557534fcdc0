// What remains of credentials when the operator changes the secret or the address.
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { serve, startApp, type TestApp } from '#tests/support/app.ts';
import { confirmedVouch, credential, credentialText, worldOf } from '#tests/support/credentials.ts';
import { problemElsewhere } from '#tests/support/credential-verifier.ts';
import { vouchCredential } from '../../format-contract.ts';
import { StatusLists } from './status-lists.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ APP_URL: 'https://log.example' });
});
afterAll(() => app.close());

it('with another APP_SECRET, credentials stay valid, and a deletion still revokes', async () => {
  const owner = await app.signUp();
  const ids = [await confirmedVouch(app, owner), await confirmedVouch(app, owner)];
  const [kept, deleted] = [await credential(owner, ids[0]!), await credential(owner, ids[1]!)];
  // With the old secret, the list has been read, so it is signed.
  await worldOf(app, [kept]);
  const log = { warn: vi.fn<(...line: unknown[]) => void>() };
  const appSecret = 'another secret of at least 32 characters';
  const lists = new StatusLists({ config: app.config, appSecret, log, pool: app.database.app });
  const address = kept.credentialStatus.statusListCredential;
  const read = async () => (await lists.read(address.split('/').at(-1)!))!;
  // A reader alone changes no key.
  const signed = await read();
  await read();
  expect(log.warn).not.toHaveBeenCalled();
  await owner.call('DELETE /api/vouches/:id', { params: { id: ids[1]! } });
  const list = JSON.parse(await read()) as { id: string };
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(list)).not.toBe(signed);
  const { dids } = await worldOf(app);
  expect(await problemElsewhere(kept, { dids, lists: [list] })).toBeUndefined();
  expect(await problemElsewhere(deleted, { dids, lists: [list] })).toBeDefined();
});

it('restored at another address, earlier credentials keep their issuer and status list, and new ones have the new', async () => {
  const owner = await app.signUp();
  const [id, later] = [await confirmedVouch(app, owner), await confirmedVouch(app, owner)];
  const text = await credentialText(owner, id);
  const before = await worldOf(app);
  const config = { ...app.config, appUrl: 'https://new.example' };
  const moved = await serve({ ...app, config });
  onTestFinished(async () => {
    await moved.server.close();
    await moved.hub.close();
  });
  const download = async (vouch: string) => {
    const { cookies } = owner;
    return (await moved.server.inject({ url: `/api/vouches/${vouch}/credential`, cookies })).body;
  };
  expect(await download(id)).toBe(text);
  const [old, fresh] = [text, await download(later)].map((json) => vouchCredential.parse(JSON.parse(json)));
  expect([old!.issuer.id, fresh!.issuer.id]).toEqual(['did:web:log.example', 'did:web:new.example']);
  const after = await worldOf(moved, [old!, fresh!]);
  expect(after.dids[0]!.id).toBe('did:web:new.example');
  expect(after.lists.map((list) => new URL(list.id).host)).toEqual(['log.example', 'new.example']);
  const world = { dids: [...before.dids, ...after.dids], lists: after.lists };
  for (const one of [old!, fresh!]) expect(await problemElsewhere(one, world)).toBeUndefined();
});
