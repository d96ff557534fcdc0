import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '../../../../../tests/support/app.ts';
import type { Caller } from '../../../../../tests/support/caller.ts';
import { hostileAddresses, scripts } from '../../../../../tests/support/hostile-texts.ts';
import {
  delivered,
  mailedTokens,
  mails,
  runJob,
  signUpVerified,
  startMailingApp,
} from '../../../../../tests/support/mail.ts';
import type { SmtpSink } from '../../../../../tests/support/smtp-sink.ts';
import {
  answerLink,
  askToVouch,
  newReference,
  openLink,
  vouchBody,
  vouchesOf,
  vouchTokens,
} from '../../../../../tests/support/vouches.ts';
import { limits, type Vouch } from '../../contract.ts';
import { purgeVouches } from '../jobs.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const verified = (name?: string) => signUpVerified(app, name);
const resend = (caller: Caller, id: string) =>
  caller.call<Vouch & { code: string }>('POST /api/vouches/:id/resend', { params: { id } });
const change = (id: string, set: string) =>
  app.database.asOwner((db) => db.query(`update vouches set ${set} where id = $1`, [id]));
const forgetLimits = () => app.database.asOwner((db) => db.query('delete from limit_hits'));

describe('a request to vouch', () => {
  it('emails the reference the text and a link, and returns no token (R-F1)', async () => {
    const ada = await verified('Ada Example');
    const to = newReference();
    const { status, json, text } = await askToVouch(ada, { reference_email: ` ${to.toUpperCase()} ` });
    expect([status, json.status, json.email, json.reference_email]).toEqual([200, 'pending', null, to]);
    const [message, ...more] = await delivered(app, sink, to);
    expect(more).toEqual([]);
    const { mail } = message!;
    expect(message!.to).toEqual([to]);
    expect(mail.subject).toBe('Ada Example asks you to vouch for their work');
    expect(mail.replyTo).toEqual([expect.objectContaining({ address: ada.email })]);
    const [token] = await vouchTokens(app, sink, to);
    for (const part of [mail.text!, mail.html!]) {
      for (const shown of [
        'Hello Grace Hopper',
        'Billing migration',
        'Moved all invoices',
        'Led the migration',
      ])
        expect(part).toContain(shown);
      expect(part).toContain(`${app.config.appUrl}/verify-vouch?token=${token}`);
      expect(part).toContain(`${app.config.appUrl}/mail/stop?`);
    }
    expect(text + JSON.stringify(await vouchesOf(ada))).not.toContain(token);
    const { rows } = await app.database.asOwner((db) =>
      db.query(`select t::text || v::text as all from vouch_tokens t join vouches v on v.id = t.vouch_id`),
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is stored and emailed once by 20 parallel callers with the same id', async () => {
    const ada = await verified();
    const body = vouchBody();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ada.call<Vouch>('POST /api/vouches', { body })),
    );
    for (const { status, json } of answers) expect([status, json.id]).toEqual([200, body.id]);
    expect(await vouchesOf(ada)).toHaveLength(1);
    expect(await mails(app, body.reference_email)).toHaveLength(1);
    const other = await askToVouch(ada, { ...body, project_name: 'Another' });
    expect([other.status, other.json.code]).toEqual([409, 'id_taken']);
  });

  it('is listed newest first, in pages', async () => {
    const ada = await verified();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await askToVouch(ada)).json.id);
    const page = (query: object) =>
      ada.call<{ rows: Vouch[]; next: string | null }>('GET /api/vouches', { query: { limit: 2, ...query } });
    const first = (await page({})).json;
    const second = (await page({ before: first.next })).json;
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect((await page({ before: 'yesterday' })).status).toBe(400);
  });

  it('without a required field, or with a text that is too long, is refused with its texts', async () => {
    const ada = await verified();
    const missing = await askToVouch(ada, { reference_position: ' ' });
    expect([missing.status, missing.json.title, missing.json.detail]).toEqual([
      ...[400, 'Missing fields', 'Please fill in all required fields'],
    ]);
    const long = await askToVouch(ada, { project_name: 'x'.repeat(limits.projectName + 1) });
    expect([long.json.code, long.json.detail]).toEqual([
      ...['text_too_long', 'Project name can have up to 200 characters. Please shorten it.'],
    ]);
    expect((await askToVouch(app.anonymous())).status).toBe(401);
    expect(await vouchesOf(ada)).toEqual([]);
  });

  it.each(hostileAddresses)('is refused for the hostile address %j', async (to) => {
    const ada = await sender();
    const { status, json } = await askToVouch(ada, { reference_email: to });
    expect([status, json.code]).toEqual([400, expect.stringMatching(/^(invalid_email|missing_fields)$/)]);
  });

  it('to an own address is refused: primary, extra, unverified, and aliases of them', async () => {
    const ada = await verified();
    const extra = `${newId()}@gmail.com`;
    await ada.call('POST /api/user_emails', { body: { id: newId(), email: extra } });
    const [local, host] = ada.email.split('@');
    const [extraLocal] = extra.split('@');
    for (const own of [
      ada.email.toUpperCase(),
      `${local}+reference@${host}`,
      extra,
      `${extraLocal!.slice(0, 3)}.${extraLocal!.slice(3)}+x@googlemail.com`,
    ]) {
      const { status, json } = await askToVouch(ada, { reference_email: own });
      expect([own, status, json.code]).toEqual([own, 400, 'own_address']);
    }
    expect(await vouchesOf(ada)).toEqual([]);
  });

  it('shows hostile texts as text, with links to this instance only, and never a hostile name', async () => {
    const ada = await verified('Your bank, call 0800 123456');
    const to = newReference();
    for (const text of scripts.slice(0, 12)) {
      await forgetLimits();
      const { status } = await askToVouch(ada, {
        reference_email: to,
        project_name: text,
        project_context: text,
        individual_contribution: `${text}\u202e`,
        reference_name: `Click ${text}`.slice(0, 100),
      });
      expect(status).toBe(200);
    }
    const found = await delivered(app, sink, to);
    expect(found).toHaveLength(12);
    const allowed = 'html head meta title body table tbody tr td h1 p a br'.split(' ');
    for (const { mail, raw } of found) {
      const tags = [...mail.html!.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase());
      expect(tags.filter((tag) => !allowed.includes(tag))).toEqual([]);
      for (const [, href] of mail.html!.matchAll(/href="([^"]*)"/g))
        expect(href!.startsWith(app.config.appUrl)).toBe(true);
      expect(mail.subject).toBe(`${ada.email} asks you to vouch for their work`);
      expect(mail.text).not.toMatch(/Hello Click|\u202e/);
      expect(raw).not.toContain('Your bank');
    }
  });

  it('is limited to 50 an hour, and a refusal stores nothing', async () => {
    const ada = await verified();
    await app.database.asOwner((db) =>
      db.query(
        `insert into limit_hits (kind, key, at) select 'vouch', $1, now() from generate_series(1, 49)`,
        [ada.userId],
      ),
    );
    expect((await askToVouch(ada)).status).toBe(200);
    const { status, json } = await askToVouch(ada);
    expect([status, json.code]).toEqual([429, 'too_many_tries']);
    expect(await vouchesOf(ada)).toHaveLength(1);
  });
});

