import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, mails, markVerified, post, startMailingApp, work } from '#tests/support/mail.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';
import { transact } from '#platform/database/transaction.ts';
import { Mailer } from '#platform/mail/mailer.ts';
import type { SignedIn } from '../../contract.ts';
import { sendRecovery } from './recover.ts';

let sink: SmtpSink;
let app: TestApp;

beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterEach(() => app.database.asOwner((db) => db.query('delete from limit_hits')));
afterAll(() => app.close());

type Body = SignedIn & { code: string; title: string; sent: boolean; retry_after?: number };

const old = 'a good long passphrase';
const fresh = 'another good passphrase';
const recover = (email: string, caller = app.anonymous()) =>
  caller.call<Body>('POST /api/auth/recover', { body: { email } });
const complete = (token: string, password = fresh, caller = app.anonymous()) =>
  caller.call<Body>('POST /api/auth/recover/complete', { body: { token, password } });
const signIn = async (email: string, password: string) =>
  (await app.anonymous().call('POST /api/auth/sign-in', { body: { email, password } })).status;
const isSignedIn = async (caller: Caller) => (await caller.call('GET /api/auth/user')).status === 200;
const tokens = (email: string) => mailedTokens(app, sink, email, 'recover');

async function mailedLink(person: Caller): Promise<string> {
  expect((await recover(person.email)).status).toBe(200);
  return (await tokens(person.email)).at(-1)!;
}

const change = (text: string, person: Caller) =>
  app.database.asOwner((db) => db.query(text, [person.userId]));

describe('a password reset request', () => {
  it('emails one link to the address, regardless of case and spaces', async () => {
    const person = await app.signUp('Ada Example');
    const answer = await recover(` ${person.email.toUpperCase()} `);
    expect(answer.json).toEqual({ sent: true });
    expect(await tokens(person.email)).toHaveLength(1);
    const mail = sink.received.filter((one) => one.to.includes(person.email)).at(-1)!.mail;
    expect(mail.subject).toBe('Set a new password for Logbook');
    expect(mail.text).toContain('Hello Ada Example,');
    expect(mail.text).toContain('someone requested a new password for your address');
  });

  it('returns the same response for an address without an account, and emails no one', async () => {
    const person = await app.signUp();
    const [known, unknown] = [await recover(person.email), await recover('no-account@example.com')];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort());
    await work(app);
    expect(await mails(app, 'no-account@example.com')).toEqual([]);
  });

  it.each(['known', 'unknown'])('is limited to exactly 3 an hour for a %s address', async (which) => {
    const email = which === 'known' ? (await app.signUp()).email : 'unknown@example.com';
    const answers = await Promise.all(Array.from({ length: 10 }, () => recover(email)));
    expect(answers.map((answer) => String(answer.status)).sort()).toEqual([
      ...Array(3).fill('200'),
      ...Array(7).fill('429'),
    ]);
    const late = await recover(email);
    expect(late.json.code).toBe('too_many_tries');
    expect(late.json.retry_after).toBeGreaterThan(3500);
    expect(await tokens(email)).toHaveLength(which === 'known' ? 3 : 0);
  });

  it.each(['', 'x', 'a@b', 'a@example.com\nBcc: b@example.com', 'a@example.com, b@example.com'])(
    'refuses %j as an address',
    async (email) => {
      expect((await recover(email)).json.code).toBe('invalid_email');
    },
  );

  it('takes the job as long for an address without an account as for one with an account (R-A5)', async () => {
    const person = await app.signUp();
    const parts = { config: app.config, mailer: new Mailer(app.config, appSecret) };
    const timed = async (email: string) => {
      const started = performance.now();
      await transact(app.database.jobs, null, (tx) => sendRecovery(tx, parts, email));
      return performance.now() - started;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 30; round++) {
      known.push(await timed(person.email));
      unknown.push(await timed('no-account@example.com'));
    }
    const median = (samples: number[]) => samples.toSorted((a, b) => a - b)[15]!;
    expect(median(known) / median(unknown)).toBeLessThan(1.6);
    expect(median(unknown) / median(known)).toBeLessThan(1.6);
    expect(await mails(app, 'no-account@example.com')).toEqual([]);
  });

  it('stores only a hash of the token, and no job that contains it', async () => {
    const person = await app.signUp();
    const token = await mailedLink(person);
    const { rows } = await app.database.asOwner((db) =>
      db.query(`select (select json_agg(t)::text from recovery_tokens t) || (select json_agg(m)::text from mails m)
                       || coalesce((select json_agg(j)::text from graphile_worker._private_jobs j), '') as all`),
    );
    expect(rows[0].all).not.toContain(token);
  });
});

