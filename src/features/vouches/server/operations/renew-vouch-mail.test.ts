import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import {
  delivered,
  mailedTokens,
  mails,
  runJob,
  signUpVerified,
  startMailingApp,
} from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  answerLink,
  askToVouch,
  newReference,
  openLink,
  vouchesOf,
  vouchTokens,
} from '#tests/support/vouches.ts';
import type { Vouch } from '../../contract.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const resend = (caller: Caller, id: string) =>
  caller.call<Vouch & { code: string }>('POST /api/vouches/:id/resend', { params: { id } });
const change = (id: string, set: string) =>
  app.database.asOwner((db) => db.query(`update vouches set ${set} where id = $1`, [id]));
async function verify(ada: Caller): Promise<void> {
  const [token] = await mailedTokens(app, sink, ada.email, 'verify');
  expect((await ada.call('POST /api/auth/verify', { body: { token } })).status).toBe(200);
}

describe('the email of an unverified user (R-A3)', () => {
  it('is held, and its 30 days begin when verification sends it', async () => {
    const ada = await app.signUp();
    const { json } = await askToVouch(ada);
    expect([json.email, json.resend_from]).toEqual(['held', null]);
    expect((await resend(ada, json.id)).json.code).toBe('email_waiting');
    await change(json.id, `sent_at = now() - interval '31 days', expires_at = now() - interval '1 day'`);
    await runJob(app, 'expire-vouches');
    await verify(ada);
    const [vouch] = await vouchesOf(ada);
    expect(vouch).toMatchObject({ status: 'pending', email: null });
    expect(Date.parse(vouch!.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const [link] = await vouchTokens(app, sink, json.reference_email);
    expect((await openLink(app.anonymous(), link!)).error).toBeNull();
  });

  it('is written when it is sent, with the verified address and the current name, and the same link', async () => {
    const ada = await app.signUp('Ada Before');
    const { json } = await askToVouch(ada);
    await ada.call('PATCH /api/profiles', { body: { full_name: 'Ada Now' } });
    await verify(ada);
    const [message] = await delivered(app, sink, json.reference_email);
    expect(message!.mail.subject).toBe('Ada Now asks you to vouch for their work');
    expect(message!.mail.text).toContain(`Ada Now (${ada.email})`);
    expect(message!.raw).not.toContain('Ada Before');
    // A reply that quotes the link must not go to the owner (R-F1).
    expect(message!.mail.replyTo ?? []).toEqual([]);
    const [token] = await vouchTokens(app, sink, json.reference_email);
    expect((await answerLink(app.anonymous(), token!)).json.verified).toBe(true);
  });

  it('with a link that an earlier version made is sent as it was posted', async () => {
    const ada = await app.signUp('Ada Before');
    const { json } = await askToVouch(ada);
    await app.database.asOwner((db) =>
      db.query(`update vouch_tokens set hash = '\\x01' where vouch_id = $1`, [json.id]),
    );
    await ada.call('PATCH /api/profiles', { body: { full_name: 'Ada Now' } });
    await verify(ada);
    const [message] = await delivered(app, sink, json.reference_email);
    expect(message!.mail.subject).toBe('Ada Before asks you to vouch for their work');
    expect(await vouchTokens(app, sink, json.reference_email)).toHaveLength(1);
  });

  it('is deleted with its vouch when the owner of the address takes the account over (R-A4)', async () => {
    const ada = await app.signUp();
    const { json } = await askToVouch(ada);
    await app.anonymous().call('POST /api/auth/recover', { body: { email: ada.email } });
    const [token] = await mailedTokens(app, sink, ada.email, 'recover');
    const owner = app.anonymous();
    await owner.call('POST /api/auth/recover/complete', {
      body: { token, password: 'another good passphrase' },
    });
    expect(await vouchesOf(owner)).toEqual([]);
    expect(await mails(app, json.reference_email)).toEqual([]);
  });

  it.each([
    ['POST /api/vouches/:id/withdraw', 'POST /api/vouches/:id/reopen'],
    ['DELETE /api/vouches/:id', 'POST /api/vouches/:id/restore'],
  ] as const)('is deleted by %s, and %s posts a new one, which is no resend', async (end, undo) => {
    const ada = await app.signUp();
    const { json } = await askToVouch(ada);
    const call = (key: typeof end | typeof undo) => ada.call<Vouch>(key, { params: { id: json.id } });
    for (const _ of [1, 2]) expect((await call(end)).status).toBe(200);
    expect(await mails(app, json.reference_email)).toEqual([]);
    for (const _ of [1, 2]) {
      const { json: again } = await call(undo);
      expect([again.status, again.email, again.resends]).toEqual(['pending', 'held', 0]);
    }
    expect(await mails(app, json.reference_email)).toHaveLength(1);
  });

  it('is not posted again once the withdrawal can no longer be undone', async () => {
    const ada = await app.signUp();
    const { json } = await askToVouch(ada);
    const params = { id: json.id };
    await ada.call('POST /api/vouches/:id/withdraw', { params });
    await change(json.id, `withdrawn_at = now() - interval '61 minutes'`);
    const late = await ada.call<{ code: string }>('POST /api/vouches/:id/reopen', { params });
    expect([late.status, late.json.code]).toEqual([409, 'undo_too_late']);
    expect(await mails(app, json.reference_email)).toEqual([]);
  });

  it('that is not stored, or refused by the recipient, is reported as failed (R-J1)', async () => {
    const ada = await signUpVerified(app);
    const to = newReference();
    await app.database.asOwner((db) => db.query('insert into mail_suppressions (address) values ($1)', [to]));
    expect((await askToVouch(ada, { reference_email: to })).json.email).toBe('failed');
    await app.database.asOwner((db) =>
      db.query(
        `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state)
         select gen_random_uuid(), $1, 'full@example.com', 'test', false, 'A', 'A', 'full vouch ' || n, 'waiting'
         from generate_series(1, 100) n`,
        [ada.userId],
      ),
    );
    const busy = newReference();
    for (let n = 0; n < 3; n++) await askToVouch(ada, { reference_email: busy });
    expect((await askToVouch(ada, { reference_email: busy })).json.email).toBe('failed');
  });
});
