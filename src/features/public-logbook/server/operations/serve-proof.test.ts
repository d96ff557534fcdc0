import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { vouchCredential } from '#features/credentials/format-contract.ts';
import { Carriers } from '#features/credentials/server/documents/carriers.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { credentialsInPng, parseSvg } from '#tests/support/baked-pictures.ts';
import type { Caller } from '#tests/support/caller.ts';
import { credentialText, worldOf } from '#tests/support/credentials.ts';
import { problemElsewhere } from '#tests/support/credential-verifier.ts';
import {
  decode,
  newAddress,
  publicOwner,
  setPublic,
  verifiedVouch,
  visitsTo,
  type Visit,
} from '#tests/support/public-logbooks.ts';

let app: TestApp;
let open: Visit;
beforeAll(async () => {
  app = await startApp(
    { APP_URL: 'https://log.example', INSTANCE_NAME: 'Our log' },
    new PageRenderer({ instanceName: 'Our log', offlineApp: false }),
  );
  open = visitsTo(app);
});
afterAll(() => app.close());

type Proof = { owner: Caller; slug: string; id: string; path: string; email: string };

async function publicVouch(more: object = {}): Promise<Proof> {
  const [owner, slug] = await publicOwner(app);
  const confirmed = { statement: 'She made it fast.', at: '2026-03-25T12:00:00Z' };
  const { id, reference_email: email } = await verifiedVouch(app, owner, { file: pdf(), confirmed, ...more });
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ public_id: string }>('select public_id from vouches where id = $1', [id]),
  );
  return { owner, slug, id, path: `/credentials/${rows[0]!.public_id}`, email };
}

it('the proof of a public vouch is a page, a signed file and pictures with the same file inside', async () => {
  const { owner, slug, id, path, email } = await publicVouch({ project_name: 'Search <b>rewrite</b>' });
  const { text, headers, status } = await open(path);
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
  for (const part of [
    ...[
      'Search <b>rewrite</b>',
      'Confirmed on March 25, 2026',
      'She made it fast.',
      'Grace Hopper',
      'proof.pdf',
    ],
    ...[`/verify#${path}`, `href="/${slug}"`, 'What this does not say', `https://log.example${path}.png`],
  ])
    expect(decode(text)).toContain(part);
  expect(text).not.toContain('<b>rewrite');
  const json = (await open(`${path}.json`)).text;
  const credential = vouchCredential.parse(JSON.parse(json));
  expect(await problemElsewhere(credential, await worldOf(app, [credential]))).toBeUndefined();
  // The owner downloads the same.
  expect(await credentialText(owner, id)).toBe(json);
  const png = await app.server.inject(`${path}.png`);
  expect(credentialsInPng(png.rawPayload)).toEqual([json]);
  const svg = await app.server.inject(`${path}.svg`);
  expect(JSON.parse(parseSvg(svg.body).svg['openbadges:credential'] as string)).toEqual(credential);
  expect(svg.headers).toMatchObject({
    ...{ 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'; sandbox" },
    ...{ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' },
  });
  for (const { headers: sent } of [png, svg]) expect(sent['set-cookie']).toBeUndefined();
  for (const hidden of [owner.userId, owner.email, id, email])
    for (const shown of [text, json, svg.body]) expect(shown).not.toContain(hidden);
});

it('the public page leads to the proof of each vouch, and its owner gets the address', async () => {
  const { owner, slug, id, path } = await publicVouch();
  expect((await open(`/${slug}`)).text).toContain(`href="${path}"`);
  const proofOf = () => owner.call('GET /api/vouches/:id/proof', { params: { id } });
  expect((await proofOf()).json).toMatchObject({
    ...{ address: `https://log.example${path}`, issuer: 'Our log' },
    text: expect.stringContaining('Confirmed on March 25, 2026'),
  });
  await setPublic(owner, false);
  expect((await proofOf()).json).toMatchObject({ address: null });
});

it('concurrent first readers get the same file', async () => {
  const { path, owner, id } = await publicVouch();
  const texts = await Promise.all([
    ...[1, 2, 3].map(async () => (await open(`${path}.json`)).text),
    credentialText(owner, id),
  ]);
  expect(new Set(texts).size).toBe(1);
});

it('pictures that wait to be drawn make no other request of their network wait', async () => {
  const proofs = [await publicVouch(), await publicVouch()];
  const pages = proofs.map(({ path }) => path);
  for (const path of pages) await open(`${path}.json`);
  const from = newAddress();
  const answered: string[] = [];
  const ask = async (path: string) => {
    const { status } = await open(path, {}, from);
    answered.push(`${status} ${path}`);
  };
  const pictures = pages.flatMap((path) => [`${path}.png`, `${path}.svg`]);
  await Promise.all([...pictures, ...pages].map(ask));
  expect(answered.slice(0, 2)).toEqual(pages.map((path) => `200 ${path}`));
  expect(answered.slice(2)).toEqual(expect.arrayContaining(pictures.map((path) => `200 ${path}`)));
});

it('a picture whose proof ends while it is drawn is not sent', async () => {
  const { owner, path } = await publicVouch();
  vi.spyOn(Carriers.prototype, 'picture').mockImplementationOnce(async () => {
    await setPublic(owner, false);
    return Buffer.from('drawn');
  });
  const { status, text, headers } = await open(`${path}.svg`);
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(text).not.toContain('drawn');
});

it('a proof ends when its vouch is no longer public, and looks like one that never existed', async () => {
  const unknown = '/credentials/0190a3c0-0000-4000-8000-000000000000';
  const { owner, id, path } = await publicVouch();
  const forms = ['', '.json', '.svg'];
  const statuses = async () => Promise.all(forms.map(async (form) => (await open(path + form)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await setPublic(owner, false);
  await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404, 404]));
  expect((await open(path)).text).toBe((await open(unknown)).text);
  await setPublic(owner, true);
  await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 200]));
  await owner.call('DELETE /api/vouches/:id', { params: { id } });
  await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404, 404]));
  await owner.call('POST /api/vouches/:id/restore', { params: { id } });
  await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 200]));
  await app.database.asOwner((db) => db.query('delete from users where id = $1', [owner.userId]));
  await vi.waitFor(async () => expect(await statuses()).toEqual([404, 404, 404]));
  for (const broken of ['x', `${path.slice(13)}.pdf`, `${path.slice(13)}.json.json`, '%00'])
    expect((await open(`/credentials/${broken}`)).status).toBe(404);
});

