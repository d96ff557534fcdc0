// Documents rendered by the server: their content for each reader, and that user input stays escaped.
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FirstEntries, FirstPage } from '#app/first-page.ts';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { bothWays } from '#tests/support/prepared.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const vienna = 'Europe/Vienna|en-US|mouse';

async function personWith(contents: string[], more: { name?: string; created_at?: string } = {}) {
  const person = await app.signUp(more.name);
  for (const content of contents) {
    const body = { id: newId(), content, ...(more.created_at && { created_at: more.created_at }) };
    expect((await person.call('POST /api/check_ins', { body })).status).toBe(200);
  }
  person.cookies['logbook-reader'] = vienna;
  return person;
}

const firstPageIn = (text: string): FirstPage | null => {
  const found = /<script type="application\/json" id="logbook-first-page">(.*?)<\/script>/s.exec(text);
  return found && (JSON.parse(found[1]!) as FirstPage);
};
const entriesIn = (text: string): FirstEntries | null => firstPageIn(text)?.entries ?? null;

describe('the document of a signed-in user', () => {
  test('shows their entries and includes the responses to the first requests', async () => {
    const ada = await personWith(['Shipped the report', 'Met the board']);
    const { text } = await ada.call('GET /');
    expect(text).toContain('Shipped the report</p>');
    expect(text).toContain('2 entries');
    const page = entriesIn(text)!;
    const months = await ada.call<FirstEntries['months']>('GET /api/check_ins/months', {
      query: { timezone: 'Europe/Vienna' },
    });
    expect(page.timezone).toBe('Europe/Vienna');
    expect(page.months.months).toEqual(months.json.months);
    expect(page.rows.rows.map(({ content }) => content)).toEqual(['Met the board', 'Shipped the report']);
    const listed = await ada.call<FirstEntries['rows']>('GET /api/check_ins', { query: { limit: 30 } });
    expect(page.rows).toEqual(listed.json);
  });

  test('is never cached, and is the same with and without compression', async () => {
    const ada = await personWith(['Grüße 🎉 to everybody']);
    const plain = await ada.call('GET /');
    expect(plain.headers['cache-control']).toBe('private, no-store');
    expect(plain.headers['vary']).toBe('cookie, accept-encoding');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await ada.call('GET /', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['cache-control']).toBe('private, no-store');
    expect(packed.headers['content-encoding']).toBe('gzip');
    const withoutClock = (text: string) =>
      text.replace(/"as_of":"[^"]*"|name="logbook-position" content="[^"]*"/g, '');
    expect(withoutClock(gunzipSync(packed.bytes).toString())).toBe(withoutClock(plain.text));
  });

  test('takes one trip to the database', async () => {
    const ada = await personWith(['One trip']);
    await ada.call('GET /');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { text } = await ada.call('GET /');
    const sent = query.mock.calls.map(([statement]) => statement as unknown);
    query.mockRestore();
    expect(text).toContain('One trip');
    expect([sent.indexOf('begin'), sent.lastIndexOf('begin')], 'one transaction').toEqual([0, 0]);
    expect(sent.indexOf('commit')).toBe(sent.length - 1);
  });

  test('sets the reader cookie again, as the page does, if it is valid', async () => {
    const ada = await personWith(['An entry']);
    const { headers } = await ada.call('GET /');
    expect(headers['set-cookie']).toBe(
      `logbook-reader=${encodeURIComponent(vienna)}; Max-Age=31536000; Path=/; SameSite=Lax`,
    );
    ada.cookies['logbook-reader'] = 'Mars/Olympus|en-US|mouse';
    expect((await ada.call('GET /')).headers['set-cookie']).toBeUndefined();
  });

  test('includes at most 30 entries, and the cursor of the next ones', async () => {
    const ada = await personWith(Array.from({ length: 32 }, (_, index) => `Entry ${index}`));
    const page = entriesIn((await ada.call('GET /')).text)!;
    expect(page.rows.rows).toHaveLength(30);
    const next = await ada.call<FirstEntries['rows']>('GET /api/check_ins', {
      query: { before: page.rows.next },
    });
    expect(next.json.rows.map(({ content }) => content)).toEqual(['Entry 1', 'Entry 0']);
  });

  test.each(['#a ', 'http://a.example '])(
    'leaves entries full of %sto be fetched by the page',
    async (mark) => {
      const ada = await personWith(Array.from({ length: 4 }, () => mark.repeat(100)));
      const { text } = await ada.call('GET /');
      expect(entriesIn(text)).toBeNull();
      expect(text.length).toBeLessThan(60_000);
    },
  );

  test('leaves long entries to be fetched by the page', async () => {
    const ada = await personWith(Array.from({ length: 7 }, () => 'long '.repeat(1990)));
    const { text } = await ada.call('GET /');
    expect(entriesIn(text)).toBeNull();
    expect(text.length).toBeLessThan(60_000);
    expect(text).toContain('Ada Example</bdi>&#x27;s Logbook');
  });

  test("counts months in the cookie's time zone and names that zone", async () => {
    const now = new Date();
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, 2)).toISOString();
    const ada = await personWith(['At the turn of the month'], { created_at: first });
    for (const [zone, sameMonth] of [
      ['Asia/Kathmandu', true],
      ['Pacific/Pago_Pago', false],
    ] as const) {
      ada.cookies['logbook-reader'] = `${zone}|en-US|mouse`;
      const page = entriesIn((await ada.call('GET /')).text)!;
      expect(page.timezone).toBe(zone);
      expect(page.months.months[0]!.month === first.slice(0, 7)).toBe(sameMonth);
    }
  });

  test("formats dates in the cookie's language", async () => {
    const ada = await personWith(['Auf Deutsch'], { created_at: '2026-02-03T10:00:00Z' });
    ada.cookies['logbook-reader'] = 'Europe/Vienna|de-AT|touch';
    expect((await ada.call('GET /')).text).toContain('Februar 2026');
  });

  test.each([
    ['no cookie', undefined],
    ['an unknown zone', 'Mars/Olympus|en-US|mouse'],
    ['an offset as the zone', '+02:00|en-US|mouse'],
    ['a language with extensions', 'Europe/Vienna|en-u-ca-buddhist|mouse'],
    ['another shape', '"><script>alert(1)</script>'],
    ['broken escapes', '%E0%A4%A'],
    ['no end', 'a'.repeat(3000)],
  ])('has no entries when the reader cookie has %s', async (_case, value) => {
    const ada = await personWith(['Not by a wrong clock']);
    if (value === undefined) delete ada.cookies['logbook-reader'];
    else ada.cookies['logbook-reader'] = value;
    const { status, text } = await ada.call('GET /');
    expect(status).toBe(200);
    expect(text).not.toContain('Not by a wrong clock');
    expect(text).not.toContain('alert(1)');
    expect(text).toContain('Ada Example</bdi>&#x27;s Logbook');
  });

  test("has no other user's data, and none at all after signing out", async () => {
    const ada = await personWith(['A secret of Ada']);
    const eve = await personWith(['A note of Eve'], { name: 'Eve Other' });
    expect((await eve.call('GET /')).text).not.toContain('Ada');
    const cookies = { ...ada.cookies };
    await ada.call('POST /api/auth/sign-out');
    ada.cookies = cookies;
    const later = await ada.call('GET /');
    expect(later.text).not.toContain('secret');
    expect(later.text).not.toContain('Ada');
  });

  test.each([
    ['?tab=goals', 'goals'],
    ['?tab=timeline', 'timeline'],
    ['?tab=nothing', 'timeline'],
    ['?q=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', 'timeline'],
  ])('opens the tab in the query %s', async (search, tab) => {
    const ada = await personWith(['An entry']);
    const { text } = await ada.call(`GET /${search}`);
    expect(text).toMatch(new RegExp(`id="tab-${tab}"[^>]*aria-selected="true"`));
    expect(text).not.toContain('<img src=x');
  });
});

