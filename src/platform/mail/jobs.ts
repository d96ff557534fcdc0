// Delivers emails to the SMTP server. An email is `sending` before the server has accepted it and `sent` afterwards.
// When the process dies in between, the email is retried after a lease, with the same Message-ID.
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import * as t from '../database/columns.ts';
import { query, statement, type RowIn } from '../database/statement.ts';
import type { Job } from '../jobs/worker.ts';
import { mailLimits } from './mail-limits.ts';
import { bodyKey, hasMailbox, type ComposedMail, type Mail, type Mailer } from './mailer.ts';
import { seal, unseal, type Body } from './sealed.ts';
import { StopLinks } from './stop-link.ts';
import { attemptTimeout, type Outcome, type Transport } from './transport.ts';

/**
 * Rewrites an email of this kind when it is sent, from what is stored then: it may have been held or waited for weeks.
 * Null: there is nothing left to send.
 */
export type RenewMail = (id: string) => Promise<Mail | 'as posted' | null>;

type Parts = {
  pool: pg.Pool;
  config: Config;
  appSecret: string;
  mailer: Mailer;
  /** By kind of email. Emails of other kinds are sent as they were posted. */
  renewals: Readonly<Record<string, RenewMail>>;
  /** Undefined without an SMTP server: emails stay in their table. */
  transport: Transport | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Delays in seconds by the number of attempts so far; the last one repeats. */
const retryDelays = [30, 2 * 60, 10 * 60, 60 * 60, 4 * 60 * 60];
/** Number of attempts after which an email is refused: three days with these delays. */
const maxAttempts = 22;
/** Seconds after which the process that was sending an email is considered dead. */
const leaseSeconds = (attemptTimeout / 1000) * 1.5;

/** Emails that one run releases, because it locks them all. */
const maxReleased = 500;

const releaseSql = statement({ text: 'select from app.release_waiting_mails($1)' });
const sweepSql = statement({
  text: `delete from mails
    where state in ('sent', 'suppressed', 'refused') and created_at < now() - make_interval(days => $1)`,
});

export function mailJobs(parts: Parts): Job[] {
  const { pool, transport } = parts;
  return [
    { name: 'send-mail', isRemote: true, run: (payload) => sendMail(parts, (payload as { id: string }).id) },
    {
      name: 'resume-mails',
      every: '* * * * *',
      async run() {
        if (transport) await resumeMails(pool);
      },
    },
    {
      name: 'release-mails',
      every: '*/5 * * * *',
      async run() {
        await query(pool, releaseSql, [maxReleased]);
      },
    },
    {
      name: 'sweep-mails',
      every: '47 * * * *',
      async run() {
        await query(pool, sweepSql, [mailLimits.daysKept]);
      },
    },
  ];
}

async function sendMail(parts: Parts, id: string): Promise<void> {
  const { pool, config, appSecret, transport, log } = parts;
  if (hasMailbox(config)) await keepInMailbox(parts, id);
  if (!transport) return;
  const mail = await claim(pool, id);
  if (!mail) return;
  const composed = await compose(parts, id, mail);
  if (composed === 'unreadable')
    return settle(pool, id, { state: 'refused', reason: 'sealed with another APP_SECRET' });
  if (composed === 'withdrawn') {
    await query(pool, dropSql, [id]);
    return;
  }
  const outcome = await transport.send({
    to: mail.recipient,
    from: { name: composed.fromName, address: config.mailFrom.address },
    replyTo: composed.replyTo,
    subject: composed.subject,
    messageId: mail.message_id,
    date: new Date(mail.queued_at),
    stopUrl: new StopLinks(config.appUrl, appSecret).linkFor(mail.recipient),
    ...composed.body,
  });
  if (outcome.state !== 'sent')
    log.warn({ mail: id, attempts: mail.attempts, reason: outcome.reason }, 'email not sent');
  if (outcome.state !== 'failed') await settle(pool, id, outcome);
  else await retryLater(pool, id, mail, outcome.reason);
}

/** The email as it is sent. `withdrawn`: what it is about no longer exists or is no longer shared. */
async function compose(
  { appSecret, mailer, renewals }: Parts,
  id: string,
  mail: Claimed,
): Promise<ComposedMail | 'withdrawn' | 'unreadable'> {
  const renew = renewals[mail.kind];
  const renewed = renew ? await renew(id) : 'as posted';
  if (renewed !== 'as posted') return renewed ? mailer.compose(renewed) : 'withdrawn';
  const { subject, from_name: fromName, reply_to: replyTo } = mail;
  try {
    return { subject, fromName, replyTo, body: unseal(bodyKey(appSecret), id, mail.body) };
  } catch {
    return 'unreadable';
  }
}

const bodySql = statement({
  text: 'select body from mails where id = $1',
  row: { body: t.nullable(t.bytes) },
});

/** The body of an email as it was posted, for jobs. Undefined if it is deleted or cannot be read. */
export async function mailBody(pool: pg.Pool, appSecret: string, id: string): Promise<Body | undefined> {
  const [mail] = await query(pool, bodySql, [id]);
  try {
    return mail?.body ? unseal(bodyKey(appSecret), id, mail.body) : undefined;
  } catch {
    return undefined;
  }
}

// An email kept in the mailbox counts as sent. An SMTP server that is set up later must not send it.
async function keepInMailbox({ pool, appSecret, mailer, renewals }: Parts, id: string): Promise<void> {
  const [mail] = await query(pool, queuedSql, [id]);
  const renew = mail?.has_body && renewals[mail.kind];
  const renewed = renew ? await renew(id) : 'as posted';
  if (renewed === null) await query(pool, dropSql, [id]);
  else {
    const body = renewed === 'as posted' ? null : seal(bodyKey(appSecret), id, mailer.compose(renewed).body);
    await query(pool, keepSql, [id, body]);
  }
}

// Without a body, the recipient has deleted the account since. The email ends like any other email, so that its sender
// does not learn it (R-A12).
const claimSql = statement({
  text: `update mails m
    set state = case when stopped then 'suppressed' when body is null then 'sent' else 'sending' end,
        body = case when stopped then null else body end,
        sent_at = case when body is null and not stopped then clock_timestamp() end,
        attempts = attempts + 1, due_at = clock_timestamp()
    from (select not asked and app.is_mail_refused(recipient) as stopped
          from mails where id = $1) w
    where id = $1 and state = 'queued'
    returning m.recipient, m.kind, m.subject, m.body, m.from_name, m.reply_to, m.message_id, m.attempts,
      coalesce(m.queued_at, m.created_at) as queued_at`,
  row: {
    recipient: t.text,
    kind: t.text,
    subject: t.text,
    body: t.nullable(t.bytes),
    from_name: t.text,
    reply_to: t.nullable(t.text),
    message_id: t.text,
    attempts: t.int,
    queued_at: t.timestamptz,
  },
});
type Claimed = RowIn<typeof claimSql> & { body: Buffer };

// If two jobs run for one email, the second finds it claimed. The body of an email to a recipient who has unsubscribed
// since is dropped.
async function claim(pool: pg.Pool, id: string): Promise<Claimed | undefined> {
  const [mail] = await query(pool, claimSql, [id]);
  return mail?.body ? { ...mail, body: mail.body } : undefined;
}

const dropSql = statement({ text: `delete from mails where id = $1 and state in ('queued', 'sending')` });

const settleSql = statement({
  text: `update mails
    set state = $2, reason = $3, body = null, sent_at = case when $2 = 'sent' then clock_timestamp() end
    where id = $1`,
});

async function settle(
  pool: pg.Pool,
  id: string,
  outcome: Exclude<Outcome, { state: 'failed' }>,
): Promise<void> {
  await query(pool, settleSql, [id, outcome.state, outcome.state === 'sent' ? null : outcome.reason]);
}

const queuedSql = statement({
  text: `select kind, body is not null as has_body from mails where id = $1 and state = 'queued'`,
  row: { kind: t.text, has_body: t.bool },
});
const keepSql = statement({
  text: `update mails
    set state = 'sent', reason = 'kept in the mailbox', sent_at = clock_timestamp(), body = coalesce($2, body)
    where id = $1 and state = 'queued'`,
});
const retrySql = statement({
  text: `with back as (
      update mails set state = 'queued', reason = $2, due_at = clock_timestamp() + make_interval(secs => $3)
      where id = $1 and state = 'sending' returning id, due_at)
    select app.enqueue('send-mail', json_build_object('id', id), 'mail ' || id, due_at) from back`,
});

async function retryLater(pool: pg.Pool, id: string, mail: Claimed, reason: string): Promise<void> {
  if (mail.attempts >= maxAttempts) {
    await settle(pool, id, { state: 'refused', reason: `given up: ${reason}` });
    return;
  }
  const delay = retryDelays[Math.min(mail.attempts, retryDelays.length) - 1]!;
  await query(pool, retrySql, [id, reason, delay]);
}

const requeueSql = statement({
  text: `update mails set state = 'queued', due_at = clock_timestamp(), reason = 'the process ended while it was sent'
    where state = 'sending' and due_at < clock_timestamp() - make_interval(secs => $1)`,
});
const enqueueLateSql = statement({
  text: `select app.enqueue('send-mail', json_build_object('id', id), 'mail ' || id)
    from (select id from mails
          where state = 'queued' and due_at < clock_timestamp() - interval '30 seconds' order by due_at limit 500) late`,
});

/**
 * Requeues emails that a dead process was sending. Enqueues a job for every queued email that is due and has none: its
 * job died with the process, or ran while no SMTP server was set.
 */
async function resumeMails(pool: pg.Pool): Promise<void> {
  await query(pool, requeueSql, [leaseSeconds]);
  await query(pool, enqueueLateSql);
}
