import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '#features/accounts/contract.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { markVerified } from '#tests/support/mail.ts';
import { addPasskey } from '#tests/support/passkeys.ts';
import {
  aPerson,
  atProvider,
  comeBack,
  forSession,
  leave,
  outcomeOf,
  signUpByProvider,
  startProvider,
  throughProvider,
  type TestProvider,
} from '#tests/support/provider.ts';
import type { Connection } from '../contract.ts';

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startProvider();
  // With a mail server, addresses count as verified only if someone says so.
  app = await startApp({ ...provider.env, APP_URL: 'http://localhost:4000', SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});
beforeEach(() => app.database.asOwner((db) => db.query('delete from limit_hits')));

const userOf = async (caller: Caller) => (await caller.call<SignedIn>('GET /api/auth/user')).json;
const connectionOf = async (caller: Caller) =>
  (await caller.call<Connection>('GET /api/provider_identity')).json;
const sql = async (text: string, values: unknown[] = []) =>
  (await app.database.asOwner((db) => db.query<Record<string, unknown>>(text, values))).rows;
const signInTwoHoursAgo = (caller: Caller) =>
  sql(
    `update sessions set signed_in_at = now() - interval '2 hours', confirmed_at = null where user_id = $1 returning id`,
    [caller.userId],
  );
const withoutPassword = (caller: Caller) =>
  sql('update users set password_digest = null, password_salt = null where id = $1', [caller.userId]);
async function disconnect(caller: Caller) {
  const id = (await connectionOf(caller)).identity!.id;
  return caller.call<ProblemBody>('DELETE /api/provider_identity/:id', { params: { id } });
}

describe('a sign-in with the provider', () => {
  it('creates an account without a password, whose address the provider has verified', async () => {
    const grace = await signUpByProvider(app, provider);
    expect(grace.outcome).toBe('signed-up');
    const { user, profile } = await userOf(grace);
    expect(user).toMatchObject({ email: grace.person.email, email_verified: true });
    expect(profile.full_name).toBe('Grace Staff');
    const [stored] = await sql('select password_digest from users where id = $1', [grace.userId]);
    expect(stored).toEqual({ password_digest: null });
    const { json } = await grace.call<{ rows: { began_by: string }[] }>('GET /api/auth/sessions');
    expect(json.rows.map(({ began_by }) => began_by)).toEqual(['provider']);
    expect(await connectionOf(grace)).toMatchObject({
      provider: 'Example Staff',
      identity: { label: grace.person.email },
    });
  });

  it('opens the same account next time, whatever the address there is by then', async () => {
    const grace = await signUpByProvider(app, provider);
    provider.says({ ...grace.person, email: 'married@staff.example' });
    const again = app.anonymous();
    expect(await throughProvider(again)).toBe('signed-in');
    expect((await userOf(again)).user).toMatchObject({ id: grace.userId, email: grace.person.email });
  });

  it('does not verify an address that the provider has not verified', async () => {
    const person = aPerson({ email_verified: 'true' });
    const grace = await signUpByProvider(app, provider, person);
    expect((await userOf(grace)).user).toMatchObject({ email: person.email, email_verified: false });
    const mails = await sql('select kind from mails where recipient = $1', [person.email]);
    expect(mails).toHaveLength(1);
  });

  it('touches no account that has the address, verified or not', async () => {
    const ada = await app.signUp();
    for (const verified of [false, true]) {
      if (verified) await markVerified(app, ada);
      const grace = await signUpByProvider(app, provider, aPerson({ email: ada.email }));
      expect(grace.outcome).toBe('taken');
      expect(grace.userId).toBeUndefined();
    }
    expect(await connectionOf(ada)).toMatchObject({ identity: null });
  });

  it('needs an address', async () => {
    provider.says({ sub: 'no-address' });
    expect(await throughProvider(app.anonymous())).toBe('no-address');
  });

  it('takes the name from what the provider says, and never a link', async () => {
    const names = [
      [{ name: 'Visit https://evil.example' }, 'Given Family'],
      [{ name: '', given_name: ' ', family_name: '', preferred_username: 'grace' }, 'grace'],
    ] as const;
    for (const [claims, expected] of names) {
      const more = { given_name: 'Given', family_name: 'Family', ...claims };
      const grace = await signUpByProvider(app, provider, aPerson(more));
      expect((await userOf(grace)).profile.full_name).toBe(expected);
    }
  });

  it('of one person in two windows at the same time creates one account', async () => {
    const person = aPerson();
    provider.says(person);
    const callers = Array.from({ length: 4 }, () => app.anonymous());
    const outcomes = await Promise.all(callers.map(throughProvider));
    expect(outcomes.filter((outcome) => outcome === 'signed-in')).toHaveLength(3);
    expect(outcomes).toContain('signed-up');
    const ids = await Promise.all(callers.map(async (caller) => (await userOf(caller)).user.id));
    expect(new Set(ids).size).toBe(1);
  });

  it('counts as fresh only since the provider last asked who it is', async () => {
    const now = Math.floor(Date.now() / 1000);
    const late = await signUpByProvider(app, provider, aPerson({ auth_time: now - 2 * 3600 }));
    const fresh = await signUpByProvider(app, provider, aPerson({ auth_time: now + 1000 }));
    const never = await signUpByProvider(app, provider, aPerson({ auth_time: 0 }));
    const removal = 'POST /api/functions/v1/delete-account';
    for (const caller of [late, never])
      expect((await caller.call<ProblemBody>(removal)).json.code).toBe('confirmation_needed');
    expect((await fresh.call(removal)).status).toBe(200);
  });

  it('of a person of whom the provider has said when it asked is not fresh without that, and others are', async () => {
    const silent = { auth_time: undefined };
    const unknown = await signUpByProvider(app, provider, aPerson(silent));
    const confirmed = await signUpByProvider(app, provider, aPerson(silent));
    provider.says({ ...confirmed.person, auth_time: Math.floor(Date.now() / 1000) });
    expect(await forSession(confirmed, 'confirm')).toBe('confirmed');
    const ada = await app.signUp();
    const connected = { person: aPerson() };
    provider.says(connected.person);
    expect(await forSession(ada, 'connect')).toBe('connected');
    const known = await signUpByProvider(app, provider);
    // It must say so to those who ask for an age, as we do: so the browser has left that out.
    expect(Number((await leave(known)).searchParams.get('max_age'))).toBeGreaterThan(30 * 86_400);
    for (const { person } of [known, confirmed, connected]) {
      const again = await signUpByProvider(app, provider, { ...person, ...silent });
      expect(again.outcome).toBe('signed-in');
      expect((await again.call<ProblemBody>('POST /api/recovery_codes')).json.code).toBe(
        'confirmation_needed',
      );
    }
    const again = await signUpByProvider(app, provider, unknown.person);
    expect((await again.call('POST /api/functions/v1/delete-account')).status).toBe(200);
  });
});

