import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { newId } from '#platform/clock/id.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import { SnapshotLinks } from './operations/snapshot-links.ts';

let app: TestApp;
let ada: Caller;
let links: SnapshotLinks;
const manager = 'mira.manager@example.com';

beforeAll(async () => {
  const instance = { instanceName: 'Logbook', offlineApp: false };
  app = await startApp({}, new PageRenderer(instance));
  links = new SnapshotLinks(app.config.appUrl, appSecret);
  ada = await app.signUp('Ada Example');
});
afterAll(() => app.close());

const open = (search: string, headers = {}) =>
  app.anonymous().call(`GET /manager-snapshot${search}`, { headers });
const openQuery = (query: Record<string, string>) => open(`?${new URLSearchParams(query)}`);

async function shared(content: string, owner = ada): Promise<string> {
  const id = newId();
  const body = { id, content, emoji: '🚀', created_at: '2026-11-20T23:30:00.000Z' };
  expect((await owner.call('POST /api/check_ins', { body })).status).toBeLessThan(300);
  await shareWith(id, manager);
  return id;
}
function shareWith(id: string, address: string | null) {
  return app.database.asOwner((db) =>
    db.query(
      'update check_ins set manager_email = $2::text, shared_with_manager = $2::text is not null where id = $1',
      [id, address],
    ),
  );
}
function searchFor(checkInId: string, { address = manager, at = new Date() } = {}): string {
  return new URL(links.linkFor({ checkInId, managerEmail: address, at })).search;
}
const setZone = (zone: string) =>
  app.database.asOwner((db) =>
    db.query('update profiles set time_zone = $2 where user_id = $1', [ada.userId, zone]),
  );
const isInvalid = ({ status, text }: { status: number; text: string }) =>
  status === 404 &&
  text.includes('Invalid Link') &&
  text.includes('This snapshot link appears to be invalid or expired') &&
  text.includes('href="/auth"');