let oneSender: Promise<Caller> | undefined;
const sender = () => (oneSender ??= verified());

describe('a resend', () => {
  it('by 20 parallel callers sends exactly three more emails, and only the newest link works', async () => {
    const ada = await verified();
    const { json } = await askToVouch(ada);
    const answers: { status: number; json: { code?: string } }[] = [];
    // The limit of 3 emails a day to one stranger makes the next ones wait, which also refuses a resend.
    for (const _ of [1, 2, 3]) {
      await forgetLimits();
      answers.push(...(await Promise.all(Array.from({ length: 7 }, () => resend(ada, json.id)))));
    }
    const sent = answers.filter(({ status }) => status === 200);
    expect(sent).toHaveLength(3);
    for (const { status, json: refused } of answers.filter((answer) => answer.status !== 200))
      expect([status, refused.code]).toEqual([
        409,
        expect.stringMatching(/^(resends_used_up|email_waiting)$/),
      ]);
    await forgetLimits();
    await runJob(app, 'release-mails');
    const [vouch] = await vouchesOf(ada);
    expect(vouch).toMatchObject({ resends: 3, resend_from: null });
    const tokens = await vouchTokens(app, sink, json.reference_email);
    expect(tokens).toHaveLength(4);
    const errors = await Promise.all(
      tokens.map(async (token) => (await openLink(app.anonymous(), token)).error),
    );
    expect(errors.filter((error) => error === null)).toHaveLength(1);
  });

  it("through SPEC's function takes everything from the vouch", async () => {
    const ada = await verified('Ada Example');
    const { json } = await askToVouch(ada);
    const call = (projectName: string) =>
      ada.call<Vouch>('POST /api/functions/v1/send-vouch-verification', {
        body: {
          projectName,
          referenceEmail: json.reference_email,
          userName: 'Someone Else',
          projectContext: 'Other text',
          verificationToken: 'chosen-by-the-owner',
          appUrl: 'https://evil.example',
        },
      });
    const answer = await call(json.project_name);
    expect([answer.status, answer.json.id, answer.json.resends]).toEqual([200, json.id, 1]);
    const found = await delivered(app, sink, json.reference_email);
    expect(found).toHaveLength(2);
    for (const { raw, mail } of found) {
      expect(mail.subject).toContain('Ada Example');
      expect(raw).not.toMatch(/Someone Else|Other text|chosen-by-the-owner|evil\.example/);
    }
    expect((await openLink(app.anonymous(), 'chosen-by-the-owner')).error).toBe('Invalid verification link');
    expect((await call('Unknown project')).status).toBe(404);
  });

  it('is possible a day after the last one in production, and immediately after a failure', async () => {
    const production = await startApp({ NODE_ENV: 'production', APP_URL: 'https://logbook.example' });
    try {
      const ada = await production.signUp();
      await production.database.asOwner((db) =>
        db.query('update users set email_verified_at = now() where id = $1', [ada.userId]),
      );
      const { json } = await askToVouch(ada);
      const age = (set: string) =>
        production.database.asOwner((db) => db.query(`update vouches set ${set} where id = $1`, [json.id]));
      const soon = await resend(ada, json.id);
      expect([soon.status, soon.json.code]).toEqual([429, 'resend_too_soon']);
      expect(Date.parse(json.resend_from!) - Date.parse(json.sent_at)).toBe(86_400_000);
      await age(`sent_at = now() - interval '86399 s'`);
      expect((await resend(ada, json.id)).status).toBe(429);
      await age(`sent_at = now() - interval '86401 s'`);
      expect((await resend(ada, json.id)).json.resends).toBe(1);
      await age(`email_state = 'failed'`);
      expect((await resend(ada, json.id)).json.resends).toBe(2);
    } finally {
      await production.close();
    }
  });

  it('of another user, or a deleted vouch, is not found', async () => {
    const [ada, eve] = [await verified(), await verified('Eve')];
    const { json } = await askToVouch(ada);
    expect((await resend(eve, json.id)).status).toBe(404);
    await ada.call('DELETE /api/vouches/:id', { params: { id: json.id } });
    expect((await resend(ada, json.id)).status).toBe(404);
  });
});

