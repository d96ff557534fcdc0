import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { post } from '../../../tests/support/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Shown = { to: string; subject: string; html: string; text: string; state: string };
const read = (path: string, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'GET', url: path, headers: { host: 'localhost:3000', ...headers } });

it('shows mails at once, newest first, by recipient (R-J2)', async () => {
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

it('has a page that shows them harmlessly', async () => {
  const page = await read('/dev/mailbox');
  expect(page.body).toContain('First');
  expect(page.body).not.toContain('<script>');
  expect(page.body).toMatch(/<iframe[^>]* sandbox=""/);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src-elem 'sha256-/);
});

it("is not there for a name that is not this machine's", async () => {
  expect((await read('/dev/mailbox', { host: 'evil.example' })).statusCode).toBe(404);
  expect((await read('/api/dev/mailbox', { host: 'evil.example' })).statusCode).toBe(404);
  expect((await read('/api/dev/mailbox', { host: '127.0.0.1:3000' })).statusCode).toBe(200);
});

it.each([
  ['the serious mode', { NODE_ENV: 'production', APP_URL: 'https://log.example' }],
  ['a mode with a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }],
])('does not exist in %s', async (_what, env) => {
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
