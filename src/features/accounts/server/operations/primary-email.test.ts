import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, markVerified, signUpVerified, startMailingApp, work } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';
import type { SignedIn, UserEmail } from '../../contract.ts';

let sink: SmtpSink;
let app: TestApp;

beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

type Problem = { code: string; title: string };
type List = Problem & { rows: UserEmail[] };
const password = 'a good long passphrase';

const list = async (person: Caller) => (await person.call<List>('GET /api/user_emails')).json.rows;
const makePrimary = (person: Caller, id: string, body: object = { password }) =>
  person.call<List>('POST /api/user_emails/:id/primary', { params: { id }, body });
const undo = (token: string) =>
  app.anonymous().call<Problem & { email: string; recover: string }>('POST /api/auth/undo-email-change', {
    body: { token },
  });
const signIn = async (email: string, secret = password) =>
  (await app.anonymous().call('POST /api/auth/sign-in', { body: { email, password: secret } })).status;
const isSignedIn = async (caller: Caller) => (await caller.call('GET /api/auth/user')).status === 200;

async function withExtra(verified = true): Promise<{ person: Caller; id: string; email: string }> {
  const person = await app.signUp();
  if (verified) await markVerified(app, person);
  const [id, email] = [newId(), `new-${person.email}`];
  await person.call('POST /api/user_emails', { body: { id, email } });
  const [token] = await mailedTokens(app, sink, email, 'verify');
  expect((await person.call('POST /api/auth/verify', { body: { token } })).status).toBe(200);
  return { person, id, email };
}

async function swapped() {
  const user = await withExtra();
  expect((await makePrimary(user.person, user.id)).status).toBe(200);
  const [token] = await mailedTokens(app, sink, user.person.email, 'undo');
  return { ...user, old: user.person.email, token: token! };
}

describe('making an address the primary one', () => {
  it('swaps it with the sign-in address, which becomes a verified extra one', async () => {
    const { person, id, email } = await withExtra();
    const { json } = await makePrimary(person, id);
    expect(json.rows.map((row) => [row.email, row.is_primary, row.verified])).toEqual([
      [email, true, true],
      [person.email, false, true],
    ]);
    const current = await person.call<SignedIn>('GET /api/auth/user');
    expect(current.json.user.email).toBe(email);
    expect((await person.call<{ email: string }>('GET /api/profiles')).json.email).toBe(email);
    expect([await signIn(person.email), await signIn(email)]).toEqual([401, 200]);
  });

  it('of an account without a password asks for a fresh session instead, and there is no password to change', async () => {
    const { person, id, email } = await withExtra();
    expect((await makePrimary(person, id, {})).json.code).toBe('wrong_password');
    await app.database.asOwner((db) =>
      db.query(
        `with old as (update sessions set signed_in_at = now() - interval '2 hours' where user_id = $1)
         update users set password_digest = null, password_salt = null where id = $1`,
        [person.userId],
      ),
    );
    expect((await makePrimary(person, id, {})).json.code).toBe('confirmation_needed');
    await app.database.asOwner((db) =>
      db.query('update sessions set signed_in_at = now() where user_id = $1', [person.userId]),
    );
    const { json } = await makePrimary(person, id, {});
    expect(json.rows[0]).toMatchObject({ email, is_primary: true });
    const change = { current_password: '', password: 'quite another passphrase' };
    const changed = await person.call<Problem>('PATCH /api/auth/user', { body: change });
    expect(changed.json.code).toBe('no_password');
  });

  it('requires the password, with 5 attempts in 15 minutes, and changes nothing without it', async () => {
    const { person, id } = await withExtra();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => makePrimary(person, id, { password: 'not this one' })),
    );
    expect(answers.map((answer) => answer.json.code).sort()).toEqual([
      ...Array(3).fill('too_many_tries'),
      ...Array(5).fill('wrong_password'),
    ]);
    expect((await makePrimary(person, id)).json.code).toBe('too_many_tries');
    expect((await list(person))[0]!.email).toBe(person.email);
    // Sign-in has a separate limit.
    expect(await signIn(person.email)).toBe(200);
  });

  it('accepts only a verified address of the caller', async () => {
    const { person, id } = await withExtra();
    const other = await app.signUp();
    expect((await makePrimary(other, id)).status).toBe(404);
    const pending = newId();
    await person.call('POST /api/user_emails', { body: { id: pending, email: `p-${person.email}` } });
    expect((await makePrimary(person, pending)).json.code).toBe('email_unverified');
    const same = await makePrimary(person, person.userId);
    expect(same.json.rows[0]!.email).toBe(person.email);
  });

  it('voids a password reset link that was emailed to the old address', async () => {
    const { person, id } = await withExtra();
    await app.anonymous().call('POST /api/auth/recover', { body: { email: person.email } });
    const [token] = await mailedTokens(app, sink, person.email, 'recover');
    await makePrimary(person, id);
    const body = { token, password: 'another good passphrase' };
    const late = await app.anonymous().call<Problem>('POST /api/auth/recover/complete', { body });
    expect(late.json.code).toBe('link_unknown');
  });

  it('leaves a never verified old address free for its owner, without an undo link', async () => {
    const { person, id } = await withExtra(false);
    expect((await makePrimary(person, id)).json.rows.map((row) => row.verified)).toEqual([true, false]);
    expect(await mailedTokens(app, sink, person.email, 'undo')).toEqual([]);
    const body = { full_name: 'The Owner', email: person.email, password };
    expect((await app.anonymous().call('POST /api/auth/sign-up', { body })).status).toBe(200);
  });
});

