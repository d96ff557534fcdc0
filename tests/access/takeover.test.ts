// What someone gets who has a part of what opens an account: the rows of docs/account-takeover.md, one test for each.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Session } from '#features/accounts/contract.ts';
import { resetSignIn } from '../../scripts/admin/reset-sign-in.ts';
import { callWith, createApiToken } from '../support/api-tokens.ts';
import type { TestApp } from '../support/app.ts';
import type { Authenticator } from '../support/authenticator.ts';
import type { Caller, ProblemBody } from '../support/caller.ts';
import { mailedTokens, mails, signUpVerified, startMailingApp, work } from '../support/mail.ts';
import { addAuthenticatorApp, codeOf } from '../support/authenticator-apps.ts';
import { addConnectedApp, open, registerProgram } from '../support/connected-apps.ts';
import { addPasskey } from '../support/passkeys.ts';
import {
  aPerson,
  forSession,
  startProvider,
  throughProvider,
  type TestProvider,
} from '../support/provider.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
  ({ app, sink } = await startMailingApp({ ...provider.env, APP_URL: 'http://localhost:4000' }));
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});
// All tests come from one network.
beforeEach(() => app.database.asOwner((db) => db.query('delete from limit_hits')));

const password = 'a good long passphrase';
const newPassword = 'quite another passphrase';

type Owner = Caller & { email: string };

async function newOwner(): Promise<Owner> {
  const caller = await signUpVerified(app);
  const { json } = await caller.call<{ user: { email: string } }>('GET /api/auth/user');
  return Object.assign(caller, { email: json.user.email });
}

/** An owner with a passkey, on a phone, and recovery codes. */
async function newOwnerWithPasskey() {
  const owner = await newOwner();
  const { authenticator: phone, json } = await addPasskey(app, owner);
  return { owner, phone, passkey: json.row.id, codes: json.recovery_codes! };
}

/** Of what a caller sends without a session. Its answer: the status, or the code of the refusal. */
async function tried(key: string, body: object, caller: Caller = app.anonymous()) {
  const { status, json } = await caller.call<ProblemBody>(key, { body });
  return status === 200 ? 200 : json.code;
}

async function byPasskey(phone: Authenticator, caller = app.anonymous(), verified = true) {
  const { json } = await caller.call<{ challenge: string }>('POST /api/auth/passkey-challenge', {
    body: { purpose: 'sign-in' },
  });
  return tried('POST /api/auth/passkey', { assertion: phone.answer(json, { verified }) }, caller);
}

const byPassword = (email: string, code?: string, caller = app.anonymous()) =>
  tried('POST /api/auth/sign-in', { email, password, ...(code !== undefined && { code }) }, caller);
const isSignedIn = async (caller: Caller) => (await caller.call('GET /api/auth/user')).status === 200;

/** Sets a new password by an emailed link. */
async function byMailbox(email: string, code?: string) {
  await app.anonymous().call('POST /api/auth/recover', { body: { email } });
  const token = (await mailedTokens(app, sink, email, 'recover')).at(-1)!;
  const body = { token, password: newPassword, ...(code !== undefined && { code }) };
  return tried('POST /api/auth/recover/complete', body);
}

/** As if the session had begun two hours ago. */
const age = (caller: Caller) =>
  app.database.asOwner((db) =>
    db.query(
      `update sessions set signed_in_at = now() - interval '2 hours', confirmed_at = null where user_id = $1`,
      [caller.userId],
    ),
  );

type Change = [key: string, options: { params?: Record<string, string>; body?: object }];

/** What changes how the account is reached. */
const changesOf = (passkey: string): Change[] => [
  ['PATCH /api/auth/user', { body: { current_password: password, password: newPassword } }],
  ['POST /api/passkeys/options', {}],
  ['DELETE /api/passkeys/:id', { params: { id: passkey } }],
  ['POST /api/recovery_codes', {}],
  ['POST /api/api_tokens', { body: { name: 'Mine', scopes: ['log:read'] } }],
  ['POST /api/functions/v1/delete-account', { body: { password } }],
];