describe('a password reset link', () => {
  it('sets the password, starts a new session and ends all others with their refresh tokens (R-A11)', async () => {
    const person = await app.signUp();
    const caller = app.anonymous();
    const { status, json } = await complete(await mailedLink(person), fresh, caller);
    expect([status, json.user.email, json.user.email_verified]).toEqual([200, person.email, true]);
    expect([await isSignedIn(caller), await isSignedIn(person)]).toEqual([true, false]);
    expect((await person.call('POST /api/auth/refresh')).status).toBe(401);
    expect([await signIn(person.email, old), await signIn(person.email, fresh)]).toEqual([401, 200]);
  });

  it('ends all API tokens (R-N1)', async () => {
    const person = await app.signUp();
    const call = callWith(app, (await createApiToken(person)).token);
    expect((await call('GET /api/goals')).status).toBe(200);
    await complete(await mailedLink(person));
    expect((await call('GET /api/goals')).status).toBe(401);
  });

  it('can be checked for its address while it is valid, and a check does not use it', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    const check = async (token: string) => {
      const body = { token };
      const { json } = await other.call<{ email?: string; code?: string }>('POST /api/auth/recover/check', {
        body,
      });
      return json.email ?? json.code;
    };
    const older = await mailedLink(person);
    expect(await check(older)).toBe(person.email);
    const token = await mailedLink(person);
    expect([await check(older), await check('a'.repeat(43))]).toEqual(['link_replaced', 'link_unknown']);
    const checked = await Promise.all(Array.from({ length: 5 }, () => check(token)));
    expect(new Set(checked)).toEqual(new Set([person.email]));
    expect([await isSignedIn(person), await signIn(person.email, old)]).toEqual([true, 200]);
    expect((await complete(token)).status).toBe(200);
    expect(await check(token)).toBe('link_unknown');

    const late = await mailedLink(person);
    await change(`update recovery_tokens set expires_at = now() where user_id = $1`, person);
    expect(await check(late)).toBe('link_expired');
  });

  it('takes precedence over an existing session of another account', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    expect((await complete(await mailedLink(person), fresh, other)).status).toBe(200);
    expect((await other.call<SignedIn>('GET /api/auth/user')).json.user.email).toBe(person.email);
  });

  it('works once under 16 parallel uses', async () => {
    const person = await app.signUp();
    const token = await mailedLink(person);
    const passwords = Array.from({ length: 16 }, (_, n) => `good passphrase number ${n}`);
    const answers = await Promise.all(passwords.map((password) => complete(token, password)));
    const won = answers.flatMap((answer, n) => (answer.status === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    const codes = answers.filter((answer) => answer.status !== 200).map((answer) => answer.json.code);
    expect(new Set(codes)).toEqual(new Set(['link_unknown']));
    expect(await signIn(person.email, passwords[won[0]!]!)).toBe(200);
    expect((await complete(token)).json.code).toBe('link_unknown');
  });

  it('is replaced by the link of a newer email', async () => {
    const person = await app.signUp();
    const first = await mailedLink(person);
    const second = await mailedLink(person);
    expect((await complete(first)).json.code).toBe('link_replaced');
    expect((await complete(second)).status).toBe(200);
  });

  it('expires after 30 minutes', async () => {
    const person = await app.signUp();
    const token = await mailedLink(person);
    const age = (minutes: number) =>
      app.database.asOwner((db) =>
        db.query(
          'update recovery_tokens set expires_at = expires_at - make_interval(mins => $1) where user_id = $2',
          [minutes, person.userId],
        ),
      );
    await age(30);
    expect((await complete(token)).json.code).toBe('link_expired');
    await age(-1);
    expect((await complete(token)).status).toBe(200);
  });

  it('is void after the password or the address was changed', async () => {
    const person = await app.signUp();
    const first = await mailedLink(person);
    const body = { current_password: old, password: fresh };
    expect((await person.call('PATCH /api/auth/user', { body })).status).toBe(200);
    expect((await complete(first)).json.code).toBe('link_replaced');
    const second = await mailedLink(person);
    await change(`update users set email = 'new-' || email where id = $1`, person);
    expect((await complete(second)).json.code).toBe('link_unknown');
  });

  it.each(['', 'x', 'a'.repeat(43), 'a'.repeat(200), "' or 1=1 --", '\u0000'])(
    'is refused with the unknown token %j',
    async (token) => {
      const { status, json } = await complete(token);
      expect([status, json.code]).toEqual([400, 'link_unknown']);
    },
  );

  it('refuses invalid passwords and stays valid', async () => {
    const person = await app.signUp();
    const token = await mailedLink(person);
    const codes = [];
    for (const password of ['short', 'x'.repeat(129), 'password123'])
      codes.push((await complete(token, password)).json.code);
    expect(codes).toEqual(['password_too_short', 'password_too_long', 'password_common']);
    expect((await complete(token)).status).toBe(200);
  });

  it('changes nothing on GET (R-A11)', async () => {
    const person = await app.signUp();
    const token = await mailedLink(person);
    expect((await app.anonymous().call(`GET /auth?recover=${token}`)).status).toBe(200);
    expect([await isSignedIn(person), await signIn(person.email, old)]).toEqual([true, 200]);
    expect((await complete(token)).status).toBe(200);
  });
});

