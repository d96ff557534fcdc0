import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { mailedTokens, mails, post, startMailingApp, work } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';
import type { SignedIn } from '../../contract.ts';

let sink: SmtpSink;
let app: TestApp;

beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ TRUSTED_PROXIES: '127.0.0.1' }));
});
afterAll(() => app.close());

const password = 'a good long passphrase';
const tokensFor = (email: string) => mailedTokens(app, sink, email, 'verify');

async function latestToken(person: Caller): Promise<string> {
  return (await tokensFor(person.email)).at(-1)!;
}

const verify = (caller: Caller, token: string) =>
  caller.call<ProblemBody & { email: string }>('POST /api/auth/verify', { body: { token } });
const resend = (caller: Caller) =>
  caller.call<ProblemBody & { sent: boolean }>('POST /api/auth/resend-verification');
const isVerified = async (caller: Caller) =>
  (await caller.call<SignedIn>('GET /api/auth/user')).json.user.email_verified;
const minuteLater = () =>
  app.database.asOwner((db) =>
    db.query(`update limit_hits set at = at - interval '61 seconds' where kind = 'verification mail'`),
  );

describe('verification (R-A3)', () => {
  it('sends one email at sign-up, with links to this instance only', async () => {
    const person = await app.signUp('Ada Example');
    expect(await isVerified(person)).toBe(false);
    await work(app);
    const [mail, ...others] = sink.received.filter((one) => one.to.includes(person.email));
    expect(others).toEqual([]);
    expect(mail!.mail.subject).toBe('Verify your email for Logbook');
    expect(mail!.mail.text).toContain('Hello Ada Example,');
    expect(mail!.mail.text).toContain('someone signed up with your address');
    const links = [...mail!.mail.html!.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
    expect(links.length).toBeGreaterThan(2);
    expect(links.every((link) => link.startsWith('http://localhost:3000'))).toBe(true);
  });

  it('keeps only hashes of the tokens', async () => {
    const person = await app.signUp();
    const everything = await app.database.asOwner((db) =>
      db.query(`select (select json_agg(t)::text from verification_tokens t) || (select json_agg(m)::text from mails m)
                       || coalesce((select json_agg(j)::text from graphile_worker._private_jobs j), '') as all`),
    );
    const token = await latestToken(person);
    expect(everything.rows[0].all).not.toContain(token);
    expect(everything.rows[0].all).toContain(person.email);
  });

  it('verifies with a session of the account and releases held emails in the same transaction', async () => {
    const person = await app.signUp();
    const to = `friend-of-${person.email}`;
    await post(app, person, to);
    expect((await mails(app, to))[0]!.state).toBe('held');
    const answer = await verify(person, await latestToken(person));
    expect(answer.json).toEqual({ email: person.email });
    const { json } = await person.call<SignedIn>('GET /api/auth/user');
    expect(json.user.email_verified).toBe(true);
    expect(json.waiting).toEqual({ messages: 0, things: 0 });
    await work(app);
    expect((await mails(app, to))[0]!.state).toBe('sent');
  });

  it('releases no more emails than the limits allow (R-A8)', async () => {
    const person = await app.signUp();
    const to = `crowd-of-${person.email}`;
    for (let i = 0; i < 5; i++) expect(await post(app, person, to)).toBe('held');
    await verify(person, await latestToken(person));
    expect((await mails(app, to)).map((mail) => mail.state)).toEqual([
      'queued',
      'queued',
      'queued',
      'waiting',
      'waiting',
    ]);
  });

  it('changes nothing without a session, such as when a mail scanner opens the link (R-A11)', async () => {
    const person = await app.signUp();
    const token = await latestToken(person);
    await app.anonymous().call(`GET /auth?verify=${token}`);
    expect((await verify(app.anonymous(), token)).status).toBe(401);
    expect(await isVerified(person)).toBe(false);
    expect((await verify(person, token)).status).toBe(200);
  });

  it("refuses another account's session and shows the right address masked (R-A4)", async () => {
    const person = await app.signUp();
    const other = await app.signUp();
    const { status, json } = await verify(other, await latestToken(person));
    expect(status).toBe(409);
    expect(json.code).toBe('link_of_another');
    expect(json.detail).toContain('p•••@example.com');
    expect(json.detail).not.toContain(person.email);
    expect([await isVerified(person), await isVerified(other)]).toEqual([false, false]);
  });

  it('uses a token once under 10 parallel requests, which all succeed for its owner', async () => {
    const person = await app.signUp();
    const token = await latestToken(person);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(person, token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    const { rows } = await app.database.asOwner((db) =>
      db.query(
        `select count(*)::int as used from verification_tokens where user_id = $1 and used_at is not null`,
        [person.userId],
      ),
    );
    expect(rows).toEqual([{ used: 1 }]);
  });

  it('accepts only the link of the latest email', async () => {
    const person = await app.signUp();
    await minuteLater();
    expect((await resend(person)).json.sent).toBe(true);
    const [older, newer] = await tokensFor(person.email);
    expect((await verify(person, older!)).json.code).toBe('link_replaced');
    expect(await isVerified(person)).toBe(false);
    expect((await verify(person, newer!)).status).toBe(200);
  });

  it('refuses a link after 24 hours', async () => {
    const person = await app.signUp();
    const token = await latestToken(person);
    const age = (interval: string) =>
      app.database.asOwner((db) =>
        db.query('update verification_tokens set expires_at = expires_at - $1::interval where user_id = $2', [
          interval,
          person.userId,
        ]),
      );
    await age('24 hours');
    expect((await verify(person, token)).json.code).toBe('link_expired');
    await age('-5 minutes');
    expect((await verify(person, token)).status).toBe(200);
  });

  it('refuses a link to an address that the account no longer has', async () => {
    const person = await app.signUp();
    const token = await latestToken(person);
    await app.database.asOwner((db) =>
      db.query('update users set email = $1 where id = $2', [`new-${person.email}`, person.userId]),
    );
    expect((await verify(person, token)).json.code).toBe('link_unknown');
    expect(await isVerified(person)).toBe(false);
  });

  it.each(['', 'x', 'a'.repeat(43), 'a'.repeat(200), '../../etc/passwd', "' or 1=1 --", '\u0000'])(
    'refuses the malformed token %j',
    async (token) => {
      const person = await app.signUp();
      const { status, json } = await verify(person, token);
      expect([status, json.code]).toEqual([400, 'link_unknown']);
    },
  );

  it('refuses a token of 201 characters as invalid input', async () => {
    const person = await app.signUp();
    expect((await verify(person, 'a'.repeat(201))).json.code).toBe('invalid_input');
  });
});

describe('resending the verification email', () => {
  it('is refused within a minute, with the seconds to wait', async () => {
    const person = await app.signUp();
    const { status, json } = await resend(person);
    expect([status, json.code]).toEqual([429, 'too_many_tries']);
    expect(json.retry_after).toBeGreaterThan(50);
    expect(json.retry_after).toBeLessThanOrEqual(60);
    expect(json.detail).toMatch(/^Try again in \d\d seconds\.$/);
  });

  it('sends one email for 10 parallel requests', async () => {
    const person = await app.signUp();
    await minuteLater();
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(person)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await tokensFor(person.email)).toHaveLength(2);
  });

  /** Signs up with this address from this IP. */
  async function signUpFrom(ip: string, email: string): Promise<Caller> {
    const caller = app.anonymous();
    const body = { full_name: 'Ada Example', email, password };
    const headers = { 'x-forwarded-for': ip };
    expect((await caller.call('POST /api/auth/sign-up', { body, headers })).status).toBe(200);
    return caller;
  }
  const deleteAccount = (caller: Caller) => caller.call('POST /api/functions/v1/delete-account');
  const addFrom = (ip: string, caller: Caller, email: string) =>
    caller.call<{ id: string }>('POST /api/user_emails', {
      body: { id: newId(), email },
      headers: { 'x-forwarded-for': ip },
    });

  it('reaches an address at most 5 times a day from one network and 15 times in total, over all sign-ups', async () => {
    const email = 'bombed@example.com';
    for (let i = 0; i < 7; i++) await deleteAccount(await signUpFrom(`2001:db8:0:1::${i}`, email));
    expect(await countVerificationEmails(email)).toBe(5);
    for (let i = 0; i < 14; i++) await deleteAccount(await signUpFrom(`203.0.113.${i}`, email));
    expect(await countVerificationEmails(email)).toBe(15);
  });

  // Every spelling that delivers to ada.lovelace at Gmail, as `app.mailbox` knows them.
  const spellings = Array.from({ length: 35 }, (_, n) => {
    const dotted = Array.from('adalovelace', (letter, at) =>
      at > 0 && (n >> (at % 5)) & 1 ? `.${letter}` : letter,
    );
    return `${dotted.join('')}${n % 3 === 0 ? '' : `+${n}`}@${n % 2 === 0 ? 'gmail' : 'googlemail'}.com`;
  });
  const reached = async () => {
    await work(app);
    return sink.received.filter(({ to }) => /lovelace|l\.?o\.?v/.test(to[0]!) && /g(oogle)?mail/.test(to[0]!))
      .length;
  };

  it('reaches a mailbox 15 times a day, however its address is spelled', async () => {
    expect(new Set(spellings).size).toBe(spellings.length);
    for (const [n, email] of spellings.entries()) await signUpFrom(`203.0.113.${n}`, email);
    expect(await reached()).toBe(15);
    // Extra addresses are counted separately.
    for (const [n, email] of spellings.entries())
      await addFrom(`203.0.113.${n}`, await app.signUp(), email.replace('@', '+extra@'));
    expect(await reached()).toBe(30);
    let resets = 0;
    for (const [n, email] of spellings.entries()) {
      const options = { body: { email }, headers: { 'x-forwarded-for': `203.0.113.${n}` } };
      if ((await app.anonymous().call('POST /api/auth/recover', options)).status === 200) resets += 1;
    }
    expect(resets).toBe(3);
  });

  it('still reaches the owner after a stranger used up the limit of another network', async () => {
    const email = 'wanted@example.com';
    for (let i = 0; i < 6; i++) await deleteAccount(await signUpFrom('198.51.100.1', email));
    const owner = await signUpFrom('198.51.100.2', email);
    expect((await verify(owner, (await tokensFor(email)).at(-1)!)).status).toBe(200);
  });

  it('still reaches the owner after strangers on many networks added the address as theirs', async () => {
    const email = 'claimed@example.com';
    for (let i = 0; i < 20; i++) await addFrom(`192.0.2.${i}`, await app.signUp(), email);
    await work(app);
    expect((await mails(app, email)).filter((mail) => mail.state === 'sent')).toHaveLength(15);
    const owner = await signUpFrom('192.0.2.0', email);
    expect((await verify(owner, (await tokensFor(email)).at(-1)!)).status).toBe(200);
  });

  it('sends nothing once the address is verified', async () => {
    const person = await app.signUp();
    await verify(person, await latestToken(person));
    await minuteLater();
    expect((await resend(person)).json).toEqual({ email: person.email, sent: false });
  });
});

// Counts attempts, because the email rows are deleted with their account.
async function countVerificationEmails(email: string): Promise<number> {
  return app.database.asOwner(async (db) => {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from limit_hits where kind = 'verification mail to' and key = $1`,
      [email],
    );
    return rows[0]!.n;
  });
}
