import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#features/accounts/constants.ts';
import { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { hostileAddresses, scripts } from '#tests/support/hostile-texts.ts';
import {
  delivered,
  mailedTokens,
  mails,
  markVerified,
  runJob,
  signUpVerified,
  startMailingApp,
} from '#tests/support/mail.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';
import type { Shoutout } from '../../contract.ts';

let app: TestApp;
let sink: SmtpSink;
let people = 0;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const stranger = () => `colleague${++people}@example.com`;

const verified = (name?: string) => signUpVerified(app, name);

const send = (caller: Caller, to: string, body: object = {}) =>
  caller.call<Shoutout & { code: string }>('POST /api/shoutouts', {
    body: { id: newId(), recipient_email: to, message: 'Thank you', ...body },
  });
const list = async (caller: Caller) =>
  (await caller.call<{ rows: Shoutout[] }>('GET /api/shoutouts')).json.rows;
const deliveredTo = (to: string) => delivered(app, sink, to);

describe('the email of a shoutout', () => {
  it('contains message and excerpt, names the sender, and leads to the tab and to sign-up (R-D3)', async () => {
    const ada = await verified('Ada Example');
    const to = stranger();
    const entry = { id: newId(), content: 'Migrated the billing system' };
    await ada.call('POST /api/check_ins', { body: entry });
    const { json } = await send(ada, to, { message: 'Thanks for\nyour patience', check_in_id: entry.id });
    expect(json.email).toBeNull();
    const [message] = await deliveredTo(to);
    const { mail } = message!;
    expect(message!.to).toEqual([to]);
    expect(mail.subject).toBe('Ada Example sent you a shoutout');
    expect(mail.from).toMatchObject({ name: 'Ada Example via Logbook' });
    expect(mail.replyTo).toEqual([expect.objectContaining({ address: ada.email })]);
    for (const part of [mail.text!, mail.html!]) {
      for (const text of ['Thanks for', 'your patience', entry.content, `Ada Example (${ada.email})`])
        expect(part).toContain(text);
      expect(part).toContain(`${app.config.appUrl}/?tab=appreciation`);
      expect(part).toContain(`${app.config.appUrl}/auth?`);
      expect(part).toContain(`${app.config.appUrl}/mail/stop?`);
    }
  });

  it('names a verified user by name, as written, and by address', async () => {
    const ada = await verified('Anna-Lena Müller, PhD & Partner 2');
    const to = stranger();
    await send(ada, to);
    const [message] = await deliveredTo(to);
    expect(message!.mail.subject).toBe('Anna-Lena Müller, PhD & Partner 2 sent you a shoutout');
    expect(message!.mail.text).toContain(ada.email);
  });

  it('shows 40 hostile messages as text, with links to this instance only', async () => {
    const to = stranger();
    const ada = await sender();
    for (const message of scripts) {
      await app.database.asOwner((db) =>
        db.query(`delete from limit_hits where kind = 'mail to a stranger'`),
      );
      expect((await send(ada, to, { message })).status).toBe(200);
    }
    const found = await deliveredTo(to);
    expect(found).toHaveLength(scripts.length);
    for (const { mail } of found) {
      const tags = new Set(
        [...mail.html!.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase()),
      );
      const allowed = 'html head meta title style body table tbody tr td h1 p a br'.split(' ');
      expect([...tags].filter((tag) => !allowed.includes(tag))).toEqual([]);
      const attributes = [...mail.html!.matchAll(/<[a-z0-9]+((?:\s+[\w-]+="[^"]*")*)\s*\/?>/gi)].join(' ');
      expect(attributes).not.toMatch(/\son\w+=/i);
      for (const [, href] of mail.html!.matchAll(/href="([^"]*)"/g))
        expect(href!.startsWith(app.config.appUrl)).toBe(true);
    }
  });

  it.each(hostileAddresses)('is refused for the hostile recipient %j', async (to) => {
    const ada = await sender();
    const { status, json } = await send(ada, to);
    expect([status, json.code]).toEqual([400, expect.stringMatching(/^(invalid_email|recipient_required)$/)]);
  });
});

describe('the sign-up link in the email (R-A3)', () => {
  const signUp = (email: string | undefined, proof: string) =>
    app
      .anonymous()
      .call<{ code: string; user: { email: string; email_verified: boolean } }>('POST /api/auth/sign-up', {
        body: { full_name: 'Cleo Example', email, password: 'a good long passphrase', proof },
      });
  const proofTo = async (to: string) => {
    const ada = await verified();
    await send(ada, to);
    const [message] = await deliveredTo(to);
    return /auth\?mode=signup&proof=([\w.-]+)/.exec(message!.mail.text!)![1]!;
  };

  it('proves the address that it was sent to, without a second email', async () => {
    const to = stranger();
    const { status, json } = await signUp(undefined, await proofTo(to));
    expect([status, json.user]).toEqual([200, expect.objectContaining({ email: to, email_verified: true })]);
    expect((await mails(app, to)).map(({ kind }) => kind)).toEqual(['shoutout']);
  });

  it('proves no other address, and nothing once it is changed', async () => {
    const to = stranger();
    const proof = await proofTo(to);
    const [masked, sealed = ''] = proof.split('.');
    const changed = [
      `${masked}.${(sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1)}`,
      `${masked}a.${sealed}`,
      `${masked}.`,
      sealed,
      '',
    ];
    for (const [email, token] of [[stranger(), proof], ...changed.map((token) => [to, token])])
      expect((await signUp(email, token!)).json.user?.email_verified).not.toBe(true);
    for (const token of changed) expect((await signUp(undefined, token)).json.code).toBe('proof_invalid');
  });

  it('expires after 14 days', () => {
    const proofs = new AddressProofs(appSecret);
    const day = 24 * 3600 * 1000;
    const token = proofs.tokenFor('bo@example.com', 0);
    expect(proofs.addressIn(token, 14 * day - 1000)).toBe('bo@example.com');
    expect(proofs.addressIn(token, 14 * day + 1000)).toBeUndefined();
  });

  it('fits the field of the sign-up with the longest address', () => {
    const longest = `${'a'.repeat(64)}@${'b'.repeat(limits.email - 65)}`;
    const token = new AddressProofs(appSecret).tokenFor(longest, Date.now());
    expect(token.length).toBeLessThanOrEqual(limits.addressProof);
  });
});

let oneSender: Promise<Caller> | undefined;
const sender = () => (oneSender ??= verified());

describe('a shoutout of an unverified sender (R-A3)', () => {
  it('is held with its email, and verification delivers both', async () => {
    const ada = await app.signUp();
    const bo = await verified();
    const { json } = await send(ada, bo.email);
    expect(json.email).toBe('held');
    expect(await list(bo)).toEqual([]);
    expect((await mails(app, bo.email)).at(-1)!.state).toBe('held');
    const { json: caller } = await ada.call<{ waiting: object }>('GET /api/auth/user');
    expect(caller.waiting).toEqual({ messages: 1, things: 0 });

    const [token] = await mailedTokens(app, sink, ada.email, 'verify');
    await ada.call('POST /api/auth/verify', { body: { token } });
    expect(await list(bo)).toEqual([expect.objectContaining({ id: json.id, direction: 'received' })]);
    expect((await list(ada))[0]!.email).toBeNull();
    const [message] = (await deliveredTo(bo.email)).filter(({ mail }) => mail.subject!.includes('shoutout'));
    expect(message!.mail.replyTo).toEqual([expect.objectContaining({ address: ada.email })]);
  });

  it('is deleted when the owner of the address takes the account over by a reset (R-A4)', async () => {
    const ada = await app.signUp();
    const bo = await verified();
    await send(ada, bo.email);
    await app.anonymous().call('POST /api/auth/recover', { body: { email: ada.email } });
    const [token] = await mailedTokens(app, sink, ada.email, 'recover');
    const body = { token, password: 'another good passphrase' };
    const owner = app.anonymous();
    expect((await owner.call('POST /api/auth/recover/complete', { body })).status).toBe(200);
    expect(await list(owner)).toEqual([]);
    expect(await list(bo)).toEqual([]);
  });

  it('is received only once the recipient has verified the address, and counted until then', async () => {
    const ada = await verified();
    const bo = await app.signUp();
    await send(ada, bo.email);
    expect(await list(bo)).toEqual([]);
    const { json } = await bo.call<{ waiting: object }>('GET /api/auth/user');
    expect(json.waiting).toEqual({ messages: 0, things: 1 });
    await markVerified(app, bo);
    expect(await list(bo)).toHaveLength(1);
  });
});

describe('email limits (R-A8)', () => {
  it('30 parallel shoutouts to one stranger are all saved; 3 emails are sent, 27 wait', async () => {
    const ada = await verified();
    const to = stranger();
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(ada, to)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(answers.filter(({ json }) => json.email === 'waiting')).toHaveLength(27);
    expect((await mails(app, to)).filter(({ state }) => state === 'queued')).toHaveLength(3);
    expect((await list(ada)).filter(({ email }) => email === 'waiting')).toHaveLength(27);
  });

  it('do not apply to someone who has written to the sender', async () => {
    const [ada, bo] = [await verified(), await verified()];
    for (let n = 0; n < 3; n++) await send(ada, bo.email);
    expect((await send(ada, bo.email)).json.email).toBe('waiting');
    await send(bo, ada.email);
    expect((await send(ada, bo.email)).json.email).toBeNull();
    await runJob(app, 'release-mails');
    expect((await mails(app, bo.email)).map(({ state }) => state)).not.toContain('suppressed');
  });

  it('report an email that was not stored or was refused as failed (R-J1)', async () => {
    const ada = await verified();
    await app.database.asOwner((db) =>
      db.query(
        `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state)
         select gen_random_uuid(), $1, 'full@example.com', 'test', false, 'A', 'A', 'full ' || n, 'waiting'
         from generate_series(1, 100) n`,
        [ada.userId],
      ),
    );
    const to = stranger();
    for (let n = 0; n < 3; n++) await send(ada, to);
    const full = await send(ada, to);
    expect(full.json.email).toBe('failed');
    expect((await send(ada, to, { id: full.json.id })).text).toBe(full.text);

    const stopped = stranger();
    await app.database.asOwner((db) =>
      db.query('insert into mail_suppressions (address) values ($1)', [stopped]),
    );
    expect((await send(ada, stopped)).json.email).toBe('failed');
  });
});
