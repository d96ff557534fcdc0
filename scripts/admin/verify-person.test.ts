import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedIn } from '#features/accounts/contract.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { mails, post } from '#tests/support/mail.ts';
import { verifyPerson } from './verify-person.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
});
afterAll(() => app.close());

it('verifying a user marks the address as verified and releases the held email', async () => {
  const person = await app.signUp();
  await post(app, person, 'friend@example.com');
  expect(await verifyPerson(app.database, person.email)).toBe(true);
  const { json } = await person.call<SignedIn>('GET /api/auth/user');
  expect(json.user.email_verified).toBe(true);
  expect((await mails(app, 'friend@example.com'))[0]!.state).toBe('queued');
});

it('verifying an unknown address returns false', async () => {
  expect(await verifyPerson(app.database, 'unknown@example.com')).toBe(false);
});
