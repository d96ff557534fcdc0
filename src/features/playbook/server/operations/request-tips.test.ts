import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { StopLinks } from '#platform/mail/stop-link.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Answer, Caller } from '#tests/support/caller.ts';
import { hostileAddresses } from '#tests/support/hostile-texts.ts';
import { delivered, mails, runJob, signUpVerified, startMailingApp, work } from '#tests/support/mail.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { tips } from '../../mail-texts.ts';
import { tipsLimits } from '../../tips-constants.ts';
import { dialogTexts, pageTexts } from '../../tips-texts.ts';
import { tipsPath } from './tips-links.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  const renderer = new PageRenderer({ instanceName: 'Logbook', offlineApp: false });
  ({ app, sink } = await startMailingApp({ TRUSTED_PROXIES: '127.0.0.1' }, renderer));
});
afterAll(() => app.close());

let counted = 0;
/** An address that is not known yet. */
const newAddress = () => `reader${++counted}@example.com`;
/** The network of a visitor who has not sent anything yet. */
const newNetwork = () => `198.51.100.${++counted % 250}`;

type Refusable = { sent?: true; code?: string; detail?: string };
type More = { from?: string; website?: string };

const signUp = (email: string, { from = newNetwork(), ...more }: More = {}): Promise<Answer<Refusable>> =>
  app.anonymous().call<Refusable>('POST /api/functions/v1/email-signup', {
    body: { email, ...more },
    headers: { 'x-forwarded-for': from },
  });

const linkIn = (text = '') =>
  new RegExp(`^${app.config.appUrl}${tipsPath}\\?token=([\\w-]{43})(&stop)?$`, 'm').exec(text);

/** Signs a new address up, and returns the token that it gets by email. */
async function requested(to = newAddress()): Promise<{ to: string; token: string }> {
  await signUp(to);
  const [email] = await delivered(app, sink, to);
  return { to, token: linkIn(email!.mail.text)![1]! };
}