describe('an account', () => {
  it('is connected from a session of it, and tells its owner by email with a link that undoes it', async () => {
    const ada = await app.signUp();
    await markVerified(app, ada);
    const person = aPerson();
    provider.says(person);
    expect(await forSession(ada, 'connect')).toBe('connected');
    expect(await forSession(ada, 'connect')).toBe('connected');
    const other = app.anonymous();
    expect(await throughProvider(other)).toBe('signed-in');
    expect((await userOf(other)).user.id).toBe(ada.userId);
    const mails = await sql(`select id from mails where recipient = $1 and kind = 'sign-in methods'`, [
      ada.email,
    ]);
    expect(mails).toHaveLength(1);
    expect(await sql('select used_at from address_changes where user_id = $1', [ada.userId])).toEqual([
      { used_at: null },
    ]);
  });

  it('is disconnected by the link of that email, together with its password and sessions', async () => {
    const ada = await app.signUp();
    await markVerified(app, ada);
    provider.says(aPerson());
    await forSession(ada, 'connect');
    const token = 'x'.repeat(43);
    await sql(`update address_changes set hash = sha256(convert_to($2, 'UTF8')) where user_id = $1`, [
      ada.userId,
      token,
    ]);
    const undone = await app.anonymous().call('POST /api/auth/undo-email-change', { body: { token } });
    expect(undone.status).toBe(200);
    expect(await sql('select id from provider_identities where user_id = $1', [ada.userId])).toEqual([]);
    expect((await ada.call('GET /api/auth/user')).status).toBe(401);
  });

  it('loses an identity that could still be undone when its owner sets a new password by email', async () => {
    const ada = await app.signUp();
    await markVerified(app, ada);
    const kept = async () =>
      (await sql('select id from provider_identities where user_id = $1', [ada.userId])).length;
    const recover = async () => {
      const token = Math.random().toString(36).slice(2).padEnd(43, 'x');
      await sql(
        `insert into recovery_tokens (hash, user_id, address, expires_at)
         values (sha256(convert_to($1, 'UTF8')), $2, $3, now() + interval '1 hour')`,
        [token, ada.userId, ada.email],
      );
      const body = { token, password: 'another long passphrase' };
      expect((await ada.call('POST /api/auth/recover/complete', { body })).status).toBe(200);
    };
    provider.says(aPerson());
    await forSession(ada, 'connect');
    await recover();
    expect(await kept()).toBe(0);
    await forSession(ada, 'connect');
    await sql(`update address_changes set expires_at = now() where user_id = $1`, [ada.userId]);
    await recover();
    expect(await kept()).toBe(1);
  });

  it('is connected only by a fresh session', async () => {
    const ada = await app.signUp();
    await signInTwoHoursAgo(ada);
    expect(await forSession(ada, 'connect')).toBe('confirmation_needed');
  });

  it('is connected by the session that began it, and by no other', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp()];
    provider.says(aPerson());
    const { json } = await ada.call<{ url: string }>('POST /api/auth/provider', {
      body: { purpose: 'connect' },
    });
    const query = await atProvider(json.url);
    // The same browser, in which someone else has signed in meanwhile.
    ada.cookies = { ...ada.cookies, ...eve.cookies };
    expect(outcomeOf(await comeBack(ada, query))).toBe('no-session');
    expect(await connectionOf(eve)).toMatchObject({ identity: null });
  });

  it('is opened by one person of the provider, who opens no other account: of two races, one wins', async () => {
    const [ada, bob] = [await app.signUp(), await app.signUp()];
    provider.says(aPerson());
    const race = await Promise.all([forSession(ada, 'connect'), forSession(bob, 'connect')]);
    expect(new Set(race)).toEqual(new Set(['connected', 'connected-elsewhere']));

    const eve = await app.signUp();
    const links = [];
    for (const person of [aPerson(), aPerson()]) {
      const { json } = await eve.call<{ url: string }>('POST /api/auth/provider', {
        body: { purpose: 'connect' },
      });
      links.push({ person, query: await atProvider(json.url) });
    }
    provider.says(links[0]!.person);
    expect(outcomeOf(await comeBack(eve, links[0]!.query))).toBe('connected');
    provider.says(links[1]!.person);
    expect(outcomeOf(await comeBack(eve, links[1]!.query))).toBe('other');
  });

  it('is disconnected, which ends the other sessions of the provider, but not the last way to sign in', async () => {
    const grace = await signUpByProvider(app, provider);
    expect((await disconnect(grace)).json.code).toBe('last_way');

    const ada = await app.signUp();
    await markVerified(app, ada);
    provider.says(aPerson());
    await forSession(ada, 'connect');
    const other = app.anonymous();
    await throughProvider(other);
    await signInTwoHoursAgo(ada);
    expect((await disconnect(ada)).json.code).toBe('confirmation_needed');
    await ada.call('POST /api/auth/confirm', { body: { password: 'a good long passphrase' } });
    expect((await disconnect(ada)).status).toBe(200);
    expect((await other.call('GET /api/auth/user')).status).toBe(401);
    expect(await connectionOf(ada)).toMatchObject({ identity: null });
    const subjects = await sql('select subject from mails where recipient = $1 order by id', [ada.email]);
    expect(subjects.at(-1)!['subject']).toMatch(/^Example Staff was disconnected from your account/);
  });

  it('keeps its last passkey if nothing but the provider opened it, until that is disconnected', async () => {
    const grace = await signUpByProvider(app, provider);
    const { row } = (await addPasskey(app, grace)).json;
    expect((await grace.call('DELETE /api/passkeys/:id', { params: { id: row.id } })).status).toBe(200);
    const { row: second } = (await addPasskey(app, grace)).json;
    expect((await disconnect(grace)).status).toBe(200);
    const removal = await grace.call<ProblemBody>('DELETE /api/passkeys/:id', { params: { id: second.id } });
    expect(removal.json.code).toBe('last_way');
  });

  it('is confirmed by signing in at the provider again', async () => {
    const grace = await signUpByProvider(app, provider);
    await signInTwoHoursAgo(grace);
    const removal = 'POST /api/functions/v1/delete-account';
    expect((await grace.call<ProblemBody>(removal)).json.code).toBe('confirmation_needed');
    const now = Math.floor(Date.now() / 1000);
    // It did not ask again, or says nothing of it, or asked someone else.
    for (const [claims, outcome] of [
      [{ ...grace.person, auth_time: now - 3600 }, 'not-confirmed'],
      [{ ...grace.person, auth_time: undefined }, 'no-auth-time'],
      [{ ...aPerson(), auth_time: now }, 'not-confirmed'],
    ] as const) {
      provider.says(claims);
      expect(await forSession(grace, 'confirm')).toBe(outcome);
    }
    provider.says({ ...grace.person, auth_time: now });
    const { json } = await grace.call<{ url: string }>('POST /api/auth/provider', {
      body: { purpose: 'confirm' },
    });
    expect(Object.fromEntries(new URL(json.url).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    });
    expect(await forSession(grace, 'confirm')).toBe('confirmed');
    expect((await grace.call(removal)).status).toBe(200);
  });

  it('is deleted with its identity, which can then begin a new one', async () => {
    const grace = await signUpByProvider(app, provider);
    expect((await grace.call('POST /api/functions/v1/delete-account')).status).toBe(200);
    expect(await sql('select id from provider_identities where user_id = $1', [grace.userId])).toEqual([]);
    expect((await signUpByProvider(app, provider, grace.person)).outcome).toBe('signed-up');
  });

  it('whose unverified address its owner takes over loses the identity of the first holder (R-A4)', async () => {
    const person = aPerson({ email_verified: false });
    const eve = await signUpByProvider(app, provider, person);
    await sql('select app.forget_first_holder($1)', [eve.userId]);
    provider.says({ ...person, email: 'new@staff.example' });
    expect(
      (await signUpByProvider(app, provider, { ...person, email: 'new@staff.example' })).userId,
    ).not.toBe(eve.userId);
  });

  it('without a password asks for confirmation by what it has before it changes how it is reached', async () => {
    const ada = await app.signUp();
    await withoutPassword(ada);
    await signInTwoHoursAgo(ada);
    const token = await ada.call<ProblemBody>('POST /api/api_tokens', {
      body: { name: 'Phone', scopes: ['entries:write'], days: 90 },
    });
    expect(token.json.code).toBe('confirmation_needed');
  });
});

