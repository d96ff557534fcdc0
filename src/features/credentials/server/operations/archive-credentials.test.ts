import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { exported } from '#tests/support/archive.ts';
import { confirmedVouch, credentialText } from '#tests/support/credentials.ts';
import { jwtElsewhere, problemElsewhere, type Did } from '#tests/support/credential-verifier.ts';
import { askToVouch } from '#tests/support/vouches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('an archive has every credential, issues those that are missing, and verifies without the instance', async () => {
  const owner = await app.signUp();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await confirmedVouch(app, owner));
  await askToVouch(owner);
  const first = await credentialText(owner, ids[0]!);
  const { files, json } = await exported(owner);
  const read = (pattern: RegExp) =>
    [...files].flatMap(([path, bytes]) => (pattern.test(path) ? [bytes.toString()] : []));
  const credentials = read(/^credentials\/[0-9a-f-]{36}\.json$/);
  const jwts = read(/^credentials\/[0-9a-f-]{36}\.jwt$/);
  expect([credentials.length, jwts.length]).toEqual([3, 3]);
  expect(credentials).toContain(first);
  expect(await credentialText(owner, ids[2]!)).toSatisfy((text: string) => credentials.includes(text));
  const listed = json['credentials']!.map((row) => files.get(row.exported_as!)?.toString());
  expect(new Set(listed)).toEqual(new Set(credentials));
  const world = {
    dids: read(/^credentials\/did\.json$/).map((text) => JSON.parse(text) as Did),
    lists: read(/^credentials\/status-/).map((text) => JSON.parse(text) as { id: string }),
  };
  expect(world.lists).toHaveLength(1);
  for (const text of credentials)
    expect(await problemElsewhere(JSON.parse(text) as object, world)).toBeUndefined();
  for (const jwt of jwts) expect(await jwtElsewhere(jwt, world)).toHaveProperty('credentialStatus');
});

it('an archive without verified vouches has no credentials', async () => {
  const { files } = await exported(await app.signUp());
  expect([...files.keys()].filter((path) => path.startsWith('credentials'))).toEqual([]);
});
