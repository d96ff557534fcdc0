// Helpers for email tests: an app that sends email, running its jobs, posting as a user, reading the table.
import type { PageRenderer } from '#app/prerender/pages.tsx';
import { Logger, runOnce } from 'graphile-worker';
import { createElement } from 'react';
import { allJobs } from '#app/server/jobs.ts';
import type { PostPublic } from '#platform/http/post-public.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { Mailer, type Mail, type Posted } from '#platform/mail/mailer.ts';
import { Paragraph } from '#platform/mail/pieces.tsx';
import { smtpTransport, type Transport } from '#platform/mail/transport.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { appSecret } from './open-test-database.ts';
import { startSink, type SmtpSink } from './smtp-sink.ts';

/** An app that sends its emails to a real SMTP server. Closing the app also closes that server. */
export async function startMailingApp(
  env: NodeJS.ProcessEnv = {},
  renderer?: PageRenderer,
): Promise<{ app: TestApp; sink: SmtpSink }> {
  const sink = await startSink();
  const app = await startApp({ SMTP_URL: sink.url, ...env }, renderer);
  const close = async () => {
    await app.close();
    await sink.close();
  };
  return { app: { ...app, close }, sink };
}

const quiet = new Logger(() => () => undefined);

/**
 * Runs every job that is due, once, and those of recovery links even before they are due. `transport` defaults to the
 * configured SMTP server, `postPublic` to the internet.
 */
export async function work(app: TestApp, transport?: Transport, postPublic?: PostPublic): Promise<void> {
  const { config, database, files, server } = app;
  const effective =
    transport ?? (config.smtpUrl === undefined ? undefined : smtpTransport(config.smtpUrl, 20_000));
  const jobs = allJobs({
    config,
    appSecret,
    version: 'test',
    database,
    files,
    transport: effective,
    log: server.log,
    ...(postPublic && { postPublic }),
  });
  await app.database.asOwner((db) =>
    db.query(`update graphile_worker._private_jobs j set run_at = now()
              from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'send-recovery'`),
  );
  const taskList = Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)]));
  try {
    await runOnce({ pgPool: database.jobs, taskList, logger: quiet, noHandleSignals: true, concurrency: 4 });
  } finally {
    if (!transport) effective?.close();
  }
}

/** Runs one job now, as its crontab would. */
export async function runJob(app: TestApp, name: string, transport?: Transport): Promise<void> {
  const { config, database, files, server } = app;
  const jobs = allJobs({ config, appSecret, version: 'test', database, files, transport, log: server.log });
  await jobs.find((job) => job.name === name)!.run({});
}

/** Makes every waiting job due now. */
export async function skipPauses(app: TestApp): Promise<void> {
  await app.database.asOwner((db) => db.query('update graphile_worker._private_jobs set run_at = now()'));
}

/** Runs `work` as this user, or as anonymous. */
export function asPerson<T>(app: TestApp, person: Caller | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  const token = person?.cookies['logbook-access'];
  return transact(app.database.app, token ? hashToken(token) : null, work);
}

/** Posts an email from this user. */
export function post(
  app: TestApp,
  sender: Caller | null,
  to: string,
  more: Partial<Mail> = {},
): Promise<Posted> {
  const mailer = new Mailer(app.config, appSecret);
  const mail: Mail = {
    kind: 'note',
    to,
    subject: 'A note',
    heading: 'A note',
    content: createElement(Paragraph, null, 'Words for you.'),
    why: 'A test wrote to you.',
    ...more,
  };
  return asPerson(app, sender, (tx) => mailer.post(tx, mail));
}

export type MailRow = {
  id: string;
  recipient: string;
  kind: string;
  state: string;
  reason: string | null;
  attempts: number;
  message_id: string;
  body: Buffer | null;
  /** Seconds from now. */
  due_in: number | null;
};

/** All emails, or those to one address, oldest first. */
export async function mails(app: TestApp, to?: string): Promise<MailRow[]> {
  return app.database.asOwner(async (db) => {
    const { rows } = await db.query<MailRow>(
      `select id, recipient, kind, state, reason, attempts, message_id, body,
              extract(epoch from due_at - clock_timestamp())::float8 as due_in
       from mails where $1::text is null or recipient = $1 order by created_at, id`,
      [to ?? null],
    );
    return rows;
  });
}

/** Marks the user's address as verified. */
export async function markVerified(app: TestApp, person: { userId: string }): Promise<void> {
  await app.database.asOwner((db) =>
    db.query('update users set email_verified_at = now() where id = $1', [person.userId]),
  );
}

/** Signs up a user whose address is verified. */
export async function signUpVerified(app: TestApp, name?: string): Promise<Caller> {
  const person = await app.signUp(name);
  await markVerified(app, person);
  return person;
}

/** Runs the jobs, and returns the emails that the SMTP server has received for an address. */
export async function delivered(app: TestApp, sink: SmtpSink, to: string): Promise<SmtpSink['received']> {
  await work(app);
  return sink.received.filter((email) => email.to.includes(to));
}

/** The tokens of the links received at the address, in the order of creation: the worker sends several concurrently. */
export async function mailedTokens(
  app: TestApp,
  sink: SmtpSink,
  email: string,
  link: 'verify' | 'recover' | 'undo',
): Promise<string[]> {
  await work(app);
  const pattern = new RegExp(`^${app.config.appUrl}/auth\\?${link}=([\\w-]{43})$`, 'm');
  return sink.received
    .filter(({ to }) => to.includes(email))
    .toSorted((a, b) => (a.mail.messageId! < b.mail.messageId! ? -1 : 1))
    .flatMap(({ mail }) => pattern.exec(mail.text ?? '')?.[1] ?? []);
}