it('search engines list a proof only if its owner allows it', async () => {
  const { owner, path } = await publicVouch();
  expect((await open(path)).headers['x-robots-tag']).toBe('noindex');
  await owner.call('PATCH /api/profiles', { body: { allows_search: true } });
  await vi.waitFor(async () => expect((await open(path)).headers['x-robots-tag']).toBeUndefined());
  expect((await open(path)).text).not.toContain('noindex');
});

it('guesses are limited', async () => {
  const from = newAddress();
  const guess = async () =>
    (await open('/credentials/0190a3c0-0000-4000-8000-000000000000.json', {}, from)).status;
  const guessed = [];
  for (let n = 0; n < 61; n += 1) guessed.push(await guess());
  expect([guessed[59], guessed[60]]).toEqual([404, 429]);
  const refused = await open('/credentials/not%20an%20id', {}, from);
  expect([refused.status, refused.text.includes('href="/credentials/not%20an%20id"')]).toEqual([429, true]);
});

it('other sites learn the picture of a proof by oEmbed, and of nothing else', async () => {
  const { owner, slug, path } = await publicVouch();
  const ask = async (url: string, more = '') => {
    const found = await open(`/oembed?url=${encodeURIComponent(url)}${more}`);
    return { ...found, json: found.status === 200 ? (JSON.parse(found.text) as object) : {} };
  };
  const address = `https://log.example${path}`;
  expect((await open(path)).text).toContain(
    `<link rel="alternate" type="application/json+oembed" href="https://log.example/oembed?url=${encodeURIComponent(address)}">`,
  );
  const { json, headers } = await ask(address);
  expect(json).toEqual({
    ...{ version: '1.0', type: 'photo', title: 'Billing migration', author_name: 'Ada Example' },
    ...{ author_url: `https://log.example/${slug}`, provider_name: 'Our log', cache_age: 300 },
    ...{ provider_url: 'https://log.example', url: `${address}.png`, width: 1200, height: 630 },
  });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect((await ask(address, '&maxwidth=300&maxheight=300')).json).toMatchObject({ width: 300, height: 157 });
  expect((await ask(address, '&maxwidth=x&maxheight=0')).json).toMatchObject({ width: 1200 });
  expect((await ask(address, '&format=xml')).status).toBe(501);
  for (const other of [
    ...[`https://evil.example${path}`, `https://log.example/${slug}`, path, 'x', `${address}.png`],
    ...['https://log.example/credentials/status/x', `https://log.example@evil.example${path}`],
  ])
    expect([other, (await ask(other)).status]).toEqual([other, 404]);
  await setPublic(owner, false);
  expect((await ask(address)).status).toBe(404);
});
