import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { mails, post, runJob, skipPauses, startMailingApp, work } from '#tests/support/mail.ts';
import { startSink, type Behavior, type SmtpSink } from '#tests/support/smtp-sink.ts';
import { startWorker } from '../jobs/worker.ts';
import { LiveHub } from '../live/hub.ts';
import { mailJobs } from './jobs.ts';
import { Mailer } from './mailer.ts';
import { smtpTransport } from './transport.ts';
import { appSecret } from '#tests/support/open-test-database.ts';

let sink: SmtpSink;
let app: TestApp;
let people = 0;
let to: string;

beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ MAIL_FROM: 'Post <post@logbook.example>' }));
});
beforeEach(() => {
  to = `reader${++people}@example.com`;
  sink.received = [];
  sink.tries = 0;
  sink.behave = () => 'take';
});
afterAll(() => app.close());

const storedMail = async () => (await mails(app, to))[0]!;

describe('an email that the SMTP server accepts', () => {
  it('reaches exactly its recipient, with both parts and the headers of an automatic email', async () => {
    await post(app, null, to, { subject: 'Ünder the line', fromName: 'Ada Example' });
    await work(app);
    expect(sink.received).toHaveLength(1);
    const [{ from, to: recipients, mail, raw }] = sink.received as [(typeof sink.received)[0]];
    expect(from).toBe('post@logbook.example');
    expect(recipients).toEqual([to]);
    expect(mail.to).toEqual([{ address: to, name: '' }]);
    expect(mail.cc ?? mail.bcc).toBeUndefined();
    expect(mail.from).toMatchObject({ name: 'Ada Example via Logbook', address: 'post@logbook.example' });
    expect(mail.subject).toBe('Ünder the line');
    expect(mail.html).toContain('Words for you.');
    expect(mail.text).toContain('Words for you.');
    const header = (key: string) => mail.headers.find((header) => header.key === key)?.value;
    expect(header('list-unsubscribe')).toMatch(
      /^<http:\/\/localhost:3000\/mail\/stop\?to=[^>]+&sign=[\w-]{43}>$/,
    );
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(mail.date).toBeTruthy();
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(mail.messageId).toBe((await storedMail()).message_id);
  });

  it('leaves no text in the database', async () => {
    await post(app, null, to);
    expect((await storedMail()).body!.includes('Words for you')).toBe(false);
    await work(app);
    expect(await storedMail()).toMatchObject({ state: 'sent', body: null, attempts: 1 });
  });

  it('is sent once, even with two jobs for it', async () => {
    await post(app, null, to);
    const { id } = await storedMail();
    await app.database.asOwner((db) =>
      db.query(`select app.enqueue('send-mail', json_build_object('id', $1::uuid), 'twice')`, [id]),
    );
    await work(app);
    expect(sink.received).toHaveLength(1);
  });

  it('is sent at the first attempt through a slow server, without an open transaction', async () => {
    sink.behave = () => 'take late';
    await post(app, null, to);
    const working = work(app);
    await expect.poll(() => sink.received.length).toBe(1);
    expect((await storedMail()).state).toBe('sending');
    const { rows } = await app.database.asOwner((db) =>
      db.query(`select count(*)::int as open from pg_stat_activity
                where datname = current_database() and state like 'idle in transaction%'`),
    );
    expect(rows).toEqual([{ open: 0 }]);
    sink.releaseHeld();
    await working;
    expect(await storedMail()).toMatchObject({ state: 'sent', attempts: 1 });
    expect(sink.received).toHaveLength(1);
  });

  it('is not stored when its transaction fails', async () => {
    await expect(post(app, null, to, { to: 'no mailbox' })).rejects.toThrow(/recipient/);
    await work(app);
    expect(await mails(app, to)).toEqual([]);
    expect(sink.tries).toBe(0);
  });
});

describe('an email that the SMTP server rejects permanently', () => {
  it.each<[string, Behavior]>([
    ['an unknown recipient', { at: 'recipient', code: 550, text: '5.1.1 no such user' }],
    ['a message it calls spam', { at: 'data', code: 554, text: '5.6.0 not this' }],
  ])('is refused with the reason: %s', async (_what, behavior) => {
    sink.behave = () => behavior;
    await post(app, null, to);
    await work(app);
    await skipPauses(app);
    await work(app);
    expect(await storedMail()).toMatchObject({ state: 'refused', attempts: 1, body: null });
    expect((await storedMail()).reason).toContain((behavior as { text: string }).text);
    expect(sink.tries).toBe(1);
  });
});