describe('the document of a user whose access token is missing or has expired', () => {
  const isRenewalDue = (text: string) => text.includes('<meta name="logbook-renewal-due" content="true">');
  const sessionCookies = ({ cookies }: Caller) => [cookies['logbook-access'], cookies['logbook-refresh']];

  async function returningUser(contents: string[], name?: string) {
    const person = await personWith(contents, { ...(name && { name }) });
    delete person.cookies['logbook-access'];
    return person;
  }

  test('has their entries, asks the page to renew the session, and leaves the refresh token as it is', async () => {
    const ada = await returningUser(['Shipped the report']);
    const before = sessionCookies(ada);
    const { text, headers } = await ada.call('GET /');
    expect(text).toContain('Shipped the report</p>');
    expect(entriesIn(text)!.rows.rows).toHaveLength(1);
    expect(isRenewalDue(text)).toBe(true);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['vary']).toBe('cookie, accept-encoding');
    expect(sessionCookies(ada)).toEqual(before);
    // As if the first response had been lost.
    expect((await ada.call('GET /')).text).toContain('Shipped the report</p>');
    expect((await ada.call('POST /api/auth/refresh')).status).toBe(200);
    const { text: renewed } = await ada.call('GET /');
    expect(renewed).toContain('Shipped the report</p>');
    expect(isRenewalDue(renewed)).toBe(false);
  });

  test('is read in one trip to the database', async () => {
    const ada = await returningUser(['One trip']);
    await ada.call('GET /');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await ada.call('GET /');
    const sent = query.mock.calls.map(([statement]) => statement as unknown);
    query.mockRestore();
    expect([sent.indexOf('begin'), sent.lastIndexOf('begin')], 'one transaction').toEqual([0, 0]);
  });

  test('is the same with an access token that has expired', async () => {
    const ada = await personWith(['Back after lunch']);
    await app.database.asOwner((db) =>
      db.query(`update sessions set access_expires_at = now() - interval '1 s' where user_id = $1`, [
        ada.userId,
      ]),
    );
    const { text } = await ada.call('GET /');
    expect(text).toContain('Back after lunch');
    expect(isRenewalDue(text)).toBe(true);
  });

  test.each(['/', '/profile', '/inbox', '/team-member/0198c0de-0000-7000-8000-000000000000'])(
    '%s has their session',
    async (path) => {
      const ada = await returningUser([], 'Ada Returning');
      const { text } = await ada.call(`GET ${path}`);
      expect(text).toContain('Ada Returning');
      expect(isRenewalDue(text)).toBe(true);
    },
  );

  test("has no other user's data", async () => {
    await returningUser(['A secret of Ada']);
    const eve = await returningUser(['A note of Eve'], 'Eve Other');
    const { text } = await eve.call('GET /');
    expect(text).toContain('A note of Eve');
    expect(text).not.toContain('Ada');
  });

  test('has no data for a refresh token that was replaced, has expired or was signed out', async () => {
    const replaced = await returningUser(['A secret']);
    const old = { ...replaced.cookies };
    await replaced.call('POST /api/auth/refresh');
    replaced.cookies = old;
    const expired = await returningUser(['A secret']);
    await app.database.asOwner((db) =>
      db.query(`update sessions set refresh_expires_at = now() where user_id = $1`, [expired.userId]),
    );
    const ended = await personWith(['A secret']);
    const cookies = { ...ended.cookies };
    await ended.call('POST /api/auth/sign-out');
    ended.cookies = cookies;
    for (const person of [replaced, expired, ended]) {
      const { status, text } = await person.call('GET /');
      expect(status).toBe(200);
      expect(text).not.toContain('secret');
      expect(isRenewalDue(text)).toBe(false);
    }
  });

  test('is for browsers that open a page: not for HEAD, another credential or a call', async () => {
    const ada = await returningUser(['A secret']);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await ada.call('HEAD /');
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
    const { text } = await ada.call('GET /', { headers: { authorization: 'Bearer bad' } });
    expect(text).not.toContain('secret');
    expect((await ada.call('GET /api/check_ins')).status).toBe(401);
    ada.cookies['logbook-access'] = ada.cookies['logbook-refresh']!;
    expect((await ada.call('GET /api/check_ins')).status).toBe(401);
  });
});

