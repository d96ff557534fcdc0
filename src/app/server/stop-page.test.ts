import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { post } from '#tests/support/mail.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import { StopLinks } from '#platform/mail/stop-link.ts';

let app: TestApp;
let links: StopLinks;
let readers = 0;

beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
  links = new StopLinks(app.config.appUrl, appSecret);
});
afterAll(() => app.close());

const pathFor = (address: string) => links.linkFor(address).slice(app.config.appUrl.length);
const reader = () => `reader${++readers}@example.com`;

function send(url: string, payload: string, headers: Record<string, string> = {}) {
  return app.server.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}
const stopped = async (to: string) => (await post(app, null, to)) === 'suppressed';

it('a GET of the unsubscribe link shows what would stop and changes nothing', async () => {
  const to = reader();
  const page = await app.server.inject({ method: 'GET', url: pathFor(to) });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Unsubscribe from all emails?');
  expect(page.body).toContain(to);
  expect(page.body).toContain('You will still get emails that you request yourself');
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
  expect(page.headers['referrer-policy']).toBe('same-origin');
  expect(await stopped(to)).toBe(false);
});

it('the button of the unsubscribe page stops emails and allows them again', async () => {
  const to = reader();
  const done = await send(pathFor(to), 'choice=stop');
  expect(done.body).toContain('Unsubscribed');
  expect(await stopped(to)).toBe(true);
  expect((await app.server.inject({ method: 'GET', url: pathFor(to) })).body).toContain('Unsubscribed');
  expect((await send(pathFor(to), 'choice=again')).body).toContain('allowed again');
  expect(await stopped(to)).toBe(false);
});

it.each([
  ['a form', 'List-Unsubscribe=One-Click', {}],
  ['nothing', '', {}],
  [
    'a multipart form',
    '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    { 'content-type': 'multipart/form-data; boundary=b' },
  ],
])(
  "a mail client's one-click unsubscribe works without the page: %s (RFC 8058)",
  async (_what, body, headers) => {
    const to = reader();
    expect((await send(pathFor(to), body, headers)).statusCode).toBe(200);
    expect(await stopped(to)).toBe(true);
  },
);

it('an unsubscribe link with an invalid signature changes nothing', async () => {
  const to = reader();
  const good = new URLSearchParams(pathFor(to).split('?')[1]);
  const forged: Record<string, string>[] = [
    { to, sign: '' },
    { to, sign: 'x'.repeat(43) },
    { to: reader(), sign: good.get('sign')! },
    { to: to.toUpperCase(), sign: good.get('sign')! },
    { sign: good.get('sign')! },
    { to },
  ];
  for (const query of forged) {
    const answer = await send(`/mail/stop?${new URLSearchParams(query).toString()}`, 'choice=stop');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('This link is incomplete');
  }
  expect(await stopped(to)).toBe(false);
});