describe('the email of an unverified user (R-A3)', () => {
  it('is held, and its 30 days begin when verification sends it', async () => {
    const ada = await app.signUp();
    const { json } = await askToVouch(ada);
    expect([json.email, json.resend_from]).toEqual(['held', null]);
    expect((await resend(ada, json.id)).json.code).toBe('email_waiting');
    await change(json.id, `sent_at = now() - interval '31 days', expires_at = now() - interval '1 day'`);
    await runJob(app, 'expire-vouches');
    const [token] = await mailedTokens(app, sink, ada.email, 'verify');
    await ada.call('POST /api/auth/verify', { body: { token } });
    const [vouch] = await vouchesOf(ada);
    expect(vouch).toMatchObject({ status: 'pending', email: null });
    expect(Date.parse(vouch!.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const [link] = await vouchTokens(app, sink, json.reference_email);
    expect((await openLink(app.anonymous(), link!)).error).toBeNull();
    const [message] = await delivered(app, sink, json.reference_email);
    // The address is verified by now, so the reference can reply to it.
    expect(message!.mail.replyTo).toEqual([expect.objectContaining({ address: ada.email })]);
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
    const ada = await verified();
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

it('parallel resends, withdrawals, deletions, answers and released emails of one vouch never fail', async () => {
  const ada = await verified();
  for (let round = 0; round < 4; round++) {
    const { json } = await askToVouch(ada);
    const [token] = await vouchTokens(app, sink, json.reference_email);
    await forgetLimits();
    const change = (key: `${'POST' | 'DELETE'} /${string}`) => ada.call(key, { params: { id: json.id } });
    const answers = await Promise.all(
      [1, 2, 3].flatMap(() => [
        change('POST /api/vouches/:id/resend'),
        change('POST /api/vouches/:id/withdraw'),
        change('POST /api/vouches/:id/reopen'),
        change('DELETE /api/vouches/:id'),
        change('POST /api/vouches/:id/restore'),
        answerLink(app.anonymous(), token!, 'decline'),
        runJob(app, 'release-mails').then(() => ({ status: 200 })),
      ]),
    );
    expect(
      answers.map(({ status }) => status).filter((status) => ![200, 404, 409, 429].includes(status)),
    ).toEqual([]);
  }
});

describe('a deleted vouch', () => {
  it('is restored by Undo, and purged after an hour', async () => {
    const ada = await verified();
    const { json } = await askToVouch(ada);
    const params = { id: json.id };
    for (const _ of [1, 2]) expect((await ada.call('DELETE /api/vouches/:id', { params })).status).toBe(200);
    expect(await vouchesOf(ada)).toEqual([]);
    await ada.call('POST /api/vouches/:id/restore', { params });
    expect(await vouchesOf(ada)).toHaveLength(1);
    await ada.call('DELETE /api/vouches/:id', { params });
    await change(json.id, `deleted_at = now() - interval '61 minutes'`);
    expect(await purgeVouches(app.database.jobs)).toBe(1);
    expect((await ada.call('POST /api/vouches/:id/restore', { params })).status).toBe(404);
  });
});
