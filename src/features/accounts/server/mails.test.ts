// Emailed and queued links become void when their account or address is deleted (R-A11, R-A12).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, mails, markVerified, skipPauses, startMailingApp, work } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';

let sink: SmtpSink;
let app: TestApp;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterEach(async () => {
  sink.behave = () => 'take';
  await app.database.asOwner((db) => db.query('delete from limit_hits'));
});
afterAll(() => app.close());

type Problem = { code: string };
const password = 'a good long passphrase';
const recover = (email: string) => app.anonymous().call('POST /api/auth/recover', { body: { email } });
const complete = async (token: string) =>
  (
    await app.anonymous().call<Problem>('POST /api/auth/recover/complete', {
      body: { token, password: 'another good passphrase' },
    })
  ).json.code;
const deleteAccount = (person: Caller) => person.call('POST /api/functions/v1/delete-account');
const remove = (person: Caller, id: string) => person.call('DELETE /api/user_emails/:id', { params: { id } });
const makePrimary = (person: Caller, id: string) =>
  person.call('POST /api/user_emails/:id/primary', { params: { id }, body: { password } });
const kinds = async (to: string) => (await mails(app, to)).map((mail) => `${mail.kind} ${mail.state}`);

/** Adds an unverified address. Its email stays queued until the worker runs. */
async function add(person: Caller, email: string, id = newId()): Promise<string> {
  expect((await person.call('POST /api/user_emails', { body: { id, email } })).status).toBe(200);
  return id;
}

/** A user with a verified second address. */
async function withSecondAddress() {
  const person = await app.signUp();
  await markVerified(app, person);
  const second = `second-${person.email}`;
  const id = await add(person, second);
  const [token] = await mailedTokens(app, sink, second, 'verify');
  expect((await person.call('POST /api/auth/verify', { body: { token } })).status).toBe(200);
  return { person, first: person.email, second, id };
}

/** Writes the email with the link while the SMTP server accepts none. */
async function queuedRecovery(email: string): Promise<void> {
  sink.behave = () => ({ at: 'sender', code: 451, text: 'Try later' });
  await recover(email);
  await work(app);
  expect(await kinds(email)).toContain('recovery queued');
}

/** Makes the SMTP server accept mail again. Returns the tokens of the delivered reset links. */
async function deliveredTokens(email: string): Promise<string[]> {
  sink.behave = () => 'take';
  await skipPauses(app);
  return mailedTokens(app, sink, email, 'recover');
}

describe('a password reset link', () => {
  it('is not sent from the queue after the account is deleted', async () => {
    const person = await app.signUp();
    await queuedRecovery(person.email);
    await deleteAccount(person);
    expect(await mails(app, person.email)).toEqual([]);
    expect(await deliveredTokens(person.email)).toEqual([]);
  });

  it('is not created if the account is deleted before the job runs', async () => {
    const person = await app.signUp();
    await recover(person.email);
    await deleteAccount(person);
    expect(await deliveredTokens(person.email)).toEqual([]);
    expect(await mails(app, person.email)).toEqual([]);
  });

  it('that was delivered stays void after the account is deleted, even if the address signs up again', async () => {
    const person = await app.signUp();
    await recover(person.email);
    const [token] = await mailedTokens(app, sink, person.email, 'recover');
    await deleteAccount(person);
    expect(await complete(token!)).toBe('link_unknown');
    const body = { full_name: 'Ada Again', email: person.email, password };
    expect((await app.anonymous().call('POST /api/auth/sign-up', { body })).status).toBe(200);
    expect(await complete(token!)).toBe('link_unknown');
  });

  it('is neither sent nor valid after its address is no longer the primary one', async () => {
    const { person, first, id } = await withSecondAddress();
    await recover(first);
    const [arrived] = await mailedTokens(app, sink, first, 'recover');
    await queuedRecovery(first);
    await makePrimary(person, id);
    expect(await deliveredTokens(first)).toEqual([arrived]);
    expect(await complete(arrived!)).toBe('link_unknown');
  });

  it('to a former address is deleted with the account', async () => {
    const { person, first, second, id } = await withSecondAddress();
    await recover(first);
    await work(app);
    await makePrimary(person, id);
    await remove(person, id);
    await deleteAccount(person);
    expect([await mails(app, first), await mails(app, second)]).toEqual([[], []]);
  });

  it('of another account with that address survives the deletion of the first account', async () => {
    const { person, first, id } = await withSecondAddress();
    await makePrimary(person, id);
    await remove(person, id);
    await app.database.asOwner((db) => db.query(`update address_changes set expires_at = now()`));
    const next = app.anonymous();
    await next.call('POST /api/auth/sign-up', { body: { full_name: 'Next', email: first, password } });
    await queuedRecovery(first);
    await deleteAccount(person);
    expect(await kinds(first)).toContain('recovery queued');
    const [token] = await deliveredTokens(first);
    expect(await complete(token!)).toBeUndefined();
  });

  it('is not sent from the queue after the password is changed', async () => {
    const person = await app.signUp();
    await queuedRecovery(person.email);
    const body = { current_password: password, password: 'another good passphrase' };
    expect((await person.call('PATCH /api/auth/user', { body })).status).toBe(200);
    expect(await deliveredTokens(person.email)).toEqual([]);
  });
});

describe('an undo link of an address change', () => {
  it('is void after the account is deleted', async () => {
    const { person, first, id } = await withSecondAddress();
    await makePrimary(person, id);
    const [token] = await mailedTokens(app, sink, first, 'undo');
    await deleteAccount(person);
    const { json } = await app
      .anonymous()
      .call<Problem>('POST /api/auth/undo-email-change', { body: { token } });
    expect(json.code).toBe('undo_unknown');
  });
});

describe('a verification link of an extra address', () => {
  const verify = async (person: Caller, token: string) =>
    (await person.call<Problem>('POST /api/auth/verify', { body: { token } })).json.code;

  it('is not sent after the address was removed', async () => {
    const person = await app.signUp();
    const email = `gone-${person.email}`;
    await remove(person, await add(person, email));
    expect(await mailedTokens(app, sink, email, 'verify')).toEqual([]);
    expect(await mails(app, email)).toEqual([]);
  });

  it('stays void if the address is removed and added again', async () => {
    const person = await app.signUp();
    const email = `back-${person.email}`;
    const id = await add(person, email);
    const [token] = await mailedTokens(app, sink, email, 'verify');
    await remove(person, id);
    // An attacker has used up the address's daily emails, so no newer link replaces the old one.
    await app.database.asOwner((db) =>
      db.query(
        `insert into limit_hits (kind, key) select 'extra address mail to', $1 from generate_series(1, 15)`,
        [email],
      ),
    );
    await add(person, email);
    expect(await verify(person, token!)).toBe('link_unknown');
  });
});
