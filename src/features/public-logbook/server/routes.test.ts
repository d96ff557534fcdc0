import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import type { Profile } from '#features/profile/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { pdf, wordEntries, zip } from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { Caller } from '../../../../tests/support/caller.ts';
import { publish, setPublic, verifiedVouch } from '../../../../tests/support/public-logbooks.ts';
import { sendResume } from '../../../../tests/support/resumes.ts';
import { askToVouch, attachToVouch } from '../../../../tests/support/vouches.ts';
import { resumeSchema } from '../resume-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
});
afterAll(() => app.close());

/** Each visitor has another address, so that tests do not share the limit for unknown links. */
let visitors = 0;
const visitor = () => `10.1.${visitors >> 8}.${visitors++ & 255}`;
async function open(path: string, headers: Record<string, string> = {}, from = visitor()) {
  const response = await app.server.inject({ method: 'GET', url: path, headers, remoteAddress: from });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}
const ownerOf = async (name = 'Ada Example'): Promise<[Caller, string]> => {
  const ada = await app.signUp(name);
  return [ada, await publish(ada)];
};
const decode = (html: string) =>
  html.replace(/&(?:#(x?)([\da-f]+)|(amp|lt|gt|quot));/gi, (_all, hex: string, code: string, name: string) =>
    name
      ? { amp: '&', lt: '<', gt: '>', quot: '"' }[name.toLowerCase()]!
      : String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
  );
const linksOf = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url]) => decode(url!));

