import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { hostileAddresses, scripts } from '#tests/support/hostile-texts.ts';
import { delivered, mails, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';

let app: TestApp;
let sink: SmtpSink;
let people = 0;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const stranger = () => `manager${++people}@example.com`;

const verified = (name?: string) => signUpVerified(app, name);

type Sent = { email: string; state: string; code: string };
const send = (caller: Caller, body: object) =>
  caller.call<Sent>('POST /api/functions/v1/email-week-review', { body });
const deliveredTo = (to: string) => delivered(app, sink, to);
const log = (caller: Caller, content: string) =>
  caller.call('POST /api/check_ins', { body: { id: newId(), content } });

describe('a week in review by email', () => {
  it('is rendered by the server, in HTML and text, and says who sent it and why', async () => {
    const ada = await verified('Ada Example');
    await log(ada, 'Shipped the <export>');
    const to = stranger();
    const { json } = await send(ada, {
      email: ` ${to.toUpperCase()} `,
      reportHtml: '<p>Forged</p>'.repeat(20_000),
      timezone: 'UTC',
    });
    expect(json).toEqual({ email: to, state: 'queued' });
    const [message] = await deliveredTo(to);
    const { mail } = message!;
    expect(message!.to).toEqual([to]);
    expect(mail.subject).toMatch(/^Ada Example's week in review, \w+ \d/);
    expect(mail.from).toMatchObject({ name: 'Ada Example via Logbook' });
    expect(mail.replyTo).toEqual([expect.objectContaining({ address: ada.email })]);
    expect(mail.html).toContain('Shipped the &lt;export&gt;');
    expect(mail.text).toContain('Shipped the <export>');
    for (const part of [mail.html!, mail.text!]) {
      expect(part).not.toContain('Forged');
      expect(part).toContain(`because Ada Example (${ada.email}) sent you this report`);
      expect(part).toContain(`${app.config.appUrl}/mail/stop?`);
    }
  });

  it('contains no other elements and no foreign links for 40 hostile entries', async () => {
    const ada = await verified();
    for (const text of scripts) await log(ada, text);
    const to = stranger();
    await send(ada, { email: to, timezone: 'UTC' });
    const { html } = (await deliveredTo(to))[0]!.mail;
    const tags = new Set([...html!.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase()));
    const allowed = 'html head meta title style body table tbody tr td h1 h2 p div span strong a br'.split(
      ' ',
    );
    expect([...tags].filter((tag) => !allowed.includes(tag))).toEqual([]);
    for (const [, href] of html!.matchAll(/href="([^"]*)"/g))
      expect(href!.startsWith(app.config.appUrl)).toBe(true);
  });

  it('names a verified user by name, as written, and by address', async () => {
    const ada = await verified('Anna-Lena Müller, PhD & Partner 2');
    const to = stranger();
    await send(ada, { email: to });
    const [message] = await deliveredTo(to);
    expect(message!.mail.text).toContain(`because Anna-Lena Müller, PhD & Partner 2 (${ada.email}) sent you`);
  });

  it.each(hostileAddresses)('is refused for the hostile recipient %j', async (email) => {
    const { status, json } = await send(await sender(), { email });
    expect([status, json.code]).toEqual([400, expect.stringMatching(/^(invalid_email|email_required)$/)]);
  });

  it('requires an address', async () => {
    const { status, json } = await send(await sender(), { email: '  ' });
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({ title: 'Email required', detail: 'Please enter an email address.' }),
    ]);
  });

  it('waits until the sender is verified (R-A3)', async () => {
    const ada = await app.signUp();
    const to = stranger();
    expect((await send(ada, { email: to })).json.state).toBe('held');
    expect(await deliveredTo(to)).toEqual([]);
    expect((await mails(app, to)).map(({ state }) => state)).toEqual(['held']);
  });

  it('waits beyond the limits, exactly under parallel calls (R-A8)', async () => {
    const ada = await verified();
    const to = stranger();
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(ada, { email: to })));
    expect(sent.map(({ json }) => json.state).sort()).toEqual([
      ...Array<string>(3).fill('queued'),
      ...Array<string>(5).fill('waiting'),
    ]);
  });

  it('is refused alike for an address that unsubscribed and while too many emails are waiting (R-J3)', async () => {
    const [ada, to] = [await app.signUp(), stranger()];
    await app.database.asOwner(async (db) => {
      await db.query('insert into mail_suppressions (address) values ($1)', [to]);
      await db.query(
        `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state)
         select gen_random_uuid(), $1, 'full@example.com', 'test', false, 'A', 'A', 'report ' || n, 'held'
         from generate_series(1, 100) n`,
        [ada.userId],
      );
    });
    const full = await send(ada, { email: stranger() });
    expect([full.status, full.json.code]).toEqual([409, 'email_not_sent']);
    const stopped = await send(await sender(), { email: to });
    const { request_id: _, ...answer } = full.json as object as Record<string, unknown>;
    expect(stopped.json).toMatchObject(answer);
  });

  it("is limited to 30 an hour, even to the sender's own address", async () => {
    const ada = await verified();
    const sent = await Promise.all(Array.from({ length: 33 }, () => send(ada, { email: ada.email })));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(sent.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      json: { code: 'too_many_emails' },
    });
  });
});

let oneSender: Promise<Caller> | undefined;
const sender = () => (oneSender ??= verified());

describe('a shoutout board by email', () => {
  it("goes to the caller's own address, whatever the request says", async () => {
    const [ada, bo] = [await verified('Ada Example'), await verified('Bo Example')];
    await bo.call('POST /api/shoutouts', {
      body: { id: newId(), recipient_email: ada.email, message: 'You are <great>' },
    });
    await ada.call('POST /api/shoutouts', {
      body: { id: newId(), recipient_email: bo.email, message: 'So are you' },
    });
    const to = stranger();
    const body = { email: to, reportType: 'Shoutout Board', reportHtml: '<p>Forged</p>' };
    expect((await send(ada, body)).json).toEqual({ email: ada.email, state: 'queued' });
    expect(await deliveredTo(to)).toEqual([]);
    const { mail } = (await deliveredTo(ada.email)).find(({ mail: found }) =>
      found.subject?.includes('Board'),
    )!;
    expect(mail.html).toContain('You are &lt;great&gt;');
    expect(mail.html).toContain('From Bo Example');
    expect(mail.text).toContain('> So are you');
    expect(mail.html).not.toContain('Forged');

    await send(ada, { ...body, direction: 'sent' });
    const last = (await deliveredTo(ada.email)).at(-1)!.mail;
    expect(last.text).not.toContain('You are <great>');
    expect(last.text).toContain('> So are you');
  });
});
