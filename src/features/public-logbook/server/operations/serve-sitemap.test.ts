import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PreparedResponses } from '#platform/http/prepared.ts';
import { LiveHub } from '#platform/live/hub.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { publish, setPublic } from '#tests/support/public-logbooks.ts';
import { serveSitemap } from './serve-sitemap.ts';

let app: TestApp;
let hub: LiveHub;
/** With at most three addresses in a sitemap. */
let small: FastifyInstance;
let people: [Caller, Caller, Caller, Caller];
beforeAll(async () => {
  app = await startApp();
  people = [await app.signUp(), await app.signUp(), await app.signUp(), await app.signUp()];
  for (const [index, name] of ['anna', 'bert', 'cleo', 'dora'].entries())
    await publish(people[index]!, `${name}-listed`);
  hub = new LiveHub(app.database.listener);
  await hub.open();
  small = fastify();
  const pages = { listed: () => [{ path: '/guide', updated: '2026-11-23' }] };
  const prepared = new PreparedResponses({});
  serveSitemap(small, { config: app.config, pool: app.database.app, hub, prepared, pages, most: 3 });
});
afterAll(async () => {
  await small.close();
  await hub.close();
  await app.close();
});

async function read(server: FastifyInstance, path = '/sitemap.xml') {
  const { statusCode, body, headers } = await server.inject(path);
  const found = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) =>
    url!.startsWith(`${app.config.appUrl}/`) ? url!.slice(app.config.appUrl.length) : url,
  );
  return { statusCode, body, headers, found };
}
const logbooks = async (server: FastifyInstance) =>
  (await read(server)).found.filter((path) => path?.endsWith('-listed'));
const allow = (caller: Caller, allows_search: boolean) =>
  caller.call('PATCH /api/profiles', { body: { allows_search } });

it('the sitemap lists the content pages with the day of their last change', async () => {
  const { statusCode, body, headers, found } = await read(app.server);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(found.slice(0, 2)).toEqual(['/', '/guide']);
  expect(found).toContain('/privacy-policy');
  expect(body).toMatch(/\/guide\/proof-of-work<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  const etag = String(headers['etag']);
  const again = await app.server.inject({ url: '/sitemap.xml', headers: { 'if-none-match': etag } });
  expect(again.statusCode).toBe(304);
});

it('the sitemap lists a public logbook only while its owner allows search engines (R-F5)', async () => {
  const [anna, bert] = people;
  expect(await logbooks(app.server)).toEqual([]);
  await allow(bert, true);
  await allow(anna, true);
  await vi.waitFor(async () => expect(await logbooks(app.server)).toEqual(['/anna-listed', '/bert-listed']));
  await setPublic(anna, false);
  await vi.waitFor(async () => expect(await logbooks(app.server)).toEqual(['/bert-listed']));
  await app.database.asOwner((db) =>
    db.query('update users set email_verified_at = null where id = $1', [bert.userId]),
  );
  await setPublic(anna, true);
  await vi.waitFor(async () => expect(await logbooks(app.server)).toEqual(['/anna-listed']));
  await app.database.asOwner((db) =>
    db.query('update users set email_verified_at = now() where id = $1', [bert.userId]),
  );
  await allow(anna, false);
  await vi.waitFor(async () => expect(await logbooks(app.server)).toEqual(['/bert-listed']));
});

it('a sitemap with too many addresses lists its parts, and each address is in one of them', async () => {
  const [anna, bert, cleo, dora] = people;
  await allow(anna, false);
  await allow(bert, true);
  await vi.waitFor(async () => expect((await read(small)).found).toEqual(['/', '/guide', '/bert-listed']));
  const parts = ['/sitemap.xml?part=1', '/sitemap.xml?part=2', '/sitemap.xml?part=3'];
  // As many logbooks as one part holds.
  for (const caller of [anna, cleo]) await allow(caller, true);
  await vi.waitFor(async () => expect((await read(small)).found).toEqual(parts.slice(0, 2)));
  expect((await read(small, parts[1])).found).toEqual(['/anna-listed', '/bert-listed', '/cleo-listed']);
  expect((await read(small, parts[2])).statusCode).toBe(404);
  await allow(dora, true);
  await vi.waitFor(async () => expect((await read(small)).found).toEqual(parts));
  expect((await read(small)).body).toContain('<sitemapindex');
  const found = await Promise.all(parts.map(async (part) => (await read(small, part)).found));
  expect(found).toEqual([
    ['/', '/guide'],
    ['/anna-listed', '/bert-listed', '/cleo-listed'],
    ['/dora-listed'],
  ]);
  for (const part of ['0', '4', '9999', 'x', '2&part=3'])
    expect([part, (await read(small, `/sitemap.xml?part=${part}`)).statusCode]).toEqual([part, 404]);
});

it('robots.txt names the sitemap, and keeps crawlers from the API but not from pictures of public logbooks', async () => {
  const { body, headers } = await app.server.inject('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toBe(
    `User-agent: *\nAllow: /\nAllow: /api/public_profiles/\nDisallow: /api/\nSitemap: ${app.config.appUrl}/sitemap.xml\n`,
  );
});
