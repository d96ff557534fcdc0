import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { post } from '#tests/support/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
});
afterAll(() => app.close());

type Shown = { to: string; subject: string; html: string; text: string; state: string };
const read = (path: string, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'GET', url: path, headers: { host: 'localhost:3000', ...headers } });

it('the mailbox shows emails immediately, newest first, filtered by recipient (R-J2)', async () => {
  await post(app, null, 'one@example.com', { subject: 'First' });
  await post(app, null, 'two@example.com', { subject: 'Second <script>alert(1)</script>' });
  const all = (await read('/api/dev/mailbox')).json<Shown[]>();
  expect(all.map((mail) => mail.to)).toEqual(['two@example.com', 'one@example.com']);
  const [mine, ...others] = (await read('/api/dev/mailbox?to=One@example.com')).json<Shown[]>();
  expect(others).toEqual([]);
  expect(mine).toMatchObject({ subject: 'First', state: 'queued' });
  expect(mine!.text).toContain('Words for you.');
  expect(mine!.html).toContain('Words for you.');
});

it('the mailbox page shows emails in sandboxed frames without scripts', async () => {
  const page = await read('/dev/mailbox');
  expect(page.body).toContain('First');
  expect(page.body.split('</head>')[1]).not.toMatch(/<script/i);
  expect(page.body).toMatch(/<iframe[^>]* sandbox=""/);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-/);
  expect(policy.match(/[^;]*'unsafe-inline'/g)).toEqual([` style-src-attr 'unsafe-inline'`]);
});

it('the mailbox responds with 404 to a foreign host name', async () => {
  expect((await read('/dev/mailbox', { host: 'evil.example' })).statusCode).toBe(404);
  expect((await read('/api/dev/mailbox', { host: 'evil.example' })).statusCode).toBe(404);
  expect((await read('/api/dev/mailbox', { host: '127.0.0.1:3000' })).statusCode).toBe(200);
});

it('the mailbox responds with 404 to a remote caller with any host name', async () => {
  for (const url of ['/dev/mailbox', '/api/dev/mailbox']) {
    const from = (remoteAddress: string, headers = {}) =>
      app.server.inject({ url, remoteAddress, headers: { host: 'localhost:3000', ...headers } });
    for (const remote of ['192.0.2.1', '10.0.0.7', '2001:db8::1', '::ffff:192.0.2.1'])
      expect([remote, (await from(remote)).statusCode]).toEqual([remote, 404]);
    for (const here of ['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'])
      expect([here, (await from(here)).statusCode]).toEqual([here, 200]);
    // A proxy on this machine forwards requests of others.
    for (const header of [{ 'x-forwarded-for': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }])
      expect([header, (await from('127.0.0.1', header)).statusCode]).toEqual([header, 404]);
  }
});

it('behind a trusted proxy, the mailbox is shown only to callers on this machine', async () => {
  const behind = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const statusFor = async (from: string) => {
      const headers = { host: 'localhost', 'x-forwarded-for': from };
      return (await behind.server.inject({ url: '/api/dev/mailbox', headers })).statusCode;
    };
    expect([await statusFor('192.0.2.1'), await statusFor('127.0.0.1')]).toEqual([404, 200]);
  } finally {
    await behind.close();
  }
});

it.each([
  ['production mode', { NODE_ENV: 'production', APP_URL: 'https://log.example' }],
  ['try-it mode with an SMTP server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
])('the mailbox does not exist in %s', async (_what, env) => {
  const other = await startApp(env);
  try {
    for (const url of ['/dev/mailbox', '/api/dev/mailbox']) {
      const answer = await other.server.inject({ method: 'GET', url, headers: { host: 'localhost' } });
      expect(answer.statusCode).toBe(404);
    }
  } finally {
    await other.close();
  }
});
