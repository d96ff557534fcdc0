import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { resetLink } from './reset-link.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const use = (link: string) =>
  app.anonymous().call('POST /api/auth/recover/complete', {
    body: { token: new URL(link).searchParams.get('recover'), password: 'a whole new passphrase' },
  });

it('a reset link sets a new password once, and only the newest link works', async () => {
  const person = await app.signUp();
  const first = await resetLink(app.database, app.config.appUrl, person.email);
  const second = await resetLink(app.database, app.config.appUrl, person.email);
  expect((await use(first!)).status).toBe(400);
  expect((await use(second!)).status).toBe(200);
  expect((await use(second!)).status).toBe(400);
  const body = { email: person.email, password: 'a whole new passphrase' };
  expect((await app.anonymous().call('POST /api/auth/sign-in', { body })).status).toBe(200);
});

it('no reset link is created for an unknown address', async () => {
  expect(await resetLink(app.database, app.config.appUrl, 'unknown@example.com')).toBeNull();
});
