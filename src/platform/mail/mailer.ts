// Queues emails in the transaction of their cause (R-J1). The database decides what happens to each: see app.post_mail
// in src/platform/mail/sql.
import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { newId } from '../clock/id.ts';
import * as t from '../database/columns.ts';
import { statement, type RowIn } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { deriveKey } from '../secrets/secrets.ts';
import type { EmailState } from './email-state.ts';
import { renderEmail, type EmailContent } from './email-template.tsx';
import { seal, type Body } from './sealed.ts';
import { StopLinks } from './stop-link.ts';
import { frameTexts } from './texts.ts';

export type Mail = EmailContent & {
  /** Default: a new one. */
  id?: string;
  /** The type of email, such as `verification`: for the operator and the tests. */
  kind: string;
  /** A normalized address that passed the feature's strict check (R-J4). */
  to: string;
  subject: string;
  /** The recipient requested it: neither held nor limited here, and sent even after unsubscribing (R-J3). */
  asked?: boolean;
  /** Without a viewer, the id of the user whose account it is about: the email is deleted with that account. */
  about?: string;
  /** The user in whose name it is sent: shown before "via" and the instance's name. */
  fromName?: string;
  /** Address for replies: a verified address of that user, or one of this instance that takes them. */
  replyTo?: string;
  /** A single POST to it ends the emails of this kind. Default: the mail client's own button ends all (R-J3). */
  stopUrl?: string;
};

/** An email as its recipient gets it. */
export type ComposedMail = { subject: string; fromName: string; replyTo: string | null; body: Body };

const postSql = statement({
  text: 'select app.post_mail($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as state',
  row: { state: t.oneOf(['queued', 'held', 'waiting', 'suppressed', 'full']) },
});

/**
 * `queued`: will be sent. `held`: until the sender verifies their own address (R-A3). `waiting`: over a limit, until
 * there is room (R-A8). `suppressed`: the recipient has unsubscribed. `full`: too many emails of the sender are
 * waiting, so this one was not stored: report that it failed to send (R-J1).
 */
export type Posted = RowIn<typeof postSql>['state'];

type Instance = Pick<Config, 'appUrl' | 'instanceName'>;

export class Mailer {
  readonly #config: Instance;
  readonly #key: Buffer;
  readonly #stopLinks: StopLinks;

  constructor(config: Instance, appSecret: string) {
    this.#config = config;
    this.#key = bodyKey(appSecret);
    this.#stopLinks = new StopLinks(config.appUrl, appSecret);
  }

  /** Throws on control characters or line breaks in header fields. */
  compose(mail: Mail): ComposedMail {
    const { appUrl, instanceName } = this.#config;
    const subject = headerText(mail.subject);
    const fromName = mail.fromName ? frameTexts.from(headerText(mail.fromName), instanceName) : instanceName;
    const stopUrl = this.#stopLinks.linkFor(mail.to);
    const rendered = renderEmail(mail, { instanceName, appUrl, stopUrl, subject });
    const body = mail.stopUrl === undefined ? rendered : { ...rendered, stopUrl: mail.stopUrl };
    return { subject, fromName, replyTo: mail.replyTo ?? null, body };
  }

  /** The transaction's viewer is the sender. Throws as `compose` does. */
  async post(tx: Tx, mail: Mail): Promise<Posted> {
    const id = mail.id ?? newId();
    const { subject, fromName, replyTo, body } = this.compose(mail);
    const sealed = seal(this.#key, id, body);
    const asked = mail.asked ?? false;
    const messageId = `<${id}@${new URL(this.#config.appUrl).hostname}>`;
    const about = mail.about ?? null;
    const digest = createHash('sha256').update(sealed).digest('hex');
    const signature = tx.sign(
      ...['post_mail', id, mail.to, mail.kind, String(asked), subject, digest, fromName],
      ...[replyTo, messageId, about],
    );
    const rows = await tx.query(postSql, [
      ...[id, mail.to, mail.kind, asked, subject, sealed, fromName],
      ...[replyTo, messageId, about, signature],
    ]);
    return rows[0]!.state;
  }
}

/** What the sender should know about an email that was just posted. Null: nothing. */
export function emailStateOf(posted: Posted): EmailState | null {
  if (posted === 'queued') return null;
  return posted === 'held' || posted === 'waiting' ? posted : 'failed';
}

const lockMailsSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('mails of ' || app.viewer(), 0))`,
});

/**
 * Locks the viewer's emails until the transaction ends, as posting one does. An operation that first checks whether it
 * has to post one takes the lock before it locks anything else.
 */
export async function lockMails(tx: Tx): Promise<void> {
  await tx.query(lockMailsSql);
}

const withdrawSql = statement({
  text: 'select app.withdraw_mail($1) as withdrawn',
  row: { withdrawn: t.bool },
});

/**
 * Deletes an email of the viewer, unless it is sent or being sent. Runs under `lockMails`, before the transaction locks
 * what the email is about. Returns whether it was deleted.
 */
export async function withdrawMail(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(withdrawSql, [id]);
  return rows[0]!.withdrawn;
}

const recentMailSql = statement({
  text: 'select app.recent_mail_about($1, $2, make_interval(days => $3)) as id',
  row: { id: t.nullable(t.uuid) },
});

/** The id of the viewer's email about this entry that was sent to this address, or is being sent, in the last `days`. */
export async function recentMailAbout(
  tx: Tx,
  checkInId: string,
  to: string,
  days: number,
): Promise<string | null> {
  const rows = await tx.query(recentMailSql, [checkInId, to, days]);
  return rows[0]!.id;
}

const storedSql = statement({ text: 'select id from mails where id = $1', row: { id: t.uuid } });

/** Whether an email with this id is stored. For jobs. */
export async function isMailStored(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(storedSql, [id]);
  return rows.length > 0;
}

const dropSql = statement({ text: 'delete from mails where id = $1' });

/** Deletes an email that the running job wrote in this transaction. */
export async function dropMail(tx: Tx, id: string): Promise<void> {
  await tx.query(dropSql, [id]);
}

/** Whether emails are kept in a mailbox for anyone at the machine to read, and never sent (R-J2). */
export function hasMailbox(config: Pick<Config, 'mode' | 'smtpUrl'>): boolean {
  return config.mode === 'try' && config.smtpUrl === undefined;
}

/** The encryption key of email bodies. */
export function bodyKey(appSecret: string): Buffer {
  return deriveKey(appSecret, 'mail bodies');
}

// Control characters, line separators, and bidirectional marks.
const unsafe = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function headerText(text: string): string {
  if (unsafe.test(text)) throw new Error('An email header must not contain control characters.');
  return text;
}