const decode = (html: string) =>
  html.replace(/&(?:#(x?)([\da-f]+)|(amp|lt|gt|quot));/gi, (_all, hex: string, code: string, name: string) =>
    name
      ? { amp: '&', lt: '<', gt: '>', quot: '"' }[name.toLowerCase()]!
      : String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
  );

it("a signed link shows the whole entry, its author and the author's date", async () => {
  const long = `Line one\n${'long '.repeat(1000)}end`;
  await setZone('Asia/Tokyo');
  const page = await open(searchFor(await shared(long)));
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h1 class="text-title-phone md:text-title">Team Update Snapshot</h1>');
  expect(decode(page.text)).toContain("This Week's Accomplishments");
  expect(page.text).toContain(`Shared with you by Ada Example (${ada.email})`);
  expect(page.text).toContain(long);
  expect(page.text).toContain('🚀');
  expect(page.text).toContain('November 21, 2026');
  expect(page.text).not.toContain('not signed');
  expect(page.text).not.toContain(manager);
});

it('a signed link ignores any other text in its query', async () => {
  const search = searchFor(await shared('The real text'));
  const page = await open(`${search}&employee=Eve&content=Another+text&emoji=💼`);
  expect(page.text).toContain('The real text');
  expect(page.text).not.toMatch(/Another text|Eve|💼/);
});

it('a signed link shows the entry as it is now', async () => {
  const id = await shared('First version');
  await ada.call('PATCH /api/check_ins/:id', {
    params: { id },
    body: { content: 'Second version', edited_at: null },
  });
  expect((await open(searchFor(id))).text).toContain('Second version');
});

it("a verified user's name is shown as written, with the address (R-A3)", async () => {
  const eve = await app.signUp('Eve 3rd, of the example.org crew');
  const page = await open(searchFor(await shared('Text', eve)));
  expect(page.text).toContain(`Shared with you by Eve 3rd, of the example.org crew (${eve.email})`);
});

it('an address that is not verified is not shown', async () => {
  const eve = await app.signUp('Visit evil.example now');
  await app.database.asOwner((db) =>
    db.query('update users set email_verified_at = null where id = $1', [eve.userId]),
  );
  const page = await open(searchFor(await shared('Text', eve)));
  expect(page.text).toContain('Shared with you by Unknown');
  expect(page.text).not.toMatch(new RegExp(`evil\\.example|${eve.email}`));
});

it('a signed link ends when sharing ends, and works again when it is shared with the same mailbox again', async () => {
  const id = await shared('Text');
  await shareWith(id, null);
  expect(isInvalid(await open(searchFor(id)))).toBe(true);
  await shareWith(id, 'another.manager@example.com');
  expect(isInvalid(await open(searchFor(id)))).toBe(true);
  for (const spelling of [manager, manager.replace('@', '+work@')]) {
    await shareWith(id, spelling);
    expect((await open(searchFor(id))).status).toBe(200);
  }
});

it('a signed link ends when the entry is deleted, and when its author deletes the account', async () => {
  const id = await shared('Text');
  await ada.call('DELETE /api/check_ins/:id', { params: { id } });
  expect(isInvalid(await open(searchFor(id)))).toBe(true);
  const eve = await app.signUp('Eve Example');
  const search = searchFor(await shared('Text', eve));
  expect((await open(search)).status).toBe(200);
  await eve.call('POST /api/functions/v1/delete-account');
  expect(isInvalid(await open(search))).toBe(true);
});

it('a signed link ends after 30 days', async () => {
  const id = await shared('Text');
  const ago = (ms: number) => new Date(Date.now() - ms);
  expect((await open(searchFor(id, { at: ago(30 * dayMs - 60_000) }))).status).toBe(200);
  expect(isInvalid(await open(searchFor(id, { at: ago(30 * dayMs) })))).toBe(true);
});

it('the last day of a signed link is shown in the time zone of the author', async () => {
  await setZone('America/New_York');
  const at = new Date(Date.now() - 10 * dayMs);
  const page = await open(searchFor(await shared('Text'), { at }));
  const last = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' });
  expect(page.text).toContain(`It works until ${last.format(at.getTime() + 30 * dayMs)}`);
});

it('a link for another address or of another instance shows nothing', async () => {
  const id = await shared('Text');
  expect(isInvalid(await open(searchFor(id, { address: ada.email })))).toBe(true);
  const other = new SnapshotLinks(app.config.appUrl, 'another secret of thirty-two characters').linkFor({
    checkInId: id,
    managerEmail: manager,
    at: new Date(),
  });
  expect(isInvalid(await open(new URL(other).search))).toBe(true);
});

it.each([
  ['empty', '?s='],
  ['a word', '?s=abc'],
  ['an id', `?s=${newId()}`],
  ['twice', '?s=a&s=b'],
  ['long', `?s=${'A'.repeat(5000)}`],
  ['a control character', '?s=%00%E2%80%AE'],
])('a forged token is refused without a query to the database: %s', async (_what, search) => {
  const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
  expect(isInvalid(await open(`${search}&employee=Ada&content=Text`))).toBe(true);
  expect(connect).not.toHaveBeenCalled();
  connect.mockRestore();
});

it('a link without a token shows its text, and says that it is not signed', async () => {
  const page = await openQuery({ employee: 'Ada Example', content: 'Shipped\nthe release', emoji: '🎉' });
  expect(page.status).toBe(200);
  expect(page.text).toContain('Team Update Snapshot');
  expect(page.text).toContain('This link is not signed by Logbook');
  expect(page.text).toContain('This text comes from the link');
  for (const shown of ['Ada Example', 'Shipped\nthe release', '🎉']) expect(page.text).toContain(shown);
  expect(page.text).not.toContain('Shared with you by');
});

it.each(['', '?', '?employee=Ada', '?content=Text', '?employee=&content=Text', '?employee[]=a&content[]=b'])(
  'a link without a name or a text is invalid: %j',
  async (search) => expect(isInvalid(await open(search))).toBe(true),
);

it('both cards lead to the sign-up pages for managers and employees', async () => {
  const search = searchFor(await shared('Text'));
  const hrefs = async (page: Promise<{ text: string }>) =>
    [...(await page).text.matchAll(/<a href="(\/auth[^"]*)"[^>]*>([^<]+)<\/a>/g)].map(([, href, text]) => [
      decode(href!),
      text,
    ]);
  const manage = (name: string) => [`/auth?mode=manager&employee=${name}`, 'Upgrade to Manager Plan'];
  const start = ['/auth?mode=employee', 'Create Free Account'];
  expect(await hrefs(open(search))).toEqual([manage('Ada+Example'), start]);
  expect(await hrefs(openQuery({ employee: 'A&"<b> C', content: 'c' }))).toEqual([
    manage('A%26%22%3Cb%3E+C'),
    start,
  ]);
  expect((await open(search)).text).toContain('Manager Access');
  expect((await open(search)).text).toContain('Start Your Own Logbook');
});

