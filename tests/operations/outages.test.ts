// Outages of the services that the product uses besides its database: the mail server, Stripe, and the disk of the
// files. Calls that do not need the service continue at their usual speed, those that need it get a response in time,
// and everything recovers without a restart.
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pdf } from '#platform/files/test-contents.ts';
import { formOf } from '../hostile/support/form.ts';
import { closeConnections, send } from '../hostile/support/send.ts';
import { photoWithPlace } from '../support/photos.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import {
  eventOf,
  signatureOf,
  startStripe,
  subscriptionOf,
  type FakeStripe,
  type StripeObject,
} from '../support/stripe.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { startDrippingServer, startUntrustedServer } from './support/mail-servers.ts';
import { signUp, type Person } from './support/person.ts';
import { measureOutage } from './support/usual-calls.ts';

/** More than the number of concurrent jobs, so that emails could take all of their places. */
const emailsPerOutage = 6;
/** Milliseconds within which a saved entry is acknowledged although its email cannot be sent. */
const saveMs = 2_500;
/** Milliseconds within which a call that needs the service gets its response. */
const answerMs = 15_000;

let program: Program;
let sink: SmtpSink;
let stripe: FakeStripe;
let toMail: TcpProxy;
let toStripe: TcpProxy;
let ada: Person;
let owner: pg.Client;
/** Holds only the files. Undefined where a test cannot mount a disk. */
let disk: SmallDisk | undefined;
const diskMb = 400;

beforeAll(async () => {
  sink = await startSink();
  stripe = await startStripe();
  toMail = await TcpProxy.start(sink.url);
  toStripe = await TcpProxy.start(stripe.env['STRIPE_API_URL']!);
  program = await makeProgram({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    APP_URL: 'http://logbook.example',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
    ...stripe.env,
    STRIPE_API_URL: toStripe.url,
  });
  disk = canMount ? mountSmallDisk(join(program.dataDir, 'files'), diskMb) : undefined;
  program.start();
  await program.untilReady();
  owner = new pg.Client(await program.database('postgres'));
  await owner.connect();
  ada = await signUp(program.url, 'ada', '192.0.2.1');
});

afterAll(async () => {
  closeConnections();
  await owner?.end();
  await program?.stop();
  disk?.remove();
  await program?.remove();
  for (const part of [toMail, toStripe, sink, stripe]) await part?.close();
});

/** Figures of each outage, printed at the end. */
const figures: string[] = [];
afterAll(() => console.log(`outages: ${figures.join('; ')}`));

const duringOutage = async (name: string, start: () => unknown, outage: () => Promise<string>) =>
  figures.push(await measureOutage({ program, person: ada, name, start, outage }));

/** The readiness check: its HTTP status and the parts. */
async function health(): Promise<{ status: number; files: string; mail: string }> {
  const reply = await send(`${program.url}/api/health/ready`, { from: '203.0.113.1' });
  const { files, mail } = reply.json() as { files: string; mail: string };
  return { status: reply.status, files, mail };
}

async function verify(person: Person): Promise<void> {
  await owner.query('update users set email_verified_at = now() where id = $1', [person.id]);
}

