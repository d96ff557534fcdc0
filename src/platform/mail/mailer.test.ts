import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { hostileAddresses, hostileHeaders } from '#tests/support/hostile-texts.ts';
import {
  asPerson,
  mails,
  markVerified,
  post,
  runJob,
  signUpVerified,
  startMailingApp,
  work,
} from '#tests/support/mail.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { statement } from '../database/statement.ts';
import { Mailer } from './mailer.ts';

let sink: SmtpSink;
let app: TestApp;
let people = 0;

beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const stranger = () => `stranger${++people}@example.com`;

const verified = () => signUpVerified(app);

const count = (states: string[]) =>
  Object.fromEntries(
    [...new Set(states)].map((state) => [state, states.filter((other) => other === state).length]),
  );

const ageOfLimits = (interval: string) =>
  app.database.asOwner((db) =>
    db.query(`update limit_hits set at = at - $1::interval where kind = 'mail to a stranger'`, [interval]),
  );

describe('a sender with an unverified address (R-A3)', () => {
  it('has emails to others held, sees how many, and none are sent', async () => {
    const person = await app.signUp();
    const to = stranger();
    expect(await post(app, person, to)).toBe('held');
    expect(await post(app, person, stranger())).toBe('held');
    const { json } = await person.call<{ waiting: object }>('GET /api/auth/user');
    expect(json.waiting).toEqual({ messages: 2, things: 0 });
    await runJob(app, 'release-mails');
    await work(app);
    expect((await mails(app, to)).map((mail) => mail.state)).toEqual(['held']);
  });

  it('also has emails to their own address held: it may be the address of someone else', async () => {
    const person = await app.signUp();
    expect(await post(app, person, person.email)).toBe('held');
  });

  it('has held emails deleted with the account', async () => {
    const person = await app.signUp();
    const to = stranger();
    await post(app, person, to);
    await app.database.asOwner((db) => db.query('delete from users where id = $1', [person.userId]));
    expect(await mails(app, to)).toEqual([]);
  });
});

describe('limits of email to strangers, exact under parallel callers (R-A8)', () => {
  it('are 20 a day per sender', async () => {
    const person = await verified();
    const states = await Promise.all(Array.from({ length: 30 }, () => post(app, person, stranger())));
    expect(count(states)).toEqual({ queued: 20, waiting: 10 });
  });

  it('are 3 a day per pair', async () => {
    const person = await verified();
    const to = stranger();
    const states = await Promise.all(Array.from({ length: 30 }, () => post(app, person, to)));
    expect(count(states)).toEqual({ queued: 3, waiting: 27 });
    expect(await post(app, person, stranger())).toBe('queued');
  });

  it('count a mailbox, whatever the spelling of its address', async () => {
    const [local] = stranger().split('@');
    const spellings = Array.from({ length: 6 }, (_, n) => `${local}+${n}@example.com`);
    const person = await verified();
    const states = await Promise.all(spellings.map((to) => post(app, person, to)));
    expect(count(states)).toEqual({ queued: 3, waiting: 3 });
    const dots = ['a.bcd', 'ab.cd', 'abc.d', 'abcd', 'a.b.c.d+x', 'abcd+y'].map(
      (dotted) => `${local}${dotted}@gmail.com`,
    );
    const senders = await Promise.all(dots.map(verified));
    const others = await Promise.all(senders.map((sender, n) => post(app, sender, dots[n]!)));
    expect(count(others)).toEqual({ queued: 5, waiting: 1 });
  });

  it('are 5 a day per recipient across the instance, including deleted senders', async () => {
    const to = stranger();
    const senders = await Promise.all(Array.from({ length: 6 }, verified));
    const states = await Promise.all(
      Array.from({ length: 30 }, (_, i) => post(app, senders[i % senders.length]!, to)),
    );
    expect(count(states)).toEqual({ queued: 5, waiting: 25 });
    for (const sender of senders)
      await app.database.asOwner((db) => db.query('delete from users where id = $1', [sender.userId]));
    expect(await post(app, await verified(), to)).toBe('waiting');
  });

  it('hold for several recipients of one transaction in any order, without a deadlock', async () => {
    const addresses = Array.from({ length: 4 }, stranger);
    const senders = await Promise.all(Array.from({ length: 8 }, verified));
    const mailer = new Mailer(app.config, appSecret);
    const states = await Promise.all(
      senders.map((sender, i) =>
        asPerson(app, sender, async (tx) => {
          const answers: string[] = [];
          for (const to of i % 2 ? addresses : addresses.toReversed())
            answers.push(
              await mailer.post(tx, {
                kind: 'note',
                to,
                subject: 'x',
                heading: 'x',
                content: null,
                why: 'x',
              }),
            );
          return answers;
        }),
      ),
    );
    expect(count(states.flat())).toEqual({ queued: 20, waiting: 12 });
  });

  it('release waiting emails as room appears, oldest first, within the limit', async () => {
    const person = await verified();
    const to = stranger();
    for (let i = 0; i < 5; i++) await post(app, person, to);
    await runJob(app, 'release-mails');
    const states = async () => (await mails(app, to)).map((mail) => mail.state);
    expect(await states()).toEqual(['queued', 'queued', 'queued', 'waiting', 'waiting']);
    await ageOfLimits('25 hours');
    await Promise.all([runJob(app, 'release-mails'), runJob(app, 'release-mails')]);
    expect(await states()).toEqual(Array(5).fill('queued'));
  });

  it('do not count email to the address of the sender', async () => {
    const person = await verified();
    const states = await Promise.all(Array.from({ length: 8 }, () => post(app, person, person.email)));
    expect(count(states)).toEqual({ queued: 8 });
  });
});