describe("an attacker who signed up with another user's address gains nothing (R-A4)", () => {
  /** The owner of the address sets a password through an emailed link. */
  async function reclaim(attacker: Caller): Promise<Caller> {
    const owner = app.anonymous();
    expect((await complete(await mailedLink(attacker), fresh, owner)).status).toBe(200);
    return owner;
  }

  it('from the password', async () => {
    const attacker = await app.signUp();
    await reclaim(attacker);
    expect([await signIn(attacker.email, old), await signIn(attacker.email, fresh)]).toEqual([401, 200]);
  });

  it('from an open session or its refresh token', async () => {
    const attacker = await app.signUp();
    const refresh = attacker.cookies['logbook-refresh'];
    await reclaim(attacker);
    const body = { grant_type: 'refresh_token', refresh_token: refresh };
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await app.anonymous().call('POST /api/auth/token', { body })).status).toBe(401);
  });

  it('from an API token', async () => {
    const attacker = await app.signUp();
    const call = callWith(app, (await createApiToken(attacker)).token);
    await reclaim(attacker);
    expect((await call('GET /api/goals')).status).toBe(401);
  });

  it('from an extra address, verified or not', async () => {
    const attacker = await app.signUp();
    for (const name of ['proved', 'pending'])
      await attacker.call('POST /api/user_emails', {
        body: { id: newId(), email: `${name}-${attacker.email}` },
      });
    const [proof] = await mailedTokens(app, sink, `proved-${attacker.email}`, 'verify');
    expect((await attacker.call('POST /api/auth/verify', { body: { token: proof } })).status).toBe(200);
    const owner = await reclaim(attacker);
    const { json } = await owner.call<{ rows: { email: string }[] }>('GET /api/user_emails');
    expect(json.rows.map((row) => row.email)).toEqual([attacker.email]);
    const [pending] = await mailedTokens(app, sink, `pending-${attacker.email}`, 'verify');
    const late = await owner.call<Body>('POST /api/auth/verify', { body: { token: pending } });
    expect(late.json.code).toBe('link_replaced');
  });

  it('from adding the address to another account before its owner signs up', async () => {
    const attacker = await app.signUp();
    const email = `victim-of-${attacker.email}`;
    await attacker.call('POST /api/user_emails', { body: { id: newId(), email } });
    const [trap] = await mailedTokens(app, sink, email, 'verify');
    const owner = app.anonymous();
    const body = { full_name: 'The Owner', email, password: fresh };
    expect((await owner.call('POST /api/auth/sign-up', { body })).status).toBe(200);
    const clicked = await owner.call<Body>('POST /api/auth/verify', { body: { token: trap } });
    expect(clicked.json.code).toBe('link_of_another');
    const used = await attacker.call<Body>('POST /api/auth/verify', { body: { token: trap } });
    expect(used.json.code).toBe('address_taken');
  });

  it("from the owner's click on the verification email, because the link needs the session", async () => {
    const attacker = await app.signUp();
    const [token] = await mailedTokens(app, sink, attacker.email, 'verify');
    expect((await app.anonymous().call('POST /api/auth/verify', { body: { token } })).status).toBe(401);
    const owner = await reclaim(attacker);
    const late = await owner.call<Body>('POST /api/auth/verify', { body: { token } });
    expect(late.json.code).toBe('link_replaced');
  });
});

it('a password reset of an unverified account drops its held emails (R-A3)', async () => {
  const person = await app.signUp();
  const to = `friend-of-${person.email}`;
  expect(await post(app, person, to)).toBe('held');
  await complete(await mailedLink(person));
  await work(app);
  expect(await mails(app, to)).toEqual([]);
});

it('a password reset keeps the extra addresses of a verified account', async () => {
  const person = await app.signUp();
  await markVerified(app, person);
  await person.call('POST /api/user_emails', { body: { id: newId(), email: `x-${person.email}` } });
  const caller = app.anonymous();
  await complete(await mailedLink(person), fresh, caller);
  const { json } = await caller.call<{ rows: unknown[] }>('GET /api/user_emails');
  expect(json.rows).toHaveLength(2);
});

it('a sign-in with the old password that runs in parallel with a reset opens no session', async () => {
  const person = await app.signUp();
  for (let round = 0; round < 3; round++) {
    const token = await mailedLink(person);
    const password = `${fresh} ${round}`;
    const before = round === 0 ? old : `${fresh} ${round - 1}`;
    const slow = app.anonymous();
    const body = { email: person.email, password: before };
    const [done] = await Promise.all([
      complete(token, password),
      slow.call('POST /api/auth/sign-in', { body }),
      slow.call('POST /api/auth/sign-in', { body }),
    ]);
    expect(done.status).toBe(200);
    expect(await isSignedIn(slow)).toBe(false);
  }
});

it('a password reset wins over a parallel change of the old password', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await app.signUp();
    const thief = app.anonymous();
    await thief.call('POST /api/auth/sign-in', { body: { email: person.email, password: old } });
    const token = await mailedLink(person);
    const owner = app.anonymous();
    const change = { current_password: old, password: 'the thief set this one' };
    const [done] = await Promise.all([
      complete(token, fresh, owner),
      thief.call('PATCH /api/auth/user', { body: change }),
    ]);
    // If the change commits first, it voids the link, as every change does. The next link works.
    const last = done.status === 400 ? await complete(await mailedLink(person), fresh, owner) : done;
    expect(last.status).toBe(200);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(owner)).toBe(true);
  }
});
