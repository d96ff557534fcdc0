import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { hostileAddresses, scripts } from '#tests/support/hostile-texts.ts';
import { delivered, mails, runJob, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  answerLink,
  askToVouch,
  newReference,
  openLink,
  vouchBody,
  vouchesOf,
  vouchTokens,
} from '#tests/support/vouches.ts';
import { limits } from '../../constants.ts';
import type { Vouch } from '../../contract.ts';
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
    // A reply that quotes the link must not go to the owner.
    expect(mail.replyTo ?? []).toEqual([]);
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

  it("to the user's own address is refused: primary, extra, unverified, and aliases of them", async () => {
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

  it("to the user's former address, or an alias of it, is refused for 90 days, unless it was never verified", async () => {
    const ada = await verified();
    const [former, never] = [`${newId()}@example.com`, `${newId()}@example.com`];
    for (const email of [former, never]) {
      const id = newId();
      await ada.call('POST /api/user_emails', { body: { id, email } });
      if (email === former)
        await app.database.asOwner((db) =>
          db.query('update user_emails set verified_at = now() where id = $1', [id]),
        );
      expect((await ada.call('DELETE /api/user_emails/:id', { params: { id } })).status).toBe(200);
    }
    const ask = async (to: string) => (await askToVouch(ada, { reference_email: to })).json.code;
    const alias = former.replace('@', '+work@');
    expect([await ask(former), await ask(alias)]).toEqual(['own_address', 'own_address']);
    expect(await ask(never)).toBeUndefined();
    await app.database.asOwner((db) =>
      db.query(`update former_mailboxes set left_at = left_at - interval '90 days' where user_id = $1`, [
        ada.userId,
      ]),
    );
    expect(await ask(alias)).toBeUndefined();
    await runJob(app, 'sweep-sessions');
    const { rows } = await app.database.asOwner((db) =>
      db.query('select mailbox from former_mailboxes where user_id = $1', [ada.userId]),
    );
    expect(rows).toEqual([]);
  });

  it('shows hostile texts as text, with links to this instance only, and never a hostile name of the reference', async () => {
    const ada = await verified('Anna-Lena Müller, PhD & Partner 2');
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
    const allowed = 'html head meta title style body table tbody tr td h1 p a br'.split(' ');
    for (const { mail } of found) {
      const tags = [...mail.html!.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase());
      expect(tags.filter((tag) => !allowed.includes(tag))).toEqual([]);
      for (const [, href] of mail.html!.matchAll(/href="([^"]*)"/g))
        expect(href!.startsWith(app.config.appUrl)).toBe(true);
      expect(mail.subject).toBe('Anna-Lena Müller, PhD & Partner 2 asks you to vouch for their work');
      expect(mail.text).not.toMatch(/Hello Click|\u202e/);
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
  it('by 20 parallel callers is counted three times, and of the unsent emails, the newest is sent', async () => {
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
    const [token, ...more] = await vouchTokens(app, sink, json.reference_email);
    expect(more).toEqual([]);
    expect((await openLink(app.anonymous(), token!)).error).toBeNull();
  });

  it('that has to wait lets the earlier email leave, whose link works', async () => {
    const ada = await verified();
    const { json } = await askToVouch(ada);
    for (let n = 0; n < 2; n++) await askToVouch(ada, { reference_email: json.reference_email });
    expect((await resend(ada, json.id)).json.email).toBe('waiting');
    const tokens = await vouchTokens(app, sink, json.reference_email);
    expect(tokens).toHaveLength(3);
    for (const token of tokens) expect((await openLink(app.anonymous(), token)).error).toBeNull();
  });

  it('by the function of other clients takes everything from the vouch', async () => {
    const ada = await verified('Ada Example');
    const { json } = await askToVouch(ada);
    await delivered(app, sink, json.reference_email);
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
    expect((await call(json.project_name)).json.resends).toBe(0);
    const later = `update vouches set sent_at = now() - interval '11 min' where id = $1`;
    await app.database.asOwner((db) => db.query(later, [json.id]));
    const answer = await call(json.project_name);
    expect([answer.status, answer.json.id, answer.json.resends]).toEqual([200, json.id, 1]);
    const found = await delivered(app, sink, json.reference_email);
    expect(found).toHaveLength(2);
    for (const { raw, mail } of found) {
      expect(mail.subject).toContain('Ada Example');
      expect(raw).not.toMatch(/Someone Else|Other text|chosen-by-the-owner|evil\.example/);
    }
    expect((await openLink(app.anonymous(), 'chosen-by-the-owner')).error).toBe('Invalid verification link');
    expect((await call('Unknown project')).status).toBe(400);
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