/** Posts in parallel, as many at a time as one user may have in flight and waiting. */
async function postMany(person: Caller, total: number): Promise<string[]> {
  const states: string[] = [];
  while (states.length < total) {
    const length = Math.min(60, total - states.length);
    states.push(...(await Promise.all(Array.from({ length }, () => post(app, person, stranger())))));
  }
  return states;
}

describe('the number of waiting emails, exact under parallel callers (R-A8)', () => {
  it('is limited to 100 per unverified sender, and further emails are not stored', async () => {
    const person = await app.signUp();
    const states = await postMany(person, 110);
    expect(count(states)).toEqual({ held: 100, full: 10 });
    const to = stranger();
    expect(await post(app, person, to)).toBe('full');
    expect(await mails(app, to)).toEqual([]);
    const { json } = await person.call<{ waiting: object }>('GET /api/auth/user');
    expect(json.waiting).toEqual({ messages: 100, things: 0 });
    // Emails that are sent immediately need no room, and other senders have their own.
    expect(await post(app, person, person.email, { asked: true })).toBe('queued');
    expect(await post(app, await app.signUp(), stranger())).toBe('held');
  });

  it('is limited to 100 per sender over a limit, and frees up as they are sent', async () => {
    const person = await verified();
    const states = await postMany(person, 125);
    expect(count(states)).toEqual({ queued: 20, waiting: 100, full: 5 });
    await ageOfLimits('25 hours');
    await runJob(app, 'release-mails');
    const after = await Promise.all(Array.from({ length: 25 }, () => post(app, person, stranger())));
    expect(count(after)).toEqual({ waiting: 20, full: 5 });
  });

  it('counts held and waiting emails together', async () => {
    const person = await app.signUp();
    for (let n = 0; n < 100; n++) await post(app, person, stranger());
    await markVerified(app, person);
    // Sent immediately, so they need no room to wait.
    const states = await Promise.all(Array.from({ length: 22 }, () => post(app, person, stranger())));
    expect(count(states)).toEqual({ queued: 20, full: 2 });
  });

  it('is limited to 100 per mailbox for emails without a sender, whatever the spelling of the address', async () => {
    const to = stranger();
    const spelled = (n: number) => (n % 2 === 0 ? to : to.replace('@', `+${n}@`));
    const states = await Promise.all(Array.from({ length: 108 }, (_, n) => post(app, null, spelled(n))));
    expect(count(states)).toEqual({ queued: 5, waiting: 100, full: 3 });
    expect(await post(app, null, stranger())).toBe('queued');
  });
});

describe('an unsubscribed recipient (R-J3)', () => {
  const stopSql = statement({ text: 'select app.stop_mail($1, $2)' });
  const stop = (to: string) => asPerson(app, null, (tx) => tx.query(stopSql, [to, tx.sign('stop_mail', to)]));

  it('gets no email, not even a queued one, except those they request', async () => {
    const person = await verified();
    const to = stranger();
    expect(await post(app, person, to)).toBe('queued');
    await stop(to);
    expect(await post(app, person, to)).toBe('suppressed');
    expect(await post(app, null, to, { asked: true, kind: 'reset' })).toBe('queued');
    await work(app);
    const rows = await mails(app, to);
    expect(rows.map((mail) => mail.state)).toEqual(['suppressed', 'suppressed', 'sent']);
    expect(rows.every((mail) => mail.body === null)).toBe(true);
    expect(sink.received.filter((email) => email.to.includes(to))).toHaveLength(1);
  });
});