describe('a mail server', () => {
  let senders = 0;
  const mails: { to: string; afterData: boolean }[] = [];

  /** Saves entries that are emailed to managers, and resolves to the slowest response in milliseconds. */
  async function shareEntries(afterData: boolean): Promise<{ to: string[]; slowest: number }> {
    const sender = await signUp(program.url, `sender${++senders}`, `198.51.100.${senders}`);
    await verify(sender);
    const to = Array.from({ length: emailsPerOutage }, (_, n) => `manager${senders}-${n}@example.net`);
    const replies = await Promise.all(to.map((manager_email) => sender.write({ manager_email })));
    expect(replies.map(({ status }) => status)).toEqual(to.map(() => 200));
    mails.push(...to.map((address) => ({ to: address, afterData })));
    return { to, slowest: Math.max(...replies.map(({ ms }) => ms)) };
  }

  /** The number of these emails for which a condition holds. */
  async function count(to: string[], condition: string): Promise<number> {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from mails where recipient = any ($1) and ${condition}`,
      [to],
    );
    return rows[0]!.n;
  }

  /** Another job: deletes the bytes of a removed file. Resolves to its duration in milliseconds. */
  async function runAnotherJob(): Promise<number> {
    const { entry } = await ada.write();
    const { file, status } = await ada.attach(entry, Buffer.from('Notes'));
    expect(status).toBe(200);
    const started = performance.now();
    await ada.call(`/api/log_files/${file}`, { method: 'DELETE' });
    await until('the bytes are deleted', 30_000, async () => {
      const reply = await ada.call(`/api/storage/list/log-files?prefix=${entry}/`);
      return (reply.json() as { rows: unknown[] }).rows.length === 0;
    });
    return performance.now() - started;
  }

  const received = (to: string) => sink.received.filter((email) => email.to.includes(to));
  /** Makes emails that wait for their next attempt due. */
  async function skipPauses(): Promise<void> {
    await owner.query(
      `update graphile_worker._private_jobs set run_at = now() where key like 'mail %' and run_at > now()`,
    );
  }

  type Outage = {
    start: () => unknown;
    /** The server has the complete email, so it may come a second time. */
    afterData?: true;
    /** An attempt takes a minute or two. */
    hangs?: true;
  };
  const outages: Record<string, Outage> = {
    'rejects temporarily': {
      start: () => (sink.behave = () => ({ at: 'recipient', code: 451, text: '4.3.0 try later' })),
    },
    'hangs at the connection': { start: () => toMail.hang() },
    'hangs after the data': {
      start: () => (sink.behave = () => 'hang at the data'),
      afterData: true,
      hangs: true,
    },
    'drops the connection after the data': {
      start: () => (sink.behave = () => 'drop after the data'),
      afterData: true,
    },
    'sends its responses a character at a time': {
      hangs: true,
      start: async () => {
        const dripping = await startDrippingServer();
        ends.push(() => dripping.close());
        toMail.moveTo(dripping.url);
        toMail.cut();
        toMail.restore();
      },
    },
    'has an untrusted certificate': {
      start: async () => {
        const untrusted = await startUntrustedServer();
        ends.push(async () => {
          expect(untrusted.accepted).toBe(0);
          await untrusted.close();
        });
        toMail.moveTo(untrusted.url);
        toMail.cut();
        toMail.restore();
      },
    },
    'refuses connections': { start: () => toMail.cut() },
  };
  let ends: (() => Promise<void>)[] = [];

  /** The mail server is restarted and works again. */
  async function restart(): Promise<void> {
    sink.behave = () => 'take';
    toMail.moveTo(sink.url);
    toMail.cut();
    toMail.restore();
    for (const end of ends) await end();
    ends = [];
  }

  afterEach(restart);

  it.each(Object.keys(outages))('that %s delays emails and nothing else', async (name) => {
    const { start, afterData = false, hangs = false } = outages[name]!;
    let to: string[] = [];
    await duringOutage(`mail server ${name}`, start, async () => {
      const shared = await shareEntries(afterData);
      to = shared.to;
      const tried = hangs ? `state = 'sending'` : 'reason is not null';
      await until('an attempt', 20_000, async () => (await count(to, tried)) > 0);
      if (afterData) await until('the data', 5_000, () => to.some((address) => received(address).length > 0));
      const another = await runAnotherJob();
      expect(shared.slowest).toBeLessThan(saveMs);
      expect(another).toBeLessThan(5000);
      // Emails can wait: the process continues to serve.
      const { status, mail } = await health();
      expect(status).toBe(200);
      expect(hangs || mail === 'failing').toBe(true);
      return `saved in ${shared.slowest.toFixed(0)} ms, another job took ${another.toFixed(0)} ms`;
    });
    await restart();
    const started = performance.now();
    await until('the emails arrive', 30_000, async () => {
      await skipPauses();
      return (await count(to, `state = 'sent'`)) === to.length;
    });
    figures.push(`recovered in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  });

  it('loses no email, and sends none twice unless the connection ended after its data', async () => {
    let doubled = 0;
    for (const { to, afterData } of mails) {
      const copies = received(to);
      expect(copies.length).toBeGreaterThan(0);
      expect(copies.length).toBeLessThanOrEqual(afterData ? 2 : 1);
      expect(new Set(copies.map(({ mail }) => mail.messageId)).size).toBe(1);
      doubled += copies.length - 1;
    }
    figures.push(`${mails.length} emails, 0 lost, ${doubled} doubled`);
    expect((await health()).mail).toBe('ok');
  });
});

