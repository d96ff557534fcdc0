import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '#features/accounts/contract.ts';
import { ownRows } from '#features/accounts/server/store.ts';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { transact } from '#platform/database/transaction.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { asPerson } from '#tests/support/mail.ts';
import { addPasskey, type AddedPasskey } from '#tests/support/passkeys.ts';
import { recoveryToken } from '#tests/support/recovery-token.ts';
import type { CreationOptions, Methods } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ APP_URL: 'http://localhost:4000' });
});
afterAll(() => app.close());
// All tests come from one network.
beforeEach(() => app.database.asOwner((db) => db.query('delete from limit_hits')));

const password = 'a good long passphrase';

async function person() {
  const caller = app.anonymous();
  const email = `p${Math.random().toString(36).slice(2)}@example.com`;
  const { json } = await caller.call<SignedIn>('POST /api/auth/sign-up', {
    body: { full_name: 'Ada Example', email, password },
  });
  return Object.assign(caller, { email, userId: json.user.id });
}

const add = (caller: Caller, authenticator?: Authenticator) => addPasskey(app, caller, authenticator);

/** To sign in, or to confirm the session of `confirming`. */
async function challenge(confirming?: Caller) {
  const purpose = confirming ? 'confirm' : 'sign-in';
  const { json } = await (confirming ?? app.anonymous()).call<{ challenge: string }>(
    'POST /api/auth/passkey-challenge',
    { body: { purpose } },
  );
  return json;
}

const signIn = (assertion: object, caller = app.anonymous()) =>
  caller.call<SignedIn & ProblemBody>('POST /api/auth/passkey', { body: { assertion } });
const byPassword = (email: string, code?: string, given = password) =>
  app.anonymous().call<SignedIn & ProblemBody>('POST /api/auth/sign-in', {
    body: { email, password: given, ...(code !== undefined && { code }) },
  });
const methodsOf = async (caller: Caller) => (await caller.call<Methods>('GET /api/passkeys')).json;
const earlierSignInSql = statement({
  text: `select user_id from app.sign_in($1, $2,
    ($3, uuid_send($3), '1 hour', sha256(uuid_send($3)), '1 hour', '', '', null, 9)::app.new_session, $4)`,
  row: { user_id: t.nullable(t.uuid) },
});
/** As if the user had signed in two hours ago. */
const age = (caller: Caller) =>
  app.database.asOwner((db) =>
    db.query(
      `update sessions set signed_in_at = now() - interval '2 hours', confirmed_at = null where user_id = $1`,
      [caller.userId],
    ),
  );