it('unsubscribing stops emails to a mailbox, whatever the spelling of its address, until it is undone', async () => {
  const person = await verified();
  const [local] = stranger().split('@');
  const change = (name: 'stop_mail' | 'want_mail', to: string) =>
    asPerson(app, null, (tx) =>
      tx.query(statement({ text: `select app.${name}($1, $2)` }), [to, tx.sign(name, to)]),
    );
  expect(await post(app, person, `${local}+queued@example.com`)).toBe('queued');
  await change('stop_mail', `${local}+a@example.com`);
  expect(await post(app, person, `${local}@example.com`)).toBe('suppressed');
  expect(await post(app, person, `${local}+b@example.com`)).toBe('suppressed');
  await work(app);
  expect((await mails(app, `${local}+queued@example.com`))[0]!.state).toBe('suppressed');
  await change('want_mail', `${local}+c@example.com`);
  expect(await post(app, person, `${local}@example.com`)).toBe('queued');
});

describe('the request role', () => {
  it.each([
    'select * from mails',
    'select body from mails',
    `update mails set state = 'queued'`,
    'delete from mails',
    'select * from mail_suppressions',
    'select * from verification_tokens',
    `select app.admit_mail(gen_random_uuid())`,
    `select app.release_held_mails(gen_random_uuid())`,
    `select app.release_waiting_mails(500)`,
  ])('cannot: %s', async (text) => {
    const person = await app.signUp();
    await expect(asPerson(app, person, (tx) => tx.query(statement({ text })))).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('hostile input (R-J4)', () => {
  it.each(hostileAddresses)('sign-up refuses the email address %j', async (email) => {
    const body = { full_name: 'Ada Example', email, password: 'a good long passphrase' };
    const answer = await app.anonymous().call<{ code: string }>('POST /api/auth/sign-up', { body });
    expect(answer.json.code).toBe('invalid_email');
  });

  it.each(hostileHeaders)('sign-up refuses the name %j', async (full_name) => {
    const body = { full_name, email: stranger(), password: 'a good long passphrase' };
    const answer = await app.anonymous().call<{ code: string }>('POST /api/auth/sign-up', { body });
    expect(answer.json.code).toBe('invalid_name');
  });

  it.each(hostileHeaders)('a header with the text %j is refused', async (text) => {
    const to = stranger();
    await expect(post(app, null, to, { subject: text })).rejects.toThrow(/control character/);
    await expect(post(app, null, to, { fromName: text })).rejects.toThrow(/control character/);
    expect(await mails(app, to)).toEqual([]);
  });

  it('the mails table refuses addresses that could form a list or a header', async () => {
    const dangerous = hostileAddresses.filter((address) => /[\s,;:<>()[\]"\\]|[^ -~]/.test(address));
    expect(dangerous.length).toBeGreaterThan(30);
    for (const address of dangerous)
      await expect(post(app, null, address)).rejects.toThrow(/mails_recipient_check|invalid byte sequence/);
  });

  it('names and encoded words in the subject are sent as plain text', async () => {
    const to = stranger();
    const subject = '=?utf-8?q?x?= <v@example.com>, v@example.com; "a" <script>';
    await post(app, null, to, { subject, fromName: 'v@example.com, <v@example.com> "x"' });
    await work(app);
    const [email] = sink.received.filter((received) => received.to.includes(to));
    expect(email!.to).toEqual([to]);
    expect(email!.mail.to).toEqual([{ address: to, name: '' }]);
    expect(email!.mail.cc ?? email!.mail.bcc).toBeUndefined();
    expect(email!.mail.from?.address).toBe('logbook@localhost');
    expect(email!.mail.subject).toContain('"a" <script>');
    expect(email!.mail.html).not.toContain('<script>');
  });

  it('the SMTP server receives exactly one expected recipient per email', () => {
    expect(sink.received.length).toBeGreaterThan(0);
    expect(sink.received.flatMap((email) => email.to).filter((to) => to.startsWith('v@'))).toEqual([]);
    expect(sink.received.every((email) => email.to.length === 1)).toBe(true);
  });
});