describe('Stripe', () => {
  let buyers = 0;
  let subscribers = 0;

  const functions = '/api/functions/v1';
  const checkout = (person: Person) =>
    person.call(`${functions}/create-checkout`, { json: { plan: 'monthly' } });
  const isSubscribed = async (person: Person) => {
    const reply = await person.call(`${functions}/check-subscription`, { method: 'POST' });
    return (reply.json() as { subscribed: boolean }).subscribed;
  };
  const sendEvent = (payload: string) =>
    send(`${program.url}/api/stripe/webhook`, {
      from: '203.0.113.1',
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload) },
      body: Buffer.from(payload),
    });

  /** Someone who opens a checkout page and pays there. */
  async function subscribe(): Promise<{ person: Person; subscription: StripeObject }> {
    const n = ++subscribers;
    const person = await signUp(program.url, `subscriber${n}`, `198.51.101.${n}`);
    expect((await checkout(person)).status).toBe(200);
    const session = [...stripe.sessions.values()].at(-1)!;
    const subscription = subscriptionOf(session['customer'] as string, {
      id: `sub_${n}`,
      metadata: session['metadata'],
    });
    stripe.subscriptions.set(subscription.id, subscription);
    Object.assign(session, { status: 'complete' });
    const event = eventOf(`evt_created_${n}`, 'customer.subscription.created', subscription);
    expect((await sendEvent(event)).status).toBe(200);
    expect(await isSubscribed(person)).toBe(true);
    return { person, subscription };
  }

  const outages: Record<string, { start: () => unknown; isSlow?: true }> = {
    'returns errors': { start: () => (stripe.state = 'down') },
    'refuses connections': { start: () => toStripe.cut() },
    hangs: { start: () => toStripe.hang() },
    'is slow': { start: () => toStripe.slowDown(1_300), isSlow: true },
  };

  afterEach(() => {
    stripe.state = 'up';
    toStripe.restore();
  });

  it.each(Object.keys(outages))('that %s keeps only its own pages from opening', async (name) => {
    const { start, isSlow = false } = outages[name]!;
    const { person, subscription } = await subscribe();
    const buyer = await signUp(program.url, `buyer${++buyers}`, `198.51.102.${buyers}`);
    const calls = {
      checkout: { person: buyer, path: `${functions}/create-checkout`, json: { plan: 'monthly' } },
      portal: { person, path: `${functions}/customer-portal` },
      deletion: { person, path: `${functions}/delete-account` },
    };
    await duringOutage(`Stripe ${name}`, start, async () => {
      // Stripe's events still arrive while its API does not respond.
      const ended = { ...subscription, cancel_at_period_end: true };
      const event = eventOf(`evt_updated_${subscribers}`, 'customer.subscription.updated', ended);
      expect((await sendEvent(event)).status).toBe(200);
      const replies = await Promise.all(
        Object.values(calls).map(({ person: caller, path, ...body }) =>
          caller.call(path, { method: 'POST', ...body }),
        ),
      );
      const slowest = Math.max(...replies.map(({ ms }) => ms));
      expect(slowest).toBeLessThan(answerMs);
      const wrong = replies.filter(({ status, headers }) => {
        const isRefused = status === 503 && Number(headers['retry-after']) > 0;
        return !isRefused && !(isSlow && status === 200);
      });
      expect(wrong.map(({ status, body }) => `${status} ${body.toString()}`)).toEqual([]);
      // A deletion that was refused leaves the account and its plan.
      const isUntouched = replies[2]!.status === 503 && (await isSubscribed(person));
      expect(isUntouched || isSlow).toBe(true);
      expect(await program.ready()).toBe(true);
      return `answers within ${(slowest / 1000).toFixed(1)} s`;
    });
    stripe.state = 'up';
    toStripe.restore();
    expect((await checkout(buyer)).status).toBe(200);
    const deleted = await person.call(`${functions}/delete-account`, { method: 'POST' });
    expect([200, 401]).toContain(deleted.status);
    await until('the subscription ends', 10_000, () => {
      const now = stripe.subscriptions.get(subscription.id);
      return now?.['status'] === 'canceled';
    });
  });
});

/* oxlint-disable vitest/no-conditional-tests -- A skipped test would prove nothing. */
if (canMount) {
  describe('the disk of the files', () => {
    it('that is full refuses uploads and nothing else, until there is room', async () => {
      const { entry } = await ada.write();
      const before = await ada.attach(entry, Buffer.from('Before'));
      expect(before.status).toBe(200);
      const rows = async () => {
        const found = await owner.query<{ files: number }>(
          'select (select count(*) from log_files)::int + (select count(*) from resumes)::int as files',
        );
        return found.rows[0]!.files;
      };
      const stored = await rows();
      const photo = await photoWithPlace();
      await duringOutage(
        'disk full',
        () => disk!.leave(8),
        async () => {
          const uploads = await Promise.all([
            ada.attach(entry, Buffer.from('Notes')),
            ada.attach(entry, photo, 'photo.jpg'),
            ada.call('/api/storage/profile-photos', formOf({}, { name: 'me.jpg', bytes: photo })),
            ada.call('/api/storage/resumes', formOf({}, { name: 'cv.pdf', bytes: pdf() })),
          ]);
          expect(uploads.map(({ status }) => status)).toEqual([507, 507, 507, 507]);
          expect(await rows()).toBe(stored);
          await until('the readiness check fails', 5_000, async () => (await health()).files === 'away');
          expect((await health()).status).toBe(503);
          const signed = await ada.call(`/api/storage/log-files/${before.file}/sign`, {
            json: { as: 'view' },
          });
          expect(signed.status).toBe(200);
          const { url } = signed.json() as { url: string };
          const read = await ada.call(url);
          expect([read.status, read.body.toString()]).toEqual([200, 'Before']);
          return 'every upload refused with 507';
        },
      );
      disk!.resize(diskMb);
      expect((await ada.attach(entry, Buffer.from('Notes'))).status).toBe(200);
      await until('ready', 5_000, () => program.ready());
    });
  });
}