describe('the undo link emailed to the old address', () => {
  it('comes with a notification that shows the new address only masked', async () => {
    const { old, email } = await swapped();
    const mail = sink.received.filter((one) => one.to.includes(old)).at(-1)!.mail;
    expect(mail.subject).toBe('Your sign-in address for Logbook has changed');
    expect(mail.text).toContain('n•••@example.com');
    expect(mail.text + mail.html!).not.toContain(email);
  });

  it('restores the address, revokes sessions, password and extra addresses, and allows a new password', async () => {
    const { person, old, email, token } = await swapped();
    const undone = await undo(token);
    expect(undone.json.email).toBe(old);
    expect(await isSignedIn(person)).toBe(false);
    expect([await signIn(old), await signIn(email)]).toEqual([401, 401]);
    const owner = app.anonymous();
    const body = { token: undone.json.recover, password: 'another good passphrase' };
    expect((await owner.call('POST /api/auth/recover/complete', { body })).status).toBe(200);
    expect((await list(owner)).map((row) => row.email)).toEqual([old]);
    expect(await signIn(old, body.password)).toBe(200);
  });

  it('keeps what was received at the restored address, but not at the one that it replaces (R-A12)', async () => {
    const { old, email, token } = await swapped();
    const bo = await signUpVerified(app, 'Bo Example');
    for (const recipient_email of [old, email])
      await bo.call('POST /api/shoutouts', {
        body: { id: newId(), recipient_email, message: recipient_email },
      });
    const { json } = await undo(token);
    const owner = app.anonymous();
    const body = { token: json.recover, password: 'another good passphrase' };
    await owner.call('POST /api/auth/recover/complete', { body });
    const received = async (person: Caller) =>
      (await person.call<{ rows: { message: string }[] }>('GET /api/shoutouts')).json.rows;
    expect((await received(owner)).map(({ message }) => message)).toEqual([old]);
    const next = app.anonymous();
    await next.call('POST /api/auth/sign-up', { body: { full_name: 'Next Owner', email, password } });
    const proof = (await mailedTokens(app, sink, email, 'verify')).at(-1);
    expect((await next.call('POST /api/auth/verify', { body: { token: proof } })).status).toBe(200);
    expect(await received(next)).toEqual([]);
  });

  it('works once, even under 10 parallel uses, and expires after 72 hours', async () => {
    const { token, person } = await swapped();
    const age = (hours: number) =>
      app.database.asOwner((db) =>
        db.query(
          'update address_changes set expires_at = expires_at - make_interval(hours => $1) where user_id = $2',
          [hours, person.userId],
        ),
      );
    await age(72);
    expect((await undo(token)).json.code).toBe('undo_expired');
    await age(-1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(token)));
    expect(answers.map((answer) => answer.json.code ?? 'undone').sort()).toEqual([
      ...Array(9).fill('undo_unknown'),
      'undone',
    ]);
    expect((await undo('a'.repeat(43))).json.code).toBe('undo_unknown');
  });

  it('survives what a thief does next: another swap, removing the address, signing up with it', async () => {
    const { person, old, token } = await swapped();
    const [oldRow] = (await list(person)).filter((row) => row.email === old);
    const third = { id: newId(), email: `third-${old}` };
    await person.call('POST /api/user_emails', { body: third });
    const [proof] = await mailedTokens(app, sink, third.email, 'verify');
    await person.call('POST /api/auth/verify', { body: { token: proof } });
    expect((await makePrimary(person, third.id)).status).toBe(200);
    await person.call('DELETE /api/user_emails/:id', { params: { id: oldRow!.id } });
    const squat = { full_name: 'Squatter', email: old, password };
    expect((await app.anonymous().call('POST /api/auth/sign-up', { body: squat })).status).toBe(409);
    const [later] = await mailedTokens(app, sink, `new-${old}`, 'undo');
    expect((await undo(token)).json.email).toBe(old);
    expect((await undo(later!)).json.code).toBe('undo_unknown');
    await work(app);
  });
});
