import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailedTokens, mails, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { TestApp } from '#tests/support/app.ts';
import { addAuthenticatorApp } from '#tests/support/authenticator-apps.ts';
import type { Authenticator } from '#tests/support/authenticator.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { addPasskey } from '#tests/support/passkeys.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ APP_URL: 'http://localhost:4000' }));
});
afterAll(() => app.close());

const newPassword = 'quite another passphrase';

async function passkeySignIn(authenticator: Authenticator): Promise<number> {
  const { json } = await app
    .anonymous()
    .call<{ challenge: string }>('POST /api/auth/passkey-challenge', { body: { purpose: 'sign-in' } });
  const assertion = authenticator.answer(json);
  return (await app.anonymous().call('POST /api/auth/passkey', { body: { assertion } })).status;
}

async function undo(token: string, recoverWith: object = {}) {
  const undone = await app
    .anonymous()
    .call<{ recover: string }>('POST /api/auth/undo-email-change', { body: { token } });
  expect(undone.status).toBe(200);
  return app.anonymous().call<ProblemBody>('POST /api/auth/recover/complete', {
    body: { token: undone.json.recover, password: newPassword, ...recoverWith },
  });
}

const emailOf = async (person: Caller) =>
  (await person.call<{ user: { email: string } }>('GET /api/auth/user')).json.user.email;

it('the first passkey of someone who only had the password is undone by the link in the email about it', async () => {
  const ada = await signUpVerified(app);
  const email = await emailOf(ada);
  const { authenticator } = await addPasskey(app, ada);
  const { authenticator: second } = await addPasskey(app, ada);
  const tokens = await mailedTokens(app, sink, email, 'undo');
  expect(tokens).toHaveLength(1);
  expect((await undo(tokens[0]!)).status).toBe(200);
  expect(await passkeySignIn(authenticator)).toBe(401);
  expect(await passkeySignIn(second)).toBe(401);
  expect((await ada.call('GET /api/auth/user')).status).toBe(401);
  const signIn = await app
    .anonymous()
    .call('POST /api/auth/sign-in', { body: { email, password: newPassword } });
  expect(signIn.status).toBe(200);
  const again = await app
    .anonymous()
    .call('POST /api/auth/undo-email-change', { body: { token: tokens[0]! } });
  expect(again.status).toBe(400);
});

it('an authenticator app as the first second factor is undone by the same link', async () => {
  const ada = await signUpVerified(app);
  const email = await emailOf(ada);
  await addAuthenticatorApp(ada);
  const { authenticator } = await addPasskey(app, ada);
  const tokens = await mailedTokens(app, sink, email, 'undo');
  expect(tokens).toHaveLength(1);
  expect((await undo(tokens[0]!)).status).toBe(200);
  expect(await passkeySignIn(authenticator)).toBe(401);
  const signIn = await app
    .anonymous()
    .call('POST /api/auth/sign-in', { body: { email, password: newPassword } });
  expect(signIn.status).toBe(200);
});

it('every change of the second factors, and the end of the password, is emailed', async () => {
  const ada = await signUpVerified(app);
  const email = await emailOf(ada);
  const { json } = await addPasskey(app, ada);
  await addAuthenticatorApp(ada);
  await ada.call('POST /api/recovery_codes');
  await ada.call('DELETE /api/auth/password');
  await ada.call('DELETE /api/authenticator_app');
  await addPasskey(app, ada);
  await ada.call('DELETE /api/passkeys/:id', { params: { id: json.row.id } });
  const sent = (await mails(app, email)).filter(({ kind }) => kind === 'sign-in methods');
  expect(sent).toHaveLength(7);
});

it('no email about passkeys goes to an address that was never verified', async () => {
  const ada = await app.signUp();
  await addPasskey(app, ada);
  expect((await mails(app, ada.email)).filter(({ kind }) => kind === 'sign-in methods')).toEqual([]);
});
