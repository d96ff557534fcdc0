import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { pdf, wordEntries, zip } from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { photoWithPlace, place } from '#tests/support/photos.ts';
import {
  decode,
  linksOf,
  publicOwner,
  setPublic,
  verifiedVouch,
  visitsTo,
  type Visit,
} from '#tests/support/public-logbooks.ts';
import { sendResume } from '#tests/support/resumes.ts';
import { askToVouch, attachToVouch } from '#tests/support/vouches.ts';
import { resumeSchema } from '../resume-contract.ts';

let app: TestApp;
let open: Visit;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
  open = visitsTo(app);
});
afterAll(() => app.close());

const ownerOf = (name?: string) => publicOwner(app, name);

/** Writes the address of a photo as it is, as an earlier version did. */
const setAvatar = ({ userId }: Caller, address: string) =>
  app.database.asOwner((db) =>
    db.query('update profiles set avatar_url = $2 where user_id = $1', [userId, address]),
  );

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
    // Any other value shows the first page.
    for (const page of ['0', '-1', '1001', 'x', '2&page=2'])
      expect((await open(`/${slug}?page=${page}`)).text.match(/<article/g)).toHaveLength(50);
    // A number beyond the last page shows the last one.
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
    // As an earlier version stored it. Its host would learn who visits the page.
    await setAvatar(ada, 'https://photos.example/ada.jpg');
    const { text, headers } = await open(`/${slug}`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`img-src 'self';`);
    expect(text).not.toContain('photos.example');
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
    await setAvatar(ada, `https://${host}/me.png`);
    const [shown, expected] = [await open(`/${slug}`), await open(`/${plain}`)];
    expect(shown.status).toBe(200);
    expect(shown.headers['content-security-policy']).toBe(expected.headers['content-security-policy']);
  },
);

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

  it('that is a photo is downloaded without the place where it was taken', async () => {
    const [ada, slug] = await ownerOf();
    await verifiedVouch(app, ada, { file: await photoWithPlace() });
    const link = linksOf((await open(`/${slug}`)).text).find((url) => url.includes('/files/'))!;
    for (const as of ['view', 'download']) {
      const { headers } = await open(link.replace('as=view', `as=${as}`));
      const { rawPayload, statusCode } = await app.server.inject({ url: String(headers.location) });
      expect([as, statusCode, rawPayload.includes(place)]).toEqual([as, 200, false]);
    }
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
    await setAvatar(ada, `/api/storage/public/profile-photos/${ada.userId}/me.jpg`);
    await vi.waitFor(async () =>
      expect(pictureIn((await open(`/${slug}`)).text)).toMatch(/\/photo\/me\.jpg$/),
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
  expect(document.basics).toMatchObject({
    name: 'Ada Example',
    url: `${app.config.appUrl}/${slug}`,
    location: {},
    profiles: [],
  });
  expect(document.references).toEqual([
    {
      name: 'Grace Hopper',
      reference: '"A joy to work with." Verified on 2026-11-21 for "Search". Engineering Manager.',
      url: expect.stringMatching(/\/credentials\/[0-9a-f-]{36}$/),
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