describe('an email that the SMTP server rejects temporarily', () => {
  it.each<[string, Behavior]>([
    ['a full mailbox', { at: 'recipient', code: 452, text: '4.2.2 full' }],
    ['a greylisted message', { at: 'data', code: 451, text: '4.7.1 later' }],
    ['a busy server', { at: 'greeting', code: 421, text: '4.3.2 too busy' }],
    ['a sender that it does not know yet', { at: 'sender', code: 550, text: '5.7.1 sender not allowed' }],
    ['a relay that is not opened yet', { at: 'recipient', code: 554, text: '5.7.1 relay denied' }],
    ['a server that hangs at the greeting', 'hang at the greeting'],
    ['a server that hangs after the data', 'hang at the data'],
    ['a server that drops the connection after the data', 'drop after the data'],
  ])('is retried and delivered: %s', async (_what, behavior) => {
    sink.behave = () => behavior;
    await post(app, null, to);
    const transport = smtpTransport(sink.url, 300);
    await work(app, transport);
    transport.close();
    const waiting = await storedMail();
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1 });
    expect(waiting.reason).toBeTruthy();
    expect(waiting.due_in).toBeGreaterThan(25);
    expect(waiting.due_in).toBeLessThan(31);
    sink.behave = () => 'take';
    await skipPauses(app);
    await work(app);
    expect(await storedMail()).toMatchObject({ state: 'sent', attempts: 2 });
    // An email that is cut off after the data may arrive twice. Its Message-ID reveals the duplicate.
    expect(new Set(sink.received.map((email) => email.mail.messageId))).toEqual(
      new Set([waiting.message_id]),
    );
  });

  it('is delivered once a server that was down is up again', async () => {
    const first = await startSink();
    await first.close();
    await post(app, null, to);
    const transport = smtpTransport(first.url, 1000);
    await work(app, transport);
    expect(await storedMail()).toMatchObject({ state: 'queued', attempts: 1 });
    expect((await storedMail()).reason).toMatch(/ECONNREFUSED/);
    const second = await startSink(first.port);
    await skipPauses(app);
    await work(app, transport);
    transport.close();
    await second.close();
    expect(second.received.map((email) => email.to)).toEqual([[to]]);
    expect((await storedMail()).state).toBe('sent');
  });

  it('is retried with growing delays and refused after three days', async () => {
    sink.behave = () => ({ at: 'recipient', code: 450, text: 'later' });
    await post(app, null, to);
    const delays: number[] = [];
    for (let round = 0; round < 40 && (await storedMail()).state === 'queued'; round++) {
      await skipPauses(app);
      await work(app);
      delays.push(Math.round((await storedMail()).due_in!));
    }
    expect(delays.slice(0, 5)).toEqual([30, 120, 600, 3600, 14_400]);
    const all = delays.slice(0, -1).reduce((sum, delay) => sum + delay, 0);
    expect(all / 86_400).toBeGreaterThan(2.5);
    expect(all / 86_400).toBeLessThan(3.5);
    expect(await storedMail()).toMatchObject({ state: 'refused', body: null });
    expect((await storedMail()).reason).toMatch(/^given up: .*450 later/);
  });
});

describe('a process that dies while sending', () => {
  const transport = { send: () => Promise.reject(new Error('not now')), close: () => undefined };

  it('leaves an email that is retried after the lease, not before, with the same Message-ID', async () => {
    await post(app, null, to);
    await app.database.asOwner(async (db) => {
      await db.query('delete from graphile_worker._private_jobs');
      await db.query(
        `update mails set state = 'sending', due_at = now() - interval '2 minutes' where recipient = $1`,
        [to],
      );
    });
    await runJob(app, 'resume-mails', transport);
    await work(app);
    expect((await storedMail()).state).toBe('sending');
    await app.database.asOwner((db) =>
      db.query(`update mails set due_at = now() - interval '4 minutes' where recipient = $1`, [to]),
    );
    await runJob(app, 'resume-mails', transport);
    await app.database.asOwner((db) =>
      db.query(`update mails set due_at = now() - interval '1 minute' where recipient = $1`, [to]),
    );
    await runJob(app, 'resume-mails', transport);
    await work(app);
    const mail = await storedMail();
    expect(mail.state).toBe('sent');
    expect(sink.received.map((email) => email.mail.messageId)).toEqual([mail.message_id]);
  });

  it('does not strand a queued email without a job', async () => {
    await post(app, null, to);
    await app.database.asOwner(async (db) => {
      await db.query('delete from graphile_worker._private_jobs');
      await db.query(`update mails set due_at = now() - interval '1 minute' where recipient = $1`, [to]);
    });
    await runJob(app, 'resume-mails', transport);
    await work(app);
    expect((await storedMail()).state).toBe('sent');
  });
});

describe('without an SMTP server', () => {
  it('an email in try-it mode is kept in the mailbox and never sent later', async () => {
    const trying = await startApp();
    try {
      await post(trying, null, to);
      await work(trying);
      const [kept] = await mails(trying, to);
      expect(kept).toMatchObject({ state: 'sent', reason: 'kept in the mailbox', attempts: 0 });
      expect(kept!.body).not.toBeNull();
      await runJob(trying, 'resume-mails', smtpTransport(sink.url));
      await work(trying, smtpTransport(sink.url));
      expect(sink.received).toEqual([]);
    } finally {
      await trying.close();
    }
  });

  it('an email in production mode stays queued and is sent once a server is set', async () => {
    await post(app, null, to);
    const { config, database, server } = app;
    const production = { ...config, mode: 'production' as const, smtpUrl: undefined };
    const parts = {
      pool: database.jobs,
      config: production,
      appSecret,
      mailer: new Mailer(production, appSecret),
      renewals: {},
      transport: undefined,
      log: server.log,
    };
    const { id } = await storedMail();
    await mailJobs(parts)
      .find((job) => job.name === 'send-mail')!
      .run({ id });
    expect((await storedMail()).state).toBe('queued');
    await work(app);
    expect((await storedMail()).state).toBe('sent');
  });
});

describe('the worker of a running server', () => {
  it('sends a committed email without further calls', async () => {
    const { config, database, server } = app;
    const transport = smtpTransport(sink.url);
    const mailer = new Mailer(config, appSecret);
    const parts = { pool: database.jobs, config, appSecret, mailer, renewals: {} };
    const jobs = mailJobs({ ...parts, transport, log: server.log });
    const hub = new LiveHub(database.listener);
    await hub.open();
    const worker = await startWorker(database.jobs, hub, jobs, server.log);
    try {
      await post(app, null, to);
      await expect.poll(() => sink.received.length, { timeout: 10_000 }).toBe(1);
      await expect.poll(async () => (await storedMail()).state).toBe('sent');
    } finally {
      await worker.stop();
      await hub.close();
      transport.close();
    }
  });
});