it.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</p></section><a href="https://evil.example">x</a>',
  '<!--logbook-page--></head><!--logbook-first-page-->',
  '$& $1 $` __LOGBOOK_CONFIG__ __INSTANCE_NAME__',
  'javascript:alert(1) https://evil.example www.evil.example a@evil.example',
  '&lt;script&gt; &#60;b&#62;',
  '\u202ereversed\u2066 \u0000\u0007\u001b[31m',
])('hostile text from a link or an entry stays text: %s', async (text) => {
  const clean = text.replace(/[\u0000-\u001f\u202e\u2066]/g, '').trim();
  const frame = (await openQuery({ employee: 'x', content: 'x' })).text;
  const elements = (html: string) => html.match(/<\/?[a-z!][^>]*>/gi)!.map((tag) => tag.split(/[\s>]/)[0]);
  const unsigned = await openQuery({ employee: text, content: text, emoji: text });
  expect(elements(unsigned.text)).toEqual(elements(frame));
  expect(decode(unsigned.text).split(clean).length - 1).toBe(2);
  const signed = await open(searchFor(await shared(text)));
  expect(signed.text).not.toMatch(/<script>alert|<img|<a href="https?:|<!--logbook-page-->/);
  expect(signed.text).not.toMatch(/href="(?!\/)/);
});

it('the page has no script except for the theme, sends no referrer and is neither indexed nor cached', async () => {
  const page = await openQuery({ employee: 'Ada', content: 'Text' });
  const scripts = [...page.text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  expect(scripts).toHaveLength(1);
  expect(scripts[0]![1]).toBe('');
  const hash = createHash('sha256').update(scripts[0]![2]!).digest('base64');
  const policy = page.headers['content-security-policy'];
  expect(policy).toContain(`default-src 'none'; script-src 'sha256-${hash}';`);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain(`frame-ancestors 'none'`);
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(page.text).toContain('<meta name="robots" content="noindex">');
  expect(page.text).toContain('<title>Team Update Snapshot · Logbook</title>');
  expect((await open('')).headers).toMatchObject({ 'referrer-policy': 'no-referrer' });
});

it('the page is compressed for clients that accept it', async () => {
  const { bytes, headers } = await open('?employee=Ada&content=Text', { 'accept-encoding': 'gzip' });
  expect(headers['content-encoding']).toBe('gzip');
  const plain = await open('?employee=Ada&content=Text');
  const body = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
  expect(await new Response(body).text()).toBe(plain.text);
});

it('while the database is unreachable, the page says that the link is fine', async () => {
  const search = searchFor(await shared('Text'));
  const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
  connect.mockRejectedValueOnce(new Error('Connection terminated'));
  const page = await open(search);
  connect.mockRestore();
  expect(page.status).toBe(503);
  expect(page.headers['retry-after']).toBe('60');
  expect(page.text).toContain('The link is fine.');
  expect(decode(page.text)).toContain(`href="/manager-snapshot${search}"`);
});

it('nothing of a query is logged, not even when reading fails', async () => {
  const lines: unknown[] = [];
  const record = (...line: unknown[]) => void lines.push(line);
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];
  const logger = Object.fromEntries(levels.map((level) => [level, record]));
  const child = vi.spyOn(app.server.log, 'child').mockReturnValue(logger as never);
  const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
  connect.mockRejectedValueOnce(new Error('Connection terminated'));
  const search = searchFor(newId());
  for (const query of [search, search, '?employee=Secret&content=Secret-text', '?s=Secret-token'])
    await open(query);
  child.mockRestore();
  connect.mockRestore();
  expect(lines).toEqual([[{ reason: 'Connection terminated' }, 'the snapshot cannot be read']]);
});
