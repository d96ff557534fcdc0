// Writes mails into the transaction of what causes them (R-J1). The database decides what becomes of each: see
// app.post_mail in migrations/0003_mail.sql.
import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { newId } from '../clock/id.ts';
import type { Tx } from '../database/transaction.ts';
import { deriveKey } from '../secrets/secrets.ts';
import { renderLetter, type Letter } from './letter.tsx';
import { seal } from './sealed.ts';
import { StopLinks } from './stop-link.ts';

export type Mail = Letter & {
  /** Default: a new one. */
  id?: string;
  /** What the mail is, such as `verification`: for the operator and the tests. */
  kind: string;
  /** A normal address that the feature's strict check let through (R-J4). */
  to: string;
  subject: string;
  /** The recipient asked for it herself: neither held nor limited here, and sent though she stopped mails (R-J3). */
  asked?: boolean;
  /** Id of the person whose account it is about, where nobody is the viewer: the mail ends with that account. */
  about?: string;
  /** Somebody in whose name it comes: stands before "via" and the instance's name. */
  fromName?: string;
  /** Where answers go; a verified address of that person. */
  replyTo?: string;
};

/**
 * `queued`: on its way. `held`: goes out when the sender has proved the own address (R-A3). `waiting`: beyond a limit, goes
 * out as room appears (R-A8). `suppressed`: the recipient wants no mail from here. `full`: so many mails of the sender wait
 * already that this one was not written: say that it failed to send (R-J1).
 */
export type Posted = 'queued' | 'held' | 'waiting' | 'suppressed' | 'full';

export class Mailer {
  readonly #config: Config;
  readonly #key: Buffer;
  readonly #stopLinks: StopLinks;

  constructor(config: Config, appSecret: string) {
    this.#config = config;
    this.#key = bodyKey(appSecret);
    this.#stopLinks = new StopLinks(config.appUrl, appSecret);
  }

  /** The viewer of the transaction is the sender. Throws on control characters or line breaks in what becomes a header. */
  async post(tx: Tx, mail: Mail): Promise<Posted> {
    const { appUrl, instanceName } = this.#config;
    const id = mail.id ?? newId();
    const subject = headerText(mail.subject);
    const fromName = mail.fromName ? `${headerText(mail.fromName)} via ${instanceName}` : instanceName;
    const stopUrl = this.#stopLinks.linkFor(mail.to);
    const body = renderLetter(mail, { instanceName, appUrl, stopUrl, subject });
    const sealed = seal(this.#key, id, body);
    const asked = mail.asked ?? false;
    const messageId = `<${id}@${new URL(appUrl).hostname}>`;
    const replyTo = mail.replyTo ?? null;
    const about = mail.about ?? null;
    const digest = createHash('sha256').update(sealed).digest('hex');
    const signature = tx.sign(
      ...['post_mail', id, mail.to, mail.kind, String(asked), subject, digest, fromName],
      ...[replyTo, messageId, about],
    );
    const rows = await tx.query<{ state: Posted }>(
      'select app.post_mail($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as state',
      [
        ...[id, mail.to, mail.kind, asked, subject, sealed, fromName],
        ...[replyTo, messageId, about, signature],
      ],
    );
    return rows[0]!.state;
  }
}

/** Whether mails are kept for whoever sits at the machine to read, and never sent (R-J2). */
export function hasMailbox(config: Pick<Config, 'mode' | 'smtpUrl'>): boolean {
  return config.mode === 'try' && config.smtpUrl === undefined;
}

/** The key that bodies are sealed with. */
export function bodyKey(appSecret: string): Buffer {
  return deriveKey(appSecret, 'mail bodies');
}

// Control characters, line separators, and marks that turn the direction of text around.
const unsafe = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function headerText(text: string): string {
  if (unsafe.test(text)) throw new Error('A mail header was to carry a control character.');
  return text;
}
