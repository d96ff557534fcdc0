import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import type { Profile } from '#features/profile/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { counts } from '#platform/metrics/counts.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  decode,
  linksOf,
  newAddress,
  publicOwner,
  publish,
  setPublic,
  verifiedVouch,
  visitsTo,
  type Visit,
} from '#tests/support/public-logbooks.ts';
import { overTheWire } from '#tests/support/prepared.ts';
import { sendResume } from '#tests/support/resumes.ts';

let app: TestApp;
let open: Visit;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
  open = visitsTo(app);
});
afterAll(() => app.close());

const ownerOf = (name?: string) => publicOwner(app, name);

describe('a link that shows no logbook', () => {
  it('of an unknown and of a private logbook gets the same bytes', async () => {
    const [ada, slug] = await ownerOf();
    await verifiedVouch(app, ada);
    await setPublic(ada, false);
    const [unknown, hidden] = [await open('/no-such-person'), await open(`/${slug}`)];
    for (const { status, text, headers } of [unknown, hidden]) {
      expect(status).toBe(404);
      expect(decode(text)).toContain('Logbook Not Found');
      expect(decode(text)).toContain('Logbook not found');
      expect(decode(text)).toContain("This logbook doesn't exist or isn't public.");
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    }
    expect(hidden.text).toBe(unknown.text);
    const comparable = ({ headers: { date: _date, 'x-request-id': _id, ...rest } }: typeof hidden) => rest;
    expect(comparable(hidden)).toEqual(comparable(unknown));
    for (const path of ['/api/public_profiles/', '/']) {
      const suffix = path === '/' ? '.json' : '';
      const answers = [await open(`${path}no-such-person${suffix}`), await open(`${path}${slug}${suffix}`)];
      const withoutId = answers.map(({ status, text }) => [status, text.replace(/"request_id":"[^"]+"/, '')]);
      expect(withoutId[0]).toEqual(withoutId[1]);
      expect(withoutId[0]![0]).toBe(404);
    }
  });

  // The times would differ if the work did. They are not compared, because other load on the machine changes them more.
  it('gets the same bytes by the same statements: unknown, private, former, or of an unverified owner', async () => {
    const [ada, former] = await ownerOf();
    const hidden = await publish(ada);
    await verifiedVouch(app, ada);
    await setPublic(ada, false);
    const [eve, unverified] = await ownerOf();
    await app.database.asOwner((db) =>
      db.query('update users set email_verified_at = null where id = $1', [eve.userId]),
    );
    const query = vi.spyOn(pg.Client.prototype as { query: (...sent: unknown[]) => unknown }, 'query');
    const answerTo = async (slug: string) => {
      query.mockClear();
      const { status, text } = await open(`/${slug}`);
      const sent = query.mock.calls.map(([statement]) =>
        typeof statement === 'string' ? statement : (statement as { text: string }).text,
      );
      return { status, text, sent };
    };
    try {
      const unknown = await answerTo('no-such-person');
      expect(unknown).toMatchObject({ status: 404, sent: [expect.stringContaining('app.public_logbook')] });
      for (const slug of [hidden, former, unverified]) expect(await answerTo(slug)).toEqual(unknown);
    } finally {
      query.mockRestore();
    }
  });

  it.each([
    '/profile/x',
    '/a',
    '/-ada',
    '/ada--b',
    '/docs',
    '/wp-login.php',
    '/ada.jsonx',
    '/%00',
    '/ada%20b',
  ])('that no logbook can have is left to the page for unknown addresses: %s', async (path) => {
    const { status, text } = await open(path);
    expect(status).toBe(404);
    expect(text).not.toContain('Logbook Not Found');
  });

  it('of an owner whose address is not verified gets the same bytes, and shows the page on verification', async () => {
    const [ada, slug] = await ownerOf();
    await verifiedVouch(app, ada, { file: pdf() });
    const file = linksOf((await open(`/${slug}`)).text).find((url) => url.includes('/files/'))!;
    const signed = String((await open(file)).headers.location);
    const verify = (at: string) =>
      app.database.asOwner((db) =>
        db.query(`update users set email_verified_at = ${at} where id = $1`, [ada.userId]),
      );
    await verify('null');
    await vi.waitFor(async () => expect((await open(`/${slug}`)).status).toBe(404));
    expect((await open(`/${slug}`)).text).toBe((await open('/no-such-person')).text);
    for (const path of [`/${slug}.json`, `/api/public_profiles/${slug}`, file, signed])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    expect((await ada.call<Profile>('GET /api/profiles')).json).toMatchObject({ slug, is_public: true });
    const next = await publish(ada);
    for (const path of [`/${slug}`, `/${next}`]) expect((await open(path)).status).toBe(404);
    await verify('now()');
    expect((await open(`/${next}`)).status).toBe(200);
  });

  it('in capitals, or with a slash at its end, leads to the page', async () => {
    const [, slug] = await ownerOf();
    expect((await open(`/${slug.toUpperCase()}`)).headers.location).toBe(`/${slug}`);
    expect((await open(`/${slug}/?utm_source=x`)).headers.location).toBe(`/${slug}?utm_source=x`);
  });

  it('that was replaced leads to the current one for 90 days, while the logbook is public', async () => {
    const [ada, old] = await ownerOf();
    const slug = await publish(ada);
    const moved = await open(`/${old}`);
    expect([moved.status, moved.headers.location]).toEqual([302, `/${slug}`]);
    expect((await open(`/${old}.json`)).headers.location).toBe(`/${slug}.json`);
    await setPublic(ada, false);
    expect((await open(`/${old}`)).status).toBe(404);
    await setPublic(ada, true);
    await app.database.asOwner((db) =>
      db.query(`update earlier_slugs set ends_at = now() - interval '1 second' where slug = $1`, [old]),
    );
    expect((await open(`/${old}`)).status).toBe(404);
  });

  it('is refused after 60 from one network in a minute, without revealing which others exist', async () => {
    const [, slug] = await ownerOf();
    const from = '2001:db8:1:2::1';
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => open(`/nobody-${n}`, {}, `2001:db8:1:2::${n}`)),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
    const refused = await open(`/${slug}`, {}, from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const path of [`/api/public_profiles/${slug}`, `/${slug}.json`])
      expect((await open(path, {}, from)).status).toBe(429);
    expect((await open(`/${slug}`, {}, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('does not refuse links that exist, however many are opened at once', async () => {
    const [, slug] = await ownerOf();
    const from = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => open(`/${slug}.json?n=${n}`, {}, from)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('does not count links that exist', async () => {
    const [, slug] = await ownerOf();
    const from = newAddress();
    for (let n = 0; n < 70; n++) expect((await open(`/${slug}?n=${n}`, {}, from)).status).toBe(200);
  });
});

describe('a cached page', () => {
  it('is sent by GET, HEAD and conditional requests with the same headers, in the encoding that the client accepts', async () => {
    const [, slug] = await ownerOf();
    const first = await open(`/${slug}`);
    const again = await open(`/${slug}`);
    expect(again.text).toBe(first.text);
    expect(again.headers.etag).toBe(first.headers.etag);
    const gzip = await open(`/${slug}`, { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    await vi.waitFor(async () =>
      expect((await open(`/${slug}`, { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe(
        'br',
      ),
    );
    const known = await open(`/${slug}`, { 'if-none-match': String(first.headers.etag) });
    expect([known.status, known.text]).toEqual([304, '']);
    expect((await app.server.inject({ method: 'HEAD', url: `/${slug}` })).headers.etag).toBe(
      first.headers.etag,
    );
  });

  it('is read from the database once', async () => {
    const [, slug] = await ownerOf();
    await open(`/${slug}`);
    const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
    connect.mockRejectedValue(new Error('Connection terminated'));
    const page = await open(`/${slug}?utm_source=x`);
    connect.mockRestore();
    expect(page.status).toBe(200);
  });

  it('is dropped when anything of its owner changes', async () => {
    const [ada, slug] = await ownerOf();
    const { json: cv } = await sendResume(ada);
    const vouch = await verifiedVouch(app, ada, { project_name: 'Search' });
    const shows = async (text: string) => (await open(`/${slug}`)).text.includes(text);
    expect(await shows('Search')).toBe(true);
    await ada.call('PATCH /api/profiles', { body: { full_name: 'Ada King' } });
    await vi.waitFor(async () => expect(await shows('Ada King')).toBe(true));
    await ada.call('DELETE /api/resumes/:id', { params: { id: cv.id } });
    await vi.waitFor(async () => expect(await shows('cv.pdf')).toBe(false));
    await ada.call('DELETE /api/vouches/:id', { params: { id: vouch.id } });
    await vi.waitFor(async () => expect(await shows('Search')).toBe(false));
    await setPublic(ada, false);
    await vi.waitFor(async () => expect((await open(`/${slug}`)).status).toBe(404));
  });
});

it('page, JSON document and picture are rendered once, regardless of the query, until something changes', async () => {
  const [ada, slug] = await ownerOf();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const paths = [`/${slug}`, `/${slug}.json`, `/api/public_profiles/${slug}/picture`];
  const made = counts.pageCacheMisses;
  for (const path of paths) {
    const sent = counts.preparedResponses;
    for (const query of ['', '?utm_source=mail', '?%70=1&fbclid=x'])
      expect((await overTheWire(app.server, path + query, {})).status).toBe(200);
    expect(counts.preparedResponses - sent).toBe(2);
  }
  expect(counts.pageCacheMisses - made).toBe(paths.length);
  await ada.call('PATCH /api/profiles', { body: { full_name: 'Ada King' } });
  await vi.waitFor(async () =>
    expect((await overTheWire(app.server, `/${slug}.json`, {})).body.toString()).toContain('Ada King'),
  );
});

it('a query that selects a page of vouches is not ignored, however it is written', async () => {
  const [, slug] = await ownerOf();
  await open(`/${slug}`);
  for (const query of ['?page=2', '?p%61ge=2', '?a=b&page=2'])
    expect((await overTheWire(app.server, `/${slug}${query}`, {})).headers['location']).toBe(`/${slug}`);
});

it('while the database is unreachable, the page says so and is not cached', async () => {
  const [, slug] = await ownerOf();
  const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
  connect.mockRejectedValue(new Error('Connection terminated'));
  const page = await open(`/${slug}`);
  connect.mockRestore();
  expect(page.status).toBe(503);
  expect(page.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' });
  expect((await open(`/${slug}`)).status).toBe(200);
});

it('a logbook of a deleted account is not found', async () => {
  const [ada, slug] = await ownerOf();
  expect((await open(`/${slug}`)).status).toBe(200);
  await ada.call('POST /api/functions/v1/delete-account');
  await vi.waitFor(async () => expect((await open(`/${slug}`)).status).toBe(404));
  expect((await open(`/api/public_profiles/${slug}/photo/${newId()}.jpg`)).status).toBe(404);
});