const rows: Record<string, () => Promise<void>> = {
  "the owner's phone, locked": async () => {
    const { owner, phone, passkey, codes } = await newOwnerWithPasskey();
    expect(await byPasskey(phone, app.anonymous(), false)).toBe('passkey_refused');
    const elsewhere = app.anonymous();
    expect(await byPassword(owner.email, codes[0], elsewhere)).toBe(200);
    await elsewhere.call('DELETE /api/passkeys/:id', { params: { id: passkey } });
    expect(await byPasskey(phone)).toBe('passkey_refused');
  },

  "the owner's phone, and the owner has no recovery code": async () => {
    const { owner, phone } = await newOwnerWithPasskey();
    expect(await byPasskey(phone, app.anonymous(), false)).toBe('passkey_refused');
    expect(await byMailbox(owner.email)).toBe('second_factor_needed');
    await resetSignIn(app.database, owner.email, app.config);
    await work(app);
    expect((await mails(app, owner.email)).map(({ kind }) => kind)).toContain('sign-in methods');
    expect(await byPassword(owner.email)).toBe(200);
    expect(await byPasskey(phone)).toBe('passkey_refused');
  },

  'the mailbox, of an account with only a password': async () => {
    const owner = await newOwner();
    expect(await byMailbox(owner.email)).toBe(200);
    expect(await isSignedIn(owner)).toBe(false);
    expect(await byPassword(owner.email)).toBe('wrong_credentials');
  },

  'the mailbox, of an account with a second factor': async () => {
    const { owner } = await newOwnerWithPasskey();
    expect(await byMailbox(owner.email)).toBe('second_factor_needed');
    expect(await byMailbox(owner.email, 'aaaa-aaaa-aaaa-aaaa')).toBe('wrong_code');
    expect(await isSignedIn(owner)).toBe(true);
    const [token] = await mailedTokens(app, sink, owner.email, 'undo');
    expect(await tried('POST /api/auth/undo-email-change', { token })).toBe(200);
  },

  'the password, without a second factor': async () => {
    const owner = await newOwner();
    const thief = Object.assign(app.anonymous(), { userId: owner.userId });
    expect(await byPassword(owner.email, undefined, thief)).toBe(200);
    const { authenticator } = await addPasskey(app, thief);
    const [token] = await mailedTokens(app, sink, owner.email, 'undo');
    expect(await tried('POST /api/auth/undo-email-change', { token })).toBe(200);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await byPasskey(authenticator)).toBe('passkey_refused');
  },

  'the password, of an account with a second factor': async () => {
    const { owner } = await newOwnerWithPasskey();
    expect(await byPassword(owner.email)).toBe('second_factor_needed');
    expect(await byPassword(owner.email, '000000')).toBe('wrong_code');
    const grant = { grant_type: 'password', email: owner.email, password };
    expect(await tried('POST /api/auth/token', grant)).toBe('second_factor_needed');
  },

  'the recovery codes': async () => {
    const { owner, codes } = await newOwnerWithPasskey();
    const wrong = { email: owner.email, password: newPassword, code: codes[0] };
    expect(await tried('POST /api/auth/sign-in', wrong)).toBe('wrong_credentials');
    expect(await tried('POST /api/auth/recover/complete', { token: codes[0], password })).not.toBe(200);
    expect(await byPassword(owner.email, codes[0])).toBe(200);
    const { json } = await owner.call<{ recovery_codes: string[] }>('POST /api/recovery_codes');
    expect(await byPassword(owner.email, codes[1])).toBe('wrong_code');
    expect(await byPassword(owner.email, json.recovery_codes[1])).toBe(200);
  },

  'an open session, as on a stolen laptop': async () => {
    const { owner, passkey, codes } = await newOwnerWithPasskey();
    const laptop = Object.assign(app.anonymous(), { userId: owner.userId });
    await byPassword(owner.email, codes[0], laptop);
    const { token } = await createApiToken(laptop);
    await age(owner);
    expect((await laptop.call('POST /api/check_ins', { body: { content: 'By a thief' } })).status).toBe(200);
    for (const [key, options] of changesOf(passkey))
      expect([key, (await laptop.call<ProblemBody>(key, options)).json.code]).toEqual([
        key,
        'confirmation_needed',
      ]);
    const { json } = await owner.call<{ rows: Session[] }>('GET /api/auth/sessions');
    const id = json.rows.find(({ current }) => !current)!.id;
    expect((await owner.call('DELETE /api/auth/sessions/:id', { params: { id } })).status).toBe(200);
    expect(await isSignedIn(laptop)).toBe(false);
    expect((await callWith(app, token)('GET /api/check_ins')).status).toBe(401);
  },

  'an open session, of an account with only a password': async () => {
    const owner = await newOwner();
    const { id: request } = await open(owner, (await registerProgram(app)).asks);
    const started = await owner.call<{ user_code: string }>('POST /api/cli_logins', {
      body: { name: 'CLI' },
    });
    const code = started.json.user_code;
    const { json: login } = await owner.call<{ id: string }>('POST /api/cli_logins/find', { body: { code } });
    await age(owner);
    const additions: Change[] = [
      ['POST /api/passkeys/options', {}],
      ['POST /api/authenticator_app/options', {}],
      ['POST /api/api_tokens', { body: { name: 'Mine', scopes: ['log:read'] } }],
      ['POST /api/app_requests/:id/allow', { params: { id: request }, body: { scopes: ['log:read'] } }],
      ['POST /api/cli_logins/:id/approve', { params: { id: login.id } }],
    ];
    for (const [key, options] of additions)
      expect([key, (await owner.call<ProblemBody>(key, options)).json.code]).toEqual([
        key,
        'confirmation_needed',
      ]);
    const removal = 'POST /api/functions/v1/delete-account';
    expect((await owner.call<ProblemBody>(removal)).json.code).toBe('password_needed');
    const change = { current_password: newPassword, password: newPassword };
    expect((await owner.call<ProblemBody>('PATCH /api/auth/user', { body: change })).json.code).toBe(
      'wrong_password',
    );
    expect(await tried('POST /api/auth/confirm', { password }, owner)).toBe(200);
    for (const [key, options] of additions)
      expect([key, (await owner.call(key, options)).status]).toEqual([key, 200]);
  },

  'an API token': async () => {
    const { owner, passkey } = await newOwnerWithPasskey();
    const { token } = await createApiToken(owner);
    const thief = callWith(app, token);
    expect((await thief('GET /api/check_ins')).status).toBe(200);
    for (const [key, options] of changesOf(passkey))
      expect([key, (await thief<ProblemBody>(key, options)).json.code]).toEqual([key, 'beyond_token']);
    const other = await newOwner();
    const kept = await createApiToken(other);
    await byMailbox(other.email);
    expect((await callWith(app, kept.token)('GET /api/check_ins')).status).toBe(401);
  },

  'a connected app': async () => {
    const owner = await newOwner();
    await addConnectedApp(app, owner);
    const { json } = await owner.call<{ rows: { id: string; scopes: string[] }[] }>(
      'GET /api/connected_apps',
    );
    expect(json.rows).toMatchObject([{ scopes: ['log:read'] }]);
    await byMailbox(owner.email);
    const left = await app.database.asOwner((db) =>
      db.query('select id from connected_apps where user_id = $1', [owner.userId]),
    );
    expect(left.rows).toEqual([]);
  },

  'a browser that was remembered': async () => {
    const owner = await newOwner();
    const { setup } = await addAuthenticatorApp(owner);
    const browser = app.anonymous();
    const body = { email: owner.email, password, code: codeOf(setup.secret), remember: true };
    expect(await tried('POST /api/auth/sign-in', body, browser)).toBe(200);
    await browser.call('POST /api/auth/sign-out');
    const wrong = { email: owner.email, password: newPassword };
    expect(await tried('POST /api/auth/sign-in', wrong, browser)).toBe('wrong_credentials');
    expect(await byPassword(owner.email, undefined, browser)).toBe(200);
    expect(await tried('POST /api/auth/confirm', { password }, browser)).toBe('second_factor_needed');
    expect(await tried('DELETE /api/authenticator_app', {}, browser)).toBe('confirmation_needed');
    await owner.call('DELETE /api/auth/sessions');
    expect(await byPassword(owner.email, undefined, browser)).toBe('second_factor_needed');
  },

  'the sign-in service, as its operator': async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const person = aPerson({ email: owner.email });
    provider.says(person);
    expect(await forSession(owner, 'connect')).toBe('connected');
    const operator = app.anonymous();
    expect(await throughProvider(operator)).toBe('signed-in');
    provider.says(aPerson({ email: other.email }));
    expect(await throughProvider(app.anonymous())).toBe('taken');
    const { json } = await owner.call<{ identity: { id: string } }>('GET /api/provider_identity');
    await owner.call('DELETE /api/provider_identity/:id', { params: { id: json.identity.id } });
    expect(await isSignedIn(operator)).toBe(false);
    provider.says(person);
    expect(await throughProvider(app.anonymous())).toBe('taken');
  },
};

it.each(Object.entries(rows))('someone has %s', async (_, attack) => {
  expect.hasAssertions();
  await attack();
});

it('each row of the table is tested, and each test is a row', () => {
  const table = readFileSync(new URL('../../docs/account-takeover.md', import.meta.url), 'utf8');
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, who]) => who!).slice(1);
  expect(named).toEqual(Object.keys(rows));
});