describe('user input in the document', () => {
  const attacks = [
    '</script><script>alert(1)</script>',
    '<!--<script>alert(1)//-->',
    '<!--logbook-page--><!--logbook-first-page--></head>',
    'a \u2028alert(1)\u2029 b',
    `"><img src=x onerror=alert(1)>' onload='alert(1)`,
    "$& $` $' $1 ${alert(1)} \\u003cscript>",
    'javascript:alert(1) data:text/html,<script>alert(1)</script> https://x.example/"onmouseover="alert(1)',
    '</style><style>*{display:none}</style>',
  ];

  const elementsOf = (text: string) =>
    text.match(/<(script|style|img|meta|head|iframe|!--logbook)/g)!.toSorted();

  const handlersIn = (text: string) => {
    const tags = text.match(/<[a-z][^>"]*(?:"[^"]*"[^>"]*)*>/gi) ?? [];
    return tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '""')).filter((tag) => /\son\w+=/i.test(tag));
  };

  test.each(attacks)('stays text in an entry: %s', async (attack) => {
    const calm = await personWith(['A calm entry']);
    const ada = await personWith([attack]);
    const { text } = await ada.call('GET /');
    expect(elementsOf(text)).toEqual(elementsOf((await calm.call('GET /')).text));
    expect(entriesIn(text)!.rows.rows[0]!.content).toBe(attack);
    expect(handlersIn(text)).toEqual([]);
    expect(text).not.toMatch(/href="(javascript|data):/);
  });

  // Names with a line separator are refused.
  test.each(attacks.filter((attack) => !attack.includes('\u2028')))(
    'stays text in a name: %s',
    async (attack) => {
      const calm = await personWith([]);
      const ada = await personWith([], { name: attack.slice(0, 60).trim() });
      const { text } = await ada.call('GET /');
      expect(elementsOf(text)).toEqual(elementsOf((await calm.call('GET /')).text));
      expect(handlersIn(text)).toEqual([]);
    },
  );
});

describe('a shared page', () => {
  const read = async (path: string, caller: Caller = app.anonymous()) =>
    (await caller.call(`GET ${path}`)).text;

  test.each([
    ['/auth', 'type="password"'],
    ['/auth?mode=signup', 'name="full_name"'],
    ['/auth?view=forgot', 'We will email you a link to set a new password.'],
    ['/auth?mode=manager&employee=ada@example.com', 'name="full_name"'],
    ['/', 'Create an account'],
    ['/?tab=appreciation', 'id="tab-appreciation" role="tab" href="/?tab=appreciation" aria-selected="true"'],
    ['/?tab=goals&q=anything', 'id="tab-goals" role="tab" href="/?tab=goals" aria-selected="true"'],
    ['/no/where', 'Oops! Page not found'],
  ])('%s is rendered on the server', async (path, part) => {
    expect(await read(path)).toContain(part);
  });

  test('is left to the browser when an emailed link decides its content', async () => {
    expect(await read('/auth?recover=token')).toContain('<div id="root"></div>');
    expect(await read('/auth?mode=signup&proof=token')).toContain('<div id="root"></div>');
  });

  test('never repeats the URL', async () => {
    expect(await read('/auth?mode=manager&employee=%3Cscript%3Eeve')).not.toContain('eve');
    expect(await read('/?q=eve&tab=goals')).not.toContain('eve');
  });

  test('submits no password before its scripts are loaded', async () => {
    expect(await read('/auth')).toMatch(/<form [^>]*method="dialog"/);
  });

  test.each([
    ['/', { cookie: `logbook-reader=${encodeURIComponent(vienna)}`, 'accept-encoding': 'br' }],
    ['/auth', { cookie: 'other=1', 'accept-encoding': 'gzip' }],
    ['/profile', {}],
    ['/', { cookie: 'logbook-access=over' }],
  ])('the prepared response to %s %j equals that of the route', async (path, headers) => {
    const { sent, routed } = await bothWays(app.server, path, headers);
    expect(sent).toEqual(routed);
  });

  test('allows only its own inline scripts and style sheets', async () => {
    const { headers } = await app.anonymous().call('GET /auth');
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(await read('/auth')).not.toMatch(/<[^>]+ style="/);
    expect(await read('/')).not.toMatch(/<[^>]+ style="/);
  });
});
