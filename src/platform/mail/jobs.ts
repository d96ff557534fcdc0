// The way of a mail from the table to the SMTP server. `queued` becomes `sending` before, and `sent` after, the server has
// taken it; a process that dies between the two costs one try, which comes back after the lease with the same Message-ID.
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Job } from '../jobs/worker.ts';
import { bodyKey, hasMailbox } from './mailer.ts';
import { unseal, type Body } from './sealed.ts';
import { StopLinks } from './stop-link.ts';
import { tryTimeout, type Outcome, type Transport } from './transport.ts';

type Parts = {
  pool: pg.Pool;
  config: Config;
  appSecret: string;
  /** Undefined where no SMTP server is set: mails stay in their table. */
  transport: Transport | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Seconds until the next try, by the tries so far; the last one repeats. */
const pauses = [30, 2 * 60, 10 * 60, 60 * 60, 4 * 60 * 60];
/** Tries after which a mail that no server took is given up: with these pauses, three days. */
const mostTries = 22;
/** Seconds after which a mail on the wire belongs to a process that died. */
const lease = (tryTimeout / 1000) * 1.5;

type Claimed = {
  recipient: string;
  subject: string;
  body: Buffer;
  from_name: string;
  reply_to: string | null;
  message_id: string;
  attempts: number;
  queued_at: string;
};

export function mailJobs(parts: Parts): Job[] {
  const { pool, transport } = parts;
  return [
    { name: 'send-mail', run: (payload) => sendMail(parts, (payload as { id: string }).id) },
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
        await pool.query('select app.release_waiting_mails()');
      },
    },
    {
      name: 'sweep-mails',
      every: '47 * * * *',
      async run() {
        await pool.query(
          `delete from mails where state in ('sent', 'suppressed', 'refused') and created_at < now() - interval '30 days'`,
        );
        await pool.query(`delete from verification_tokens where expires_at < now() - interval '1 day'`);
      },
    },
  ];
}

async function sendMail({ pool, config, appSecret, transport, log }: Parts, id: string): Promise<void> {
  // A mail of the mailbox has arrived there: an SMTP server that is set later does not send what was only tried out.
  if (hasMailbox(config)) await keep(pool, id);
  if (!transport) return;
  const mail = await claim(pool, id);
  if (!mail) return;
  let body: Body;
  try {
    body = unseal(bodyKey(appSecret), id, mail.body);
  } catch {
    await settle(pool, id, { state: 'refused', reason: 'sealed with another APP_SECRET' });
    return;
  }
  const outcome = await transport.send({
    to: mail.recipient,
    from: { name: mail.from_name, address: config.mailFrom.address },
    replyTo: mail.reply_to,
    subject: mail.subject,
    messageId: mail.message_id,
    date: new Date(mail.queued_at),
    stopUrl: new StopLinks(config.appUrl, appSecret).linkFor(mail.recipient),
    ...body,
  });
  if (outcome.state !== 'sent')
    log.warn({ mail: id, attempts: mail.attempts, reason: outcome.reason }, 'mail not sent');
  if (outcome.state !== 'failed') await settle(pool, id, outcome);
  else await putBack(pool, id, mail, outcome.reason);
}

// Two jobs for one mail: the second finds it taken. Somebody who stopped mails since is left alone.
async function claim(pool: pg.Pool, id: string): Promise<Claimed | undefined> {
  const { rows } = await pool.query<Claimed & { state: string }>(
    `update mails m
     set state = case when stopped then 'suppressed' else 'sending' end,
         body = case when stopped then null else body end,
         attempts = attempts + 1, due_at = clock_timestamp()
     from (select not asked and exists (select 1 from mail_suppressions s where s.address = recipient) as stopped
           from mails where id = $1) w
     where id = $1 and state = 'queued'
     returning m.state, m.recipient, m.subject, m.body, m.from_name, m.reply_to, m.message_id, m.attempts, m.queued_at`,
    [id],
  );
  return rows[0]?.state === 'sending' ? rows[0] : undefined;
}

async function settle(
  pool: pg.Pool,
  id: string,
  outcome: Exclude<Outcome, { state: 'failed' }>,
): Promise<void> {
  await pool.query(
    `update mails set state = $2, reason = $3, body = null, sent_at = case when $2 = 'sent' then clock_timestamp() end
     where id = $1`,
    [id, outcome.state, outcome.state === 'sent' ? null : outcome.reason],
  );
}

async function keep(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `update mails set state = 'sent', reason = 'kept in the mailbox', sent_at = clock_timestamp()
     where id = $1 and state = 'queued'`,
    [id],
  );
}

async function putBack(pool: pg.Pool, id: string, mail: Claimed, reason: string): Promise<void> {
  if (mail.attempts >= mostTries) {
    await settle(pool, id, { state: 'refused', reason: `given up: ${reason}` });
    return;
  }
  const pause = pauses[Math.min(mail.attempts, pauses.length) - 1]!;
  await pool.query(
    `with back as (
       update mails set state = 'queued', reason = $2, due_at = clock_timestamp() + make_interval(secs => $3)
       where id = $1 and state = 'sending' returning id, due_at)
     select app.enqueue('send-mail', json_build_object('id', id), 'mail ' || id, due_at) from back`,
    [id, reason, pause],
  );
}

/**
 * Puts back what a dead process had on the wire, and gives a job to every queued mail that is due and has none: its job
 * died with the process, or ran when no SMTP server was set.
 */
async function resumeMails(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update mails set state = 'queued', due_at = clock_timestamp(), reason = 'the process ended while it was sent'
     where state = 'sending' and due_at < clock_timestamp() - make_interval(secs => $1)`,
    [lease],
  );
  await pool.query(
    `select app.enqueue('send-mail', json_build_object('id', id), 'mail ' || id)
     from (select id from mails
           where state = 'queued' and due_at < clock_timestamp() - interval '30 seconds' order by due_at limit 500) late`,
  );
}