describe('a browser', () => {
  it('is asked to come back with its cookie: an answer in another browser is refused (login CSRF)', async () => {
    provider.says(aPerson());
    const eve = app.anonymous();
    const query = await atProvider(await leave(eve));
    const victim = app.anonymous();
    expect(outcomeOf(await comeBack(victim, query))).toBe('expired');
    await leave(victim);
    expect(outcomeOf(await comeBack(victim, query))).toBe('expired');
    expect((await victim.call('GET /api/auth/user')).status).toBe(401);
  });

  it('may be on several ways at the same time', async () => {
    provider.says(aPerson());
    const caller = app.anonymous();
    const [first, second] = [await leave(caller), await leave(caller)];
    const [one, other] = [await atProvider(first), await atProvider(second)];
    expect(outcomeOf(await comeBack(caller, other))).toBe('signed-up');
    expect(outcomeOf(await comeBack(caller, one))).toBe('signed-in');
  });

  it('comes back once: of 20 returns with one answer, one gets a session', async () => {
    const person = aPerson();
    provider.says(person);
    const caller = app.anonymous();
    const query = await atProvider(await leave(caller));
    const returns = await Promise.all(Array.from({ length: 20 }, () => comeBack(caller, query)));
    const outcomes = returns.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'signed-up')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'expired')).toHaveLength(19);
    const sessions = await sql(
      'select s.id from sessions s join users u on u.id = s.user_id where u.email = $1',
      [person.email],
    );
    expect(sessions).toHaveLength(1);
  });

  it('is never led to another site, whatever the address says', async () => {
    const caller = app.anonymous();
    for (const query of [
      { redirect: '//evil.example', to: 'https://evil.example' },
      { state: 'https://evil.example', redirect_uri: 'https://evil.example' },
      { error: 'https://evil.example', state: 'x'.repeat(900) },
    ])
      expect((await comeBack(caller, query)).headers['location']).toBe('/auth?provider=expired');
    const { searchParams } = await leave(caller);
    expect(searchParams.get('redirect_uri')).toBe('http://localhost:4000/api/auth/provider/callback');
  });

  it('that cancels at the provider learns that, and nothing else', async () => {
    const caller = app.anonymous();
    const state = (await leave(caller)).searchParams.get('state')!;
    expect(outcomeOf(await comeBack(caller, { error: 'access_denied', state }))).toBe('denied');
    expect(outcomeOf(await comeBack(caller, { error: 'access_denied', state }))).toBe('expired');
  });
});