describe('a passkey', () => {
  it('is added with ten recovery codes, signs in, and shows its last use', async () => {
    const ada = await person();
    const { authenticator, status, json } = await add(ada);
    expect(status).toBe(200);
    expect(json.row).toMatchObject({ name: 'Phone', last_used_at: null, rp_id: 'localhost' });
    expect(new Set(json.recovery_codes).size).toBe(10);
    const caller = app.anonymous();
    const opened = await signIn(authenticator.answer(await challenge()), caller);
    expect(opened.status).toBe(200);
    expect(opened.json.user.email).toBe(ada.email);
    expect((await caller.call<SignedIn>('GET /api/auth/user')).json.user.id).toBe(ada.userId);
    const { passkeys, codes_left, has_password } = await methodsOf(caller);
    expect(passkeys).toMatchObject([{ id: json.row.id, last_used_at: expect.any(String) as string }]);
    expect({ codes_left, has_password }).toEqual({ codes_left: 10, has_password: true });
  });

  it('is added once when the request is repeated, and the second one comes without codes', async () => {
    const ada = await person();
    const { attestation, json } = await add(ada);
    const again = await ada.call<AddedPasskey>('POST /api/passkeys', {
      body: { attestation, name: 'Phone' },
    });
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({ row: { id: json.row.id }, recovery_codes: null });
    expect((await add(ada)).json.recovery_codes).toBeNull();
    expect((await methodsOf(ada)).passkeys).toHaveLength(2);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a user who was not verified', { verified: false }],
    ['an answer instead of a creation', { type: 'webauthn.get' }],
    [
      'certificates that the caller made',
      { format: 'packed', statement: new Map([['x5c', Buffer.alloc(3)]]) },
    ],
    ['an attestation of Apple', { format: 'apple', statement: new Map([['x5c', Buffer.alloc(3)]]) }],
  ])('is not added with %s', async (_what, more) => {
    const ada = await person();
    const { json: options } = await ada.call<CreationOptions>('POST /api/passkeys/options');
    const attestation = new Authenticator(app.config.appUrl).create(options, more);
    const answer = await ada.call<ProblemBody>('POST /api/passkeys', { body: { attestation, name: 'A' } });
    expect([answer.status, answer.json.code]).toEqual([401, 'passkey_refused']);
  });

  it("is not added with another session's challenge, or one for signing in", async () => {
    const [ada, bob] = [await person(), await person()];
    const { json: options } = await bob.call<CreationOptions>('POST /api/passkeys/options');
    const authenticator = new Authenticator(app.config.appUrl);
    for (const used of [options, { ...options, ...(await challenge()) }]) {
      const attestation = authenticator.create(used);
      const answer = await ada.call<ProblemBody>('POST /api/passkeys', { body: { attestation, name: 'A' } });
      expect(answer.json.code).toBe('passkey_refused');
    }
  });

  it('of another user is not added', async () => {
    const { authenticator } = await add(await person());
    const { status, json } = await add(await person(), authenticator);
    expect([status, json.code]).toEqual([409, 'passkey_known']);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin with another port', { origin: 'http://localhost:4001' }],
    ['another host', { rpId: 'evil.example' }],
    ['a user who was not verified', { verified: false }],
    ['a creation instead of an answer', { type: 'webauthn.create' }],
    ['another user handle', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('does not sign in with %s', async (_what, more) => {
    const { authenticator } = await add(await person());
    const { status, json } = await signIn(authenticator.answer(await challenge(), more));
    expect([status, json.code]).toEqual([401, 'passkey_refused']);
  });

  it('signs in once with a challenge, even of 20 parallel requests', async () => {
    const { authenticator } = await add(await person());
    const assertion = authenticator.answer(await challenge());
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(assertion)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401 || status === 429)).toHaveLength(19);
  });

  it('does not sign in with a counter that has not grown, as of a copy', async () => {
    const { authenticator } = await add(await person());
    expect((await signIn(authenticator.answer(await challenge(), { counter: 7 }))).status).toBe(200);
    expect((await signIn(authenticator.answer(await challenge(), { counter: 7 }))).status).toBe(401);
    expect((await signIn(authenticator.answer(await challenge(), { counter: 8 }))).status).toBe(200);
  });
});

describe('an account with a passkey (R-Q2)', () => {
  it('is not opened by the password alone, nor with a wrong code, but once by each recovery code', async () => {
    const ada = await person();
    const { json } = await add(ada);
    const [code, next] = json.recovery_codes as [string, string];
    expect((await byPassword(ada.email)).json.code).toBe('second_factor_needed');
    expect((await byPassword(ada.email, 'aaaa-bbbb-cccc-dddd')).json.code).toBe('wrong_code');
    expect((await byPassword(ada.email, code, 'not this one')).json.code).toBe('wrong_credentials');
    expect((await byPassword(ada.email, ` ${code.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect((await byPassword(ada.email, code)).json.code).toBe('wrong_code');
    const body = { grant_type: 'password', email: ada.email, password };
    const token = (more: object) =>
      app.anonymous().call<ProblemBody>('POST /api/auth/token', { body: { ...body, ...more } });
    expect((await token({})).json.code).toBe('second_factor_needed');
    expect((await token({ code: next })).status).toBe(200);
    expect((await methodsOf(ada)).codes_left).toBe(8);
  });

  it('is opened by one of 20 parallel requests with a recovery code', async () => {
    const ada = await person();
    const { json } = await add(ada);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => byPassword(ada.email, json.recovery_codes![0])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('refuses a wrong password with a code in the same time as an unknown address (R-A5)', async () => {
    const ada = await person();
    await add(ada);
    const timed = async (email: string) => {
      await app.database.asOwner((db) => db.query('delete from limit_hits'));
      const started = performance.now();
      const { json } = await byPassword(email, '123456', 'not this one');
      expect(json.code).toBe('wrong_credentials');
      return performance.now() - started;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 21; round++) {
      known.push(await timed(ada.email));
      unknown.push(await timed('no-account@example.com'));
    }
    const median = (samples: number[]) => samples.toSorted((a, b) => a - b)[10]!;
    expect(median(known) / median(unknown)).toBeLessThan(1.6);
    expect(median(unknown) / median(known)).toBeLessThan(1.6);
  });

  it('counts wrong codes like wrong passwords', async () => {
    const ada = await person();
    await add(ada);
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await byPassword(ada.email, `wrong ${i}`));
    expect(answers.map(({ json }) => json.code)).toEqual([
      ...Array<string>(5).fill('wrong_code'),
      'too_many_tries',
    ]);
    expect((await ada.call('GET /api/auth/user')).status).toBe(200);
  });

  it('is not opened by processes of the previous version, which cannot ask for a code', async () => {
    const ada = await person();
    const proof = Buffer.from('a proof');
    const session = randomUUID();
    const opens = () =>
      transact(app.database.app, null, async (tx) => {
        const signature = tx.sign('sign_in', ada.email, proof.toString('hex'), session);
        return tx.query(earlierSignInSql, [ada.email, proof, session, signature]);
      });
    await app.database.asOwner((db) =>
      db.query('update users set password_digest = app.password_digest($2) where id = $1', [
        ...[ada.userId, proof],
      ]),
    );
    await add(ada);
    expect(await opens()).toEqual([{ user_id: null }]);
    await app.database.asOwner((db) => db.query('delete from passkeys where user_id = $1', [ada.userId]));
    expect(await opens()).toEqual([{ user_id: ada.userId }]);
  });

  it('is recovered by an emailed link only with a code, unless its address was never verified (R-A4)', async () => {
    const ada = await person();
    const { authenticator, json } = await add(ada);
    const recover = async (more: object) => {
      const token = await recoveryToken(app, ada.email);
      return app.anonymous().call<ProblemBody>('POST /api/auth/recover/complete', {
        body: { token, password: 'another good passphrase', ...more },
      });
    };
    expect((await recover({})).json.code).toBe('second_factor_needed');
    expect((await recover({ code: 'wrong' })).json.code).toBe('wrong_code');
    expect((await recover({ code: json.recovery_codes![0] })).status).toBe(200);
    expect((await signIn(authenticator.answer(await challenge()))).status).toBe(200);
    await app.database.asOwner((db) =>
      db.query('update users set email_verified_at = null where id = $1', [ada.userId]),
    );
    expect((await recover({})).status).toBe(200);
    expect((await signIn(authenticator.answer(await challenge()))).json.code).toBe('passkey_refused');
    expect((await byPassword(ada.email, undefined, 'another good passphrase')).status).toBe(200);
  });

  it('loses passkeys that were added since a change of its address, when the owner undoes it (R-A9)', async () => {
    const ada = await person();
    const { authenticator } = await add(ada);
    const token = newToken();
    await app.database.asOwner((db) =>
      db.query(
        `insert into address_changes (hash, user_id, old_address, expires_at)
         values ($1, $2, $3, now() + interval '1 hour')`,
        [hashToken(token), ada.userId, ada.email],
      ),
    );
    const { authenticator: later } = await add(ada);
    expect((await app.anonymous().call('POST /api/auth/undo-email-change', { body: { token } })).status).toBe(
      200,
    );
    expect((await signIn(later.answer(await challenge()))).status).toBe(401);
    expect((await signIn(authenticator.answer(await challenge()))).status).toBe(200);
  });
});

describe('changes of how an account with a passkey is reached (R-Q2)', () => {
  it('need a confirmation when the sign-in is old, by a passkey or by password and code', async () => {
    const ada = await person();
    const { authenticator, json } = await add(ada);
    await age(ada);
    const changes = () =>
      Promise.all([
        ada.call<ProblemBody>('POST /api/passkeys/options'),
        ada.call<ProblemBody>('DELETE /api/passkeys/:id', { params: { id: json.row.id } }),
        ada.call<ProblemBody>('POST /api/recovery_codes'),
        ada.call<ProblemBody>('PATCH /api/auth/user', {
          body: { current_password: password, password: 'another good passphrase' },
        }),
        ada.call<ProblemBody>('POST /api/api_tokens', { body: { name: 'A', scopes: ['log:read'] } }),
        ada.call<ProblemBody>('POST /api/functions/v1/delete-account', { body: { password } }),
      ]);
    for (const { json: refusal } of await changes()) expect(refusal.code).toBe('confirmation_needed');
    const confirm = (body: object) => ada.call<ProblemBody>('POST /api/auth/confirm', { body });
    expect((await confirm({ password })).json.code).toBe('second_factor_needed');
    expect((await confirm({ password, code: 'wrong' })).json.code).toBe('wrong_code');
    expect((await confirm({ password: 'wrong', code: json.recovery_codes![0] })).json.code).toBe(
      'wrong_password',
    );
    expect((await confirm({ assertion: authenticator.answer(await challenge()) })).json.code).toBe(
      'passkey_refused',
    );
    expect((await methodsOf(ada)).fresh).toBe(false);
    const elsewhere = app.anonymous();
    await signIn(authenticator.answer(await challenge()), elsewhere);
    const ofAnother = authenticator.answer(await challenge(elsewhere));
    expect((await confirm({ assertion: ofAnother })).json.code).toBe('passkey_refused');
    await age(ada);
    const assertion = authenticator.answer(await challenge(ada));
    expect((await confirm({ assertion })).status).toBe(200);
    expect((await confirm({ assertion })).json.code).toBe('passkey_refused');
    expect((await methodsOf(ada)).fresh).toBe(true);
    await age(ada);
    expect((await confirm({ password, code: json.recovery_codes![1] })).status).toBe(200);
    expect((await ada.call('POST /api/recovery_codes')).status).toBe(200);
  });

  it("are not confirmed by another user's passkey", async () => {
    const [ada, bob] = [await person(), await person()];
    await add(ada);
    const { authenticator } = await add(bob);
    const assertion = authenticator.answer(await challenge(ada));
    const { json } = await ada.call<ProblemBody>('POST /api/auth/confirm', { body: { assertion } });
    expect(json.code).toBe('passkey_refused');
  });

  it('made in another session, which only a password opened, need one after the first passkey', async () => {
    const ada = await person();
    const earlier = app.anonymous();
    await earlier.call('POST /api/auth/sign-in', { body: { email: ada.email, password } });
    const { json } = await add(ada);
    const removed = await earlier.call<ProblemBody>('DELETE /api/passkeys/:id', {
      params: { id: json.row.id },
    });
    expect(removed.json.code).toBe('confirmation_needed');
    // The archive has no time for that.
    const rows = await asPerson(app, ada, (tx) => ownRows(tx, ada.userId, 'sessions'));
    expect(rows).toMatchObject([{ confirmed_at: null }, { confirmed_at: null }]);
  });
});

describe('removing a passkey', () => {
  const remove = (caller: Caller, id: string) =>
    caller.call<ProblemBody>('DELETE /api/passkeys/:id', { params: { id } });

  it('ends it, and with the last one the recovery codes: the password alone opens the account again', async () => {
    const ada = await person();
    const { authenticator, json } = await add(ada);
    expect((await remove(ada, json.row.id)).status).toBe(200);
    expect((await remove(ada, json.row.id)).status).toBe(404);
    expect((await signIn(authenticator.answer(await challenge()))).json.code).toBe('passkey_refused');
    expect((await byPassword(ada.email)).status).toBe(200);
    expect((await methodsOf(ada)).codes_left).toBeNull();
  });

  it('is refused for the last way to sign in, even of parallel requests (R-Q3)', async () => {
    const ada = await person();
    const [first, second] = [(await add(ada)).json.row.id, (await add(ada)).json.row.id];
    await app.database.asOwner((db) =>
      db.query('update users set password_digest = null, password_salt = null where id = $1', [ada.userId]),
    );
    const answers = await Promise.all([remove(ada, first), remove(ada, second)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)!.json.code).toBe('last_way');
  });

  it("does not reach another user's", async () => {
    const { json } = await add(await person());
    const bob = await person();
    expect((await remove(bob, json.row.id)).status).toBe(404);
    const renamed = await bob.call('PATCH /api/passkeys/:id', {
      params: { id: json.row.id },
      body: { name: 'Mine' },
    });
    expect(renamed.status).toBe(404);
  });
});
