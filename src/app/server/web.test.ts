import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { instanceOf } from './document.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ INSTANCE_NAME: 'Ada & "Co" <Log>' });
});
afterAll(() => app.close());

test('the document has the escaped settings and a policy that allows only its own inline script', async () => {
  const answer = await app.anonymous().call('GET /auth');
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('<Log>');
  expect(answer.text).toContain('&#60;Log&#62;');
  const script = /<script>([\s\S]*?)<\/script>/.exec(answer.text)![1]!;
  const hash = createHash('sha256').update(script).digest('base64');
  expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`);
  expect(answer.headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
});

test('pages say that emails are held only in production mode without a mail server', async () => {
  const production = { NODE_ENV: 'production', APP_URL: 'https://logbook.example' };
  const settings: NodeJS.ProcessEnv[] = [{}, production, { ...production, SMTP_URL: 'smtp://mail.example' }];
  const held = settings.map((env) => instanceOf(readConfig(env)).heldText?.title);
  expect(held).toEqual([undefined, 'Email is not set up here yet', undefined]);
  const { text } = await app.anonymous().call('GET /auth');
  expect(text).not.toContain('heldText');
});

test('an anonymous visitor gets the dashboard', async () => {
  const answer = await app.anonymous().call('GET /?tab=timeline');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('name="logbook-session" content="null"');
});

test('the dashboard document has the signed-in user and is never cached', async () => {
  const ada = await app.signUp('Ada "<script>" Example');
  const page = await ada.call('GET /');
  const session = /name="logbook-session" content="([^"]*)"/.exec(page.text)![1]!;
  const plain = session.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  expect(JSON.parse(plain)).toEqual((await ada.call('GET /api/auth/user')).json);
  expect(page.text).not.toContain('<script>" Example');
  expect(page.headers['cache-control']).toBe('private, no-store');

  await ada.call('POST /api/auth/sign-out');
  ada.cookies['logbook-access'] = 'over';
  const later = await ada.call('GET /');
  expect(later.text).toContain('content="&#34;unknown&#34;"');
  expect(later.headers['cache-control']).toBe('no-cache');
});

test('the page of an invitation sends no referrer, because the token is in its URL', async () => {
  const ada = await app.signUp();
  for (const caller of [app.anonymous(), ada]) {
    const policies = [];
    for (const path of ['/accept-invitation?token=secret', '/accept-invitation', '/profile'])
      policies.push((await caller.call(`GET ${path}`)).headers['referrer-policy']);
    expect(policies).toEqual(['no-referrer', 'no-referrer', 'strict-origin-when-cross-origin']);
  }
});

test.each([
  ['/', '/'],
  ['/?tab=goals', '/'],
  ['/?save-wins', '/'],
  ['/auth?mode=manager', '/auth'],
])('%s is described for link previews, with one address', async (url, path) => {
  const { text } = await app.anonymous().call(`GET ${url}`);
  const head = text.slice(0, text.indexOf('</head>'));
  expect(head.match(/<link rel="canonical" href="[^"]*">/g)).toEqual([
    `<link rel="canonical" href="${app.config.appUrl}${path}">`,
  ]);
  for (const name of ['og:title', 'og:description', 'og:url', 'og:image', 'og:image:alt'])
    expect(head.split(`<meta property="${name}" content="`)).toHaveLength(2);
  expect(head.split('<meta name="description"')).toHaveLength(2);
  const picture = /property="og:image" content="([^"]+)"/.exec(head)![1]!;
  expect((await app.server.inject(new URL(picture).pathname)).headers['content-type']).toBe('image/png');
});

test.each([['/profile'], ['/no/where'], ['/accept-invitation']])('%s has no link preview', async (path) => {
  const { text } = await app.anonymous().call(`GET ${path}`);
  expect(text).not.toMatch(/og:|rel="canonical"/);
});

test.each([
  ['/guide/', '/guide'],
  ['/guide/proof-of-work/?utm_source=x', '/guide/proof-of-work?utm_source=x'],
  ['/privacy-policy/', '/privacy-policy'],
  ['/raise-promotion-playbook/', '/raise-promotion-playbook'],
  ['/what-is-logbook/', '/what-is-logbook'],
  ['/auth/', '/auth'],
])('%s leads to the page without the slash', async (url, location) => {
  const answer = await app.server.inject(url);
  expect([answer.statusCode, answer.headers['location']]).toEqual([308, location]);
});

test('only addresses of this site are redirected to', async () => {
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  // Not fetch, which corrects such addresses.
  const locationOf = async (path: string) => {
    const sent = request({ port, host: '127.0.0.1', path }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.headers.location;
  };
  const asked = ['//example.org/', '/\\example.org/', '/a//example.org//', '/api/check_ins/', '/', '/auth/'];
  expect(await Promise.all(asked.map(locationOf))).toEqual([...Array<undefined>(5), '/auth']);
});

test.each([['/no/where'], ['/a/b/c'], ['/auth/more'], ['/index.php']])(
  '%s responds with a 404 page',
  async (path) => {
    const answer = await app.anonymous().call(`GET ${path}`);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
  },
);

test.each([['GET /api/nothing'], ['POST /no/where'], ['DELETE /']])(
  '%s responds with a problem document',
  async (key) => {
    const answer = await app.anonymous().call<{ code: string }>(key);
    expect(answer.status).toBe(404);
    expect(answer.json.code).toBe('not_found');
  },
);

test('the dashboard is served during a database outage and requests the session itself', async () => {
  const ada = await app.signUp();
  const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
  connect.mockRejectedValueOnce(new Error('Connection terminated'));
  const page = await ada.call('GET /');
  connect.mockRestore();
  expect(page.status).toBe(200);
  expect(page.text).toContain('name="logbook-session" content="&#34;unknown&#34;"');
});

test('a malformed URL gets a problem document', async () => {
  const answer = await app.anonymous().call<{ code: string }>('GET /%c0%af');
  expect([answer.status, answer.json.code]).toEqual([400, 'invalid_input']);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});