const choose = (token: string, choice: string, caller: Caller = app.anonymous()) =>
  caller.call(`POST ${tipsPath}`, {
    body: new URLSearchParams({ token, choice }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** Opens a link as a browser does. */
async function open(token: string): Promise<Answer> {
  const caller = app.anonymous();
  await caller.call(`GET ${tipsPath}?token=${token}`);
  return caller.call(`GET ${tipsPath}`);
}

async function confirmed(): Promise<{ to: string; token: string }> {
  const signup = await requested();
  expect((await choose(signup.token, 'confirm')).text).toContain(pageTexts.confirmed.title);
  return signup;
}

const sql = (text: string, to: string) => app.database.asOwner((db) => db.query(text, [to]));
const rowOf = async (to: string) =>
  (await sql('select * from tips_signups where address = $1', to)).rows[0] as
    | Record<string, unknown>
    | undefined;
const aWeekLater = async (to: string) => {
  await sql('update tips_signups set next_at = now() where address = $1', to);
  await runJob(app, 'send-tips');
  await work(app);
};
const aDayLater = async (to: string) => {
  await sql(
    `update tips_signups set requested_at = requested_at - interval '1 day' where mailbox = app.mailbox($1)`,
    to,
  );
  await sql(
    `update mails set created_at = created_at - interval '1 day' where app.mailbox(recipient) = app.mailbox($1)`,
    to,
  );
};
const kinds = async (to: string) => (await mails(app, to)).map(({ kind }) => kind);

describe('a sign-up for the tips (R-K2)', () => {
  it('emails one link to the address, regardless of case and spaces, and stores only a hash of its token', async () => {
    const to = newAddress();
    const { status, json } = await signUp(` ${to.toUpperCase()} `);
    expect([status, json]).toEqual([200, { sent: true }]);
    const [email, ...others] = await delivered(app, sink, to);
    expect([email!.to, others]).toEqual([[to], []]);
    expect(email!.mail.text).toContain("If it wasn't you, ignore this email.");
    const [, token] = linkIn(email!.mail.text)!;
    const { rows } = await app.database.asOwner((db) =>
      db.query(
        `select (select json_agg(t)::text from tips_signups t) || (select json_agg(m)::text from mails m) as all`,
      ),
    );
    expect(rows[0].all).not.toContain(token);
  });

  it('returns the same response for an address that is known, unsubscribed, confirmed, or filled in by a program', async () => {
    const known = (await requested()).to;
    const done = (await confirmed()).to;
    const { to: unsubscribed, token } = await confirmed();
    const stopUrl = new URL(new StopLinks(app.config.appUrl, appSecret).linkFor(unsubscribed));
    await app.anonymous().call(`POST ${stopUrl.pathname}${stopUrl.search}`);
    await choose(token, 'stop');
    const honeypot = newAddress();
    const count = async () => (await mails(app)).filter(({ state }) => state !== 'suppressed').length;
    await work(app);
    const before = await count();
    const fresh = await signUp(newAddress());
    for (const answer of [
      await signUp(known),
      await signUp(done),
      await signUp(unsubscribed),
      await signUp(honeypot, { website: 'https://spam.example' }),
    ]) {
      expect([answer.status, answer.text]).toEqual([fresh.status, fresh.text]);
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(fresh.headers).sort());
    }
    await work(app);
    expect((await count()) - before, 'only the fresh address gets an email').toBe(1);
    expect(await rowOf(honeypot)).toBeUndefined();
  });

  it('is emailed once a day to a mailbox under 20 parallel callers, whatever the spelling', async () => {
    const to = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signUp(n % 2 ? to : to.replace('@', `+${n}@`))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await work(app);
    const sent = async () =>
      (await mails(app)).filter(({ recipient }) => recipient.replace(/\+\d+@/, '@') === to).length;
    expect(await sent()).toBe(1);
    await aDayLater(to);
    await signUp(to);
    await work(app);
    expect(await sent()).toBe(2);
  });

  it('is emailed once a day to a mailbox that stops the tips and requests them again', async () => {
    const { to, token } = await requested();
    const alias = to.replace('@', '+again@');
    for (const again of [to, alias]) {
      expect((await choose(token, 'stop')).text).toContain(pageTexts.stopped.title);
      await signUp(again);
      await work(app);
    }
    expect([await kinds(to), await kinds(alias)]).toEqual([['tips-confirmation'], []]);
    await aDayLater(to);
    await signUp(to);
    await work(app);
    expect(await kinds(to)).toEqual(['tips-confirmation', 'tips-confirmation']);
  });

  it.each([
    ['', 'email_required'],
    ['  ', 'email_required'],
    ...hostileAddresses.map((one) => [one, 'invalid_email']),
  ])('is refused for the address %j', async (address, code) => {
    const before = (await mails(app)).length;
    expect([(await signUp(address)).json.code, (await mails(app)).length]).toEqual([code, before]);
  });

  it('is limited for a network', async () => {
    const from = newNetwork();
    const answers = await Promise.all(
      Array.from({ length: tipsLimits.perNetwork + 3 }, () => signUp(newAddress(), { from })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]!.json).toMatchObject({ code: 'too_many_tries', detail: 'Please try again tomorrow.' });
  });

  it('is deleted by a job if it is not confirmed within 14 days', async () => {
    const { to, token } = await requested();
    await sql(
      `update tips_signups set ends_at = ends_at - interval '13 days 23 hours' where address = $1`,
      to,
    );
    await runJob(app, 'sweep-tips');
    expect((await open(token)).status).toBe(200);
    await sql('update tips_signups set ends_at = now() where address = $1', to);
    expect([(await open(token)).status, (await choose(token, 'confirm')).status]).toEqual([404, 404]);
    await runJob(app, 'sweep-tips');
    expect(await rowOf(to)).toBeUndefined();
  });
});

describe('the link in an email about the tips', () => {
  it('moves its token into a cookie, and confirms only by the button', async () => {
    const { to, token } = await requested();
    const caller = app.anonymous();
    const moved = await caller.call(`GET ${tipsPath}?token=${token}`);
    expect([moved.status, moved.headers['location'], moved.text]).toEqual([303, tipsPath, '']);
    expect(moved.headers['set-cookie']).toMatch(
      /; Path=\/raise-promotion-playbook\/tips; HttpOnly; SameSite=Lax$/,
    );
    const page = await caller.call(`GET ${tipsPath}`);
    expect([page.status, page.text.includes(to), page.headers['cache-control']]).toEqual([
      200,
      true,
      'private, no-store',
    ]);
    expect(page.text).not.toMatch(/(href|action|src)="[^"]*token/);
    await work(app);
    expect([(await rowOf(to))!['confirmed_at'], await kinds(to)]).toEqual([null, ['tips-confirmation']]);
  });

  it('confirms once under 20 parallel uses, and the first tip is sent', async () => {
    const { to, token } = await requested();
    const answers = await Promise.all(Array.from({ length: 20 }, () => choose(token, 'confirm')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const tip = (await delivered(app, sink, to)).at(-1)!.mail;
    expect([tip.subject, await kinds(to)]).toEqual([tips[0]!.subject, ['tips-confirmation', 'tips']]);
    expect(tip.text).toContain(tips[0]!.script.replaceAll('\n', '\n> '));
    expect(linkIn(tip.text)!.slice(1)).toEqual([token, '&stop']);
    expect((await open(token)).text).toContain(pageTexts.confirmed.stop);
  });

  it('asks whether to stop the tips if it is the one that stops them', async () => {
    const { to, token } = await confirmed();
    const caller = app.anonymous();
    const moved = await caller.call(`GET ${tipsPath}?token=${token}&stop`);
    expect([moved.status, moved.headers['location']]).toEqual([303, `${tipsPath}?stop`]);
    const { status, text } = await caller.call(`GET ${tipsPath}?stop`);
    const { title, stop, keep } = pageTexts.askStop;
    expect([status, ...[title, stop, keep].filter((part) => !text.includes(part))]).toEqual([200]);
    expect(await rowOf(to)).toBeDefined();
  });

  it('stops the tips, deletes the address, and withdraws what is not sent yet', async () => {
    const { to, token } = await confirmed();
    await runJob(app, 'send-tips');
    expect((await choose(token, 'stop')).text).toContain(pageTexts.stopped.title);
    expect((await choose(token, 'stop')).status).toBe(200);
    await work(app);
    expect([await rowOf(to), await kinds(to)]).toEqual([undefined, ['tips-confirmation']]);
    expect((await open(token)).status).toBe(404);
  });

  it.each([newToken(), 'x', '', '%0d%0a'])('does not work with the token %j', async (token) => {
    const answer = await app.anonymous().call(`GET ${tipsPath}?token=${token}`);
    const { status, text } = answer.status === 303 ? await open(token) : answer;
    expect([status, text.includes(pageTexts.dead.title)]).toEqual([404, true]);
    expect((await choose(token, 'confirm')).status).toBe(404);
  });
});

describe('the tips', () => {
  it('are as many as the dialog promises', () => {
    expect([tips.length, dialogTexts.intro]).toEqual([6, expect.stringMatching(/^Six short emails/)]);
  });

  it('are sent once a week, each once, and then end', async () => {
    const { to, token } = await confirmed();
    await work(app);
    await Promise.all([runJob(app, 'send-tips'), runJob(app, 'send-tips')]);
    expect(await kinds(to)).toEqual(['tips-confirmation', 'tips']);
    for (let week = 1; week < tips.length; week++) {
      // The five emails a day to a stranger are counted for a week in this test.
      await app.database.asOwner((db) => db.query('delete from limit_hits'));
      await aWeekLater(to);
    }
    const sent = sink.received.filter((email) => email.to.includes(to)).map(({ mail }) => mail.subject);
    expect(sent.slice(1)).toEqual(tips.map(({ subject }) => subject));
    expect(await rowOf(to)).toMatchObject({ sent: tips.length, next_at: null });
    await work(app);
    expect(await kinds(to)).toHaveLength(tips.length + 1);
    const { text } = await open(token);
    expect(
      [pageTexts.confirmed.titleAfter, pageTexts.confirmed.forget].filter((part) => !text.includes(part)),
    ).toEqual([]);
    expect((await choose(token, 'stop')).status).toBe(200);
  });

  it('can be requested again after the last one', async () => {
    const { to } = await confirmed();
    await sql(
      `update tips_signups set sent = 6, next_at = null, ends_at = now() + interval '1 day',
         requested_at = now() - interval '50 days' where address = $1`,
      to,
    );
    await aDayLater(to);
    await signUp(to);
    await work(app);
    expect(await rowOf(to)).toMatchObject({ sent: 0, confirmed_at: null });
  });

  it('end when the mailbox unsubscribes from all emails', async () => {
    const { to } = await confirmed();
    await sql('insert into mail_suppressions (address) values ($1)', to);
    await runJob(app, 'sweep-tips');
    expect(await rowOf(to)).toBeUndefined();
  });

  it('end with the account whose address gets them, if it has proved the address', async () => {
    const [owner, other] = [await signUpVerified(app), await app.signUp()];
    for (const { email } of [owner, other]) await signUp(email);
    await work(app);
    for (const person of [owner, other])
      expect((await person.call('POST /api/functions/v1/delete-account')).status).toBe(200);
    expect([await rowOf(owner.email), await rowOf(other.email)]).toEqual([undefined, expect.anything()]);
  });
});