describe('a public logbook', () => {
  it('shows name, verified vouches with their files and the résumé, and no internal id or address', async () => {
    const [ada, slug] = await ownerOf();
    const vouch = await verifiedVouch(app, ada, {
      project_name: 'Search rewrite',
      project_context: 'The old search was slow.',
      individual_contribution: 'Designed the index.',
      reference_name: 'Grace Hopper',
      reference_department: 'Platform',
      file: pdf(),
      confirmed: { position: 'Rear Admiral', statement: 'She made it fast.', at: '2026-11-21T12:00:00Z' },
    });
    const { json: resume } = await sendResume(ada);
    await ada.call('PATCH /api/profiles', { body: { phone_number: '+43 660 1234567' } });
    const { status, text } = await open(`/${slug}`);
    expect(status).toBe(200);
    for (const shown of [
      ...[
        'Ada Example',
        'Professional Logbook',
        'Verified Vouches',
        'Search rewrite',
        'The old search was slow.',
      ],
      ...['Designed the index.', 'Grace Hopper', 'Rear Admiral', 'Platform', 'She made it fast.'],
      ...['Verified November 21, 2026', 'proof.pdf', 'Resume', 'cv.pdf', 'Preview', 'Download'],
    ])
      expect(decode(text)).toContain(shown);
    const files = await app.database.asOwner((db) =>
      db.query<{ id: string }>('select id from vouch_files where user_id = $1', [ada.userId]),
    );
    const hidden = [
      ...[ada.userId, ada.email, vouch.id, vouch.reference_email, resume.id, '+43 660'],
      ...files.rows.map(({ id }) => id),
      // Replaced by the reference.
      'Engineering Manager',
    ];
    for (const one of hidden) expect(text).not.toContain(one);
  });

  it('shows only verified vouches that are not deleted, newest first', async () => {
    const [ada, slug] = await ownerOf();
    await verifiedVouch(app, ada, { project_name: 'First', confirmed: { at: '2026-01-01T00:00:00Z' } });
    await verifiedVouch(app, ada, { project_name: 'Second', confirmed: { at: '2026-02-01T00:00:00Z' } });
    const deleted = await verifiedVouch(app, ada, { project_name: 'Deleted' });
    await ada.call('DELETE /api/vouches/:id', { params: { id: deleted.id } });
    await askToVouch(ada, { project_name: 'Pending' });
    const { text } = await open(`/${slug}`);
    expect([...text.matchAll(/<h3[^>]*>([^<]*)/g)].map(([, title]) => title)).toEqual(['Second', 'First']);
  });

  it('without vouches and résumé says so', async () => {
    const [, slug] = await ownerOf();
    const { text } = await open(`/${slug}`);
    expect(text).toContain('No verified vouches yet');
    expect(text).not.toContain('Resume');
  });

  it('has pages of 50 vouches', async () => {
    const [ada, slug] = await ownerOf();
    await app.database.asOwner((db) =>
      db.query(
        `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
           reference_email, reference_position, status, verified_at, content_sha256)
         select gen_random_uuid(), $1, 'Project ' || n, 'c', 'i', 'r', 'r@example.com', 'p', 'verified',
           timestamptz '2026-01-01' + n * interval '1 hour', '\\x00' from generate_series(1, 51) n`,
        [ada.userId],
      ),
    );
    const first = (await open(`/${slug}`)).text;
    expect(first.match(/<article/g)).toHaveLength(50);
    expect(first).toContain(`href="/${slug}?page=2"`);
    const second = (await open(`/${slug}?page=2`)).text;
    expect(second.match(/<article/g)).toHaveLength(1);
    expect(second).toContain('Project 1<');
    expect(second).toContain('Page 2 of 2');
    // Any other page is the first.
    for (const page of ['0', '-1', '1001', 'x', '2&page=2'])
      expect((await open(`/${slug}?page=${page}`)).text.match(/<article/g)).toHaveLength(50);
    // Beyond the last page is the last one.
    for (const [owner, target] of [
      [slug, `/${slug}?page=2`],
      [(await ownerOf())[1], null],
    ] as const) {
      const beyond = await open(`/${owner}?page=99`);
      expect([beyond.status, beyond.headers['location']]).toEqual([302, target ?? `/${owner}`]);
    }
  });

  it('is not listed by search engines unless its owner allows it', async () => {
    const [ada, slug] = await ownerOf();
    const hidden = await open(`/${slug}`);
    expect(hidden.text).toContain('<meta name="robots" content="noindex">');
    expect(hidden.headers['x-robots-tag']).toBe('noindex');
    await ada.call('PATCH /api/profiles', { body: { allows_search: true } });
    await vi.waitFor(async () => expect((await open(`/${slug}`)).text).not.toContain('noindex'));
    expect((await open(`/${slug}`)).headers['x-robots-tag']).toBeUndefined();
  });

  it('describes itself to link previews and crawlers', async () => {
    const [ada, slug] = await ownerOf('Ada "A" <Example>');
    await verifiedVouch(app, ada);
    const { text } = await open(`/${slug}`);
    const url = `${app.config.appUrl}/${slug}`;
    expect(decode(text)).toContain(`<link rel="canonical" href="${url}">`);
    expect(decode(text)).toContain('<meta property="og:title" content="Ada "A" <Example>">');
    expect(text).toContain('with 1 verified vouch.');
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!;
    expect(data).not.toContain('<');
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', name: 'Ada "A" <Example>', url },
    });
  });

  it('loads nothing but itself and the photo, under the strictest policy', async () => {
    const [ada, slug] = await ownerOf();
    await ada.call('PATCH /api/profiles', { body: { avatar_url: 'https://photos.example/ada.jpg?x="' } });
    const { text, headers } = await open(`/${slug}`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`img-src 'self' https://photos.example;`);
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+';/);
    await verifiedVouch(app, ada);
    await vi.waitFor(async () =>
      expect((await open(`/${slug}`)).headers['content-security-policy']).toMatch(
        /script-src 'sha256-[^']+' 'sha256-[^']+';.* connect-src 'self'/,
      ),
    );
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(text).not.toMatch(
      /<script (?:src|type="module")|<link rel="(?:stylesheet|preload" as="(?!image)|modulepreload)/,
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  });
});

