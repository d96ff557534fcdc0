// Whom the operator lets the provider sign in, and what is left without passwords.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '#features/accounts/contract.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { markVerified } from '#tests/support/mail.ts';
import { addPasskey } from '#tests/support/passkeys.ts';
import {
  aPerson,
  forSession,
  signUpByProvider,
  startProvider,
  type TestProvider,
} from '#tests/support/provider.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** An instance with these settings, in which addresses are verified only if someone says so. */
async function withApp(env: Record<string, string>, work: (app: TestApp) => Promise<void>): Promise<void> {
  const settings = { APP_URL: 'http://localhost:4000', SMTP_URL: 'smtp://127.0.0.1:1' };
  const app = await startApp({ ...provider.env, ...settings, ...env });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

const outcome = async (app: TestApp, claims: Record<string, unknown>) =>
  (await signUpByProvider(app, provider, aPerson(claims))).outcome;
const userOf = async (caller: Caller) => (await caller.call<SignedIn>('GET /api/auth/user')).json.user;

it('closed sign-ups admit by the provider the first user, and invited addresses, and no one else', () =>
  withApp({ SIGNUPS: 'closed' }, async (app) => {
    const host = await signUpByProvider(app, provider);
    expect(host.outcome).toBe('signed-up');
    expect(await outcome(app, {})).toBe('closed');
    const email = 'invited@staff.example';
    await app.database.asOwner(async (db) => {
      await db.query(
        `insert into team_invitations (id, manager_id, employee_email, token_hash, expires_at)
         values (gen_random_uuid(), $1, $2, sha256('a'), now() + interval '1 day')`,
        [host.userId, email],
      );
    });
    expect(await outcome(app, { email })).toBe('signed-up');
  }));

it('groups and domains admit to closed sign-ups, and leaving them ends signing in', () =>
  withApp(
    { SIGNUPS: 'closed', OIDC_ALLOWED_GROUPS: 'staff,/admins', OIDC_ALLOWED_DOMAINS: 'staff.example' },
    async (app) => {
      await app.signUp();
      const outside = { email: 'a@elsewhere.example' };
      expect(await outcome(app, { ...outside, groups: ['guests', 'staff'] })).toBe('signed-up');
      expect(await outcome(app, { email: 'b@elsewhere.example', groups: '/admins' })).toBe('signed-up');
      expect(await outcome(app, { email: 'c@elsewhere.example', groups: { staff: {} } })).toBe('signed-up');
      expect(await outcome(app, {})).toBe('signed-up');
      for (const claims of [
        { ...outside, groups: ['Staff', 'admins'] },
        { email_verified: false },
        { email_verified: 'true' },
        { email: 'd@sub.staff.example' },
        { email: 'd@staff.example.evil.example' },
      ])
        expect(await outcome(app, claims)).toBe('not-admitted');
      const grace = await signUpByProvider(app, provider);
      const left = { ...grace.person, email: 'e@elsewhere.example' };
      expect((await signUpByProvider(app, provider, left)).outcome).toBe('not-admitted');
    },
  ));

it('a domain admits by an address that the provider tells only on request, also to confirm', () =>
  withApp({ OIDC_ALLOWED_DOMAINS: 'staff.example' }, async (app) => {
    const tell = (body: object) =>
      provider.server.service.once('beforeUserinfo', (response: { body: object }) => {
        response.body = body;
      });
    const { sub, email, email_verified, name } = aPerson();
    const said = { sub, email, email_verified };
    tell(said);
    const person = { ...aPerson({ auth_time: Math.floor(Date.now() / 1000) + 1000 }), sub, name };
    const silent = { ...person, email: undefined, email_verified: undefined };
    const grace = await signUpByProvider(app, provider, silent as unknown as typeof person);
    expect(grace.outcome).toBe('signed-up');
    tell(said);
    expect(await forSession(grace, 'confirm')).toBe('confirmed');
    // What a token says of no address is said of none.
    const eve = aPerson({ email: undefined });
    tell({ sub: eve.sub, email: 'victim@staff.example', email_verified: false });
    expect(await outcome(app, eve)).toBe('not-admitted');
  }));

it('a provider that never says when it asked cannot confirm, and a new sign-in counts', () =>
  withApp({}, async (app) => {
    const grace = await signUpByProvider(app, provider, aPerson({ auth_time: undefined }));
    expect(await forSession(grace, 'confirm')).toBe('no-auth-time');
    expect((await grace.call('POST /api/functions/v1/delete-account')).status).toBe(200);
  }));

describe('where the operator allows it, an address', () => {
  const env = { OIDC_LINK_BY_EMAIL: 'on' };

  it('that both sides have verified opens the account, primary or not, and its owner gets an email', () =>
    withApp(env, async (app) => {
      const ada = await app.signUp();
      await markVerified(app, ada);
      const extra = 'ada@staff.example';
      await app.database.asOwner((db) =>
        db.query(
          `insert into user_emails (id, user_id, email, verified_at) values (gen_random_uuid(), $1, $2, now())`,
          [ada.userId, extra],
        ),
      );
      const person = aPerson({ email: extra });
      const linked = await signUpByProvider(app, provider, person);
      expect([linked.outcome, linked.userId]).toEqual(['signed-in', ada.userId]);
      const { rows } = await app.database.asOwner((db) =>
        db.query(`select id from mails where recipient = $1 and kind = 'sign-in methods'`, [ada.email]),
      );
      expect(rows).toHaveLength(1);
      // With a link that undoes it, to the primary address.
      const token = 'x'.repeat(43);
      const { rowCount } = await app.database.asOwner((db) =>
        db.query(`update address_changes set hash = sha256(convert_to($2, 'UTF8')) where user_id = $1`, [
          ...[ada.userId, token],
        ]),
      );
      expect(rowCount).toBe(1);
      // Another person there with the same address opens nothing.
      expect(await outcome(app, { email: extra })).toBe('other');
      await app.anonymous().call('POST /api/auth/undo-email-change', { body: { token } });
      expect((await linked.call('GET /api/auth/user')).status).toBe(401);
      expect((await signUpByProvider(app, provider, person)).userId).not.toBe(ada.userId);
    }));

  it('that one side has not verified opens nothing', () =>
    withApp(env, async (app) => {
      const ada = await app.signUp();
      expect(await outcome(app, { email: ada.email })).toBe('taken');
      await markVerified(app, ada);
      expect(await outcome(app, { email: ada.email, email_verified: false })).toBe('taken');
    }));

  it('does not pass a second factor', () =>
    withApp(env, async (app) => {
      const ada = await app.signUp();
      await markVerified(app, ada);
      await addPasskey(app, ada);
      expect(await outcome(app, { email: ada.email })).toBe('taken-second-factor');
    }));
});

describe('without passwords', () => {
  const env = { PASSWORDS: 'off' };
  const password = 'a good long passphrase';

  it('no way in that takes one works, by page or API', () =>
    withApp(env, async (app) => {
      const email = 'ada@example.com';
      const token = 'x'.repeat(43);
      const ways: [string, object][] = [
        ['POST /api/auth/sign-up', { full_name: 'Ada', email, password }],
        ['POST /api/auth/sign-in', { email, password }],
        ['POST /api/auth/token', { grant_type: 'password', email, password }],
        ['POST /api/auth/recover', { email }],
        ['POST /api/auth/recover/check', { token }],
        ['POST /api/auth/recover/complete', { token, password }],
      ];
      for (const [key, body] of ways) {
        const { status, json } = await app.anonymous().call<ProblemBody>(key, { body });
        expect([key, status, json.code]).toEqual([key, 403, 'passwords_off']);
      }
    }));

  it('a password from before is neither changed nor needed to change the sign-in address, but a fresh session is', () =>
    withApp(env, async (app) => {
      const grace = await signUpByProvider(app, provider);
      const sql = (text: string, values: unknown[] = [grace.userId]) =>
        app.database.asOwner((db) => db.query(text, values));
      await sql(`update users set password_salt = 'a', password_digest = '\\x00' where id = $1`);
      const extra = 'grace@home.example';
      const id = '01900000-0000-7000-8000-000000000001';
      await sql(`insert into user_emails (id, user_id, email, verified_at) values ($2, $1, $3, now())`, [
        ...[grace.userId, id, extra],
      ]);
      const change = { current_password: password, password: 'another long passphrase' };
      const changed = await grace.call<ProblemBody>('PATCH /api/auth/user', { body: change });
      expect([changed.status, changed.json.code]).toEqual([403, 'passwords_off']);
      const makePrimary = () =>
        grace.call<ProblemBody>('POST /api/user_emails/:id/primary', { params: { id }, body: {} });
      await sql(`update sessions set confirmed_at = now() - interval '2 hours' where user_id = $1`);
      expect((await makePrimary()).json.code).toBe('confirmation_needed');
      await sql('update sessions set confirmed_at = now() where user_id = $1');
      expect((await makePrimary()).status).toBe(200);
      expect((await userOf(grace)).email).toBe(extra);
    }));

  it('the provider and passkeys open accounts, and the last of them stays', () =>
    withApp(env, async (app) => {
      const grace = await signUpByProvider(app, provider);
      const { email } = await userOf(grace);
      // As if it had one from before.
      await app.database.asOwner((db) =>
        db.query(`update users set password_salt = 'a', password_digest = '\\x00' where email = $1`, [email]),
      );
      const { json } = await grace.call<{ identity: { id: string } }>('GET /api/provider_identity');
      const disconnect = () =>
        grace.call<ProblemBody>('DELETE /api/provider_identity/:id', { params: { id: json.identity.id } });
      const detail = 'First add another way to sign in, such as a passkey.';
      expect((await disconnect()).json).toMatchObject({ code: 'last_way', detail });
      const { row } = (await addPasskey(app, grace)).json;
      expect((await disconnect()).status).toBe(200);
      const removal = await grace.call<ProblemBody>('DELETE /api/passkeys/:id', { params: { id: row.id } });
      expect(removal.json).toMatchObject({ code: 'last_way', detail });
    }));

  it('a change that is undone leaves the account to the ways that it had before', () =>
    withApp(env, async (app) => {
      const grace = await signUpByProvider(app, provider);
      await addPasskey(app, grace);
      const token = 'y'.repeat(43);
      await app.database.asOwner((db) =>
        db.query(`update address_changes set hash = sha256(convert_to($1, 'UTF8'))`, [token]),
      );
      const undone = await app.anonymous().call('POST /api/auth/undo-email-change', { body: { token } });
      expect(undone.status).toBe(200);
      expect((await grace.call('GET /api/auth/user')).status).toBe(401);
      const again = await signUpByProvider(app, provider, grace.person);
      expect([again.outcome, again.userId]).toEqual(['signed-in', grace.userId]);
      const methods = await again.call<{ passkeys: object[] }>('GET /api/passkeys');
      expect(methods.json.passkeys).toEqual([]);
    }));

  it('a live session is renewed', () =>
    withApp(env, async (app) => {
      const grace = await signUpByProvider(app, provider);
      expect((await grace.call('POST /api/auth/refresh')).status).toBe(200);
    }));
});