it.each(['a.example;script-src', '*.example', "a.example'", 'a.example,b.example'])(
  'a stored photo on the host %s does not change the policy of the page',
  async (host) => {
    const [[ada, slug], [, plain]] = [await ownerOf(), await ownerOf()];
    await app.database.asOwner((db) =>
      db.query('update profiles set avatar_url = $2 where user_id = $1', [
        ada.userId,
        `https://${host}/me.png`,
      ]),
    );
    const [shown, expected] = [await open(`/${slug}`), await open(`/${plain}`)];
    expect(shown.status).toBe(200);
    expect(shown.headers['content-security-policy']).toBe(expected.headers['content-security-policy']);
  },
);

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

  it.each([
    '/profile/x',
    '/a',
    '/-ada',
    '/ada--b',
    '/guide',
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
    expect((await open(`/${slug}/?utm_source=x`)).headers.location).toBe(`/${slug}`);
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

  it('is refused after 60 of one network in a minute, without telling which others exist', async () => {
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
    const from = visitor();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => open(`/${slug}.json?n=${n}`, {}, from)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('does not count links that exist', async () => {
    const [, slug] = await ownerOf();
    const from = visitor();
    for (let n = 0; n < 70; n++) expect((await open(`/${slug}?n=${n}`, {}, from)).status).toBe(200);
  });
});

describe('a file of a public logbook', () => {
  async function published() {
    const [ada, slug] = await ownerOf();
    await verifiedVouch(app, ada, { file: pdf(' ') });
    await sendResume(ada, pdf());
    const found = linksOf((await open(`/${slug}`)).text).filter((url) => url.includes('/files/'));
    const [proof, download] = [found[0]!, found.find((url) => url.endsWith('as=download'))!];
    return { ada, slug, proof, download };
  }

  it('is served by an address that the server signs on click', async () => {
    const { proof, download } = await published();
    for (const [link, seconds, disposition] of [
      [proof, 3600, 'inline'],
      [download, 60, 'attachment'],
    ] as const) {
      const signed = await open(link);
      expect(signed.status).toBe(303);
      expect(signed.headers['cache-control']).toBe('no-store');
      const address = String(signed.headers.location);
      const left = Number(new URLSearchParams(address.split('?')[1]).get('exp')) - Date.now() / 1000;
      expect(left).toBeGreaterThan(seconds - 5);
      expect(left).toBeLessThanOrEqual(seconds);
      const file = await open(address);
      expect(file.status).toBe(200);
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(String(file.headers['content-disposition'])).toMatch(disposition);
      for (const forged of [
        address.replace(/exp=\d+/, (exp) => `${exp}0`),
        address.replace('as=view', 'as=x').replace('as=download', 'as=view'),
        address.replace(/sig=[^&]*/, 'sig=x'),
      ])
        expect([400, 404]).toContain((await open(forged)).status);
    }
  });

  it('is no longer served once the page is private, even by a signed address', async () => {
    const { ada, proof } = await published();
    const address = String((await open(proof)).headers.location);
    await setPublic(ada, false);
    expect((await open(address)).status).toBe(404);
    expect((await open(proof)).status).toBe(404);
  });

  it('of another logbook is not found', async () => {
    const { proof } = await published();
    const [, other] = await ownerOf();
    expect((await open(proof.replace(/public_profiles\/[^/]+/, `public_profiles/${other}`))).status).toBe(
      404,
    );
  });

  it('of a vouch that is not verified has no address', async () => {
    const { ada, slug } = await published();
    const { json } = await askToVouch(ada);
    await attachToVouch(ada, json.id);
    const { rows } = await app.database.asOwner((db) =>
      db.query<{ key: string }>('select public_id as key from vouch_files where vouch_id = $1', [json.id]),
    );
    const { key } = rows[0]!;
    expect((await open(`/api/public_profiles/${slug}/files/${key}?as=view`)).status).toBe(404);
  });

  it('that is a Word résumé is previewed as name, size and Download', async () => {
    const [ada, slug] = await ownerOf();
    await sendResume(ada, zip(wordEntries), 'cv.docx');
    const { text } = await open(`/${slug}`);
    expect(text).toContain('Word documents have no preview.');
    expect(text).not.toContain('<iframe');
    expect(linksOf(text).filter((url) => url.endsWith('as=download'))).toHaveLength(2);
  });
});

describe('the picture of a public logbook', () => {
  const pictureIn = (html: string) => /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1];

  it('shows the name, and its address changes with what it shows', async () => {
    const [ada, slug] = await ownerOf('Åda Šafařík-Łukasiewicz');
    const before = pictureIn((await open(`/${slug}`)).text)!;
    const address = new URL(before);
    expect(address.origin).toBe(app.config.appUrl);
    const response = await app.server.inject({ url: address.pathname + address.search });
    expect(response.headers['content-type']).toBe('image/png');
    // Width and height in the header of a PNG.
    expect([16, 20].map((at) => response.rawPayload.readUInt32BE(at))).toEqual([1200, 630]);
    await verifiedVouch(app, ada);
    await vi.waitFor(async () => expect(pictureIn((await open(`/${slug}`)).text)).not.toBe(before));
    await setPublic(ada, false);
    expect((await open(address.pathname)).status).toBe(404);
  });

  it('of a name that the font cannot draw is the photo, if there is one', async () => {
    const [ada, slug] = await ownerOf('山田 花子');
    expect(pictureIn((await open(`/${slug}`)).text)).toBeUndefined();
    expect((await open(`/api/public_profiles/${slug}/picture`)).status).toBe(404);
    await ada.call('PATCH /api/profiles', { body: { avatar_url: 'https://photos.example/a.jpg' } });
    await vi.waitFor(async () =>
      expect(pictureIn((await open(`/${slug}`)).text)).toBe('https://photos.example/a.jpg'),
    );
  });
});

it('the JSON document of a logbook follows the schema of JSON Resume', async () => {
  const [ada, slug] = await ownerOf();
  const empty = await open(`/${slug}.json`);
  expect(resumeSchema.parse(JSON.parse(empty.text)).references).toEqual([]);
  await verifiedVouch(app, ada, {
    project_name: 'Search',
    confirmed: { statement: 'A joy to work with.', at: '2026-11-21T12:00:00Z' },
  });
  const { text, headers } = await open(`/${slug}.json`);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
  });
  const document = resumeSchema.parse(JSON.parse(text));
  expect(document.basics).toMatchObject({ name: 'Ada Example', url: `${app.config.appUrl}/${slug}` });
  expect(document.references).toEqual([
    {
      name: 'Grace Hopper',
      reference: '"A joy to work with." Verified on 2026-11-21 for "Search". Engineering Manager.',
    },
  ]);
  expect(text).not.toContain(ada.userId);
  expect(text).not.toContain(ada.email);
});

it.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</p></section><a href="https://evil.example">x</a>',
  '<!--logbook-page--></head><!--logbook-first-page-->',
  '$& $1 $` __LOGBOOK_CONFIG__ __INSTANCE_NAME__',
  'javascript:alert(1) https://evil.example',
  '&lt;script&gt; &#60;b&#62;',
  '</script><script>alert(1)</script>',
])('hostile text in every field of a public page stays text: %s', async (payload) => {
  const plain = await ownerOf();
  const hostile = await ownerOf();
  const fields = (text: string) => ({
    ...{ project_name: text, project_context: text, individual_contribution: text },
    ...{ reference_name: text, reference_position: text, reference_department: text },
  });
  for (const [[caller], text] of [
    [plain, 'x'],
    [hostile, payload],
  ] as const) {
    await verifiedVouch(app, caller, { ...fields(text), confirmed: { statement: text, position: text } });
    await app.database.asOwner((db) =>
      db.query('update profiles set full_name = $2 where user_id = $1', [caller.userId, text]),
    );
    await sendResume(caller, pdf(), 'cv.pdf');
    await app.database.asOwner((db) =>
      db.query('update resumes set file_name = $2 where user_id = $1', [caller.userId, text]),
    );
  }
  const elements = (html: string) => html.match(/<\/?[a-z!][^>]*>/gi)!.map((tag) => tag.split(/[\s>]/)[0]);
  const [expected, shown] = [await open(`/${plain[1]}`), await open(`/${hostile[1]}`)];
  expect(shown.status).toBe(200);
  expect(elements(shown.text)).toEqual(elements(expected.text));
  expect(shown.text).not.toMatch(/href="(?:https?:\/\/evil|javascript)/);
  expect(decode(shown.text)).toContain(payload);
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
