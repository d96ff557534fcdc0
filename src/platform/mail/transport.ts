// Sends one email to the SMTP server and reports the outcome. Never called inside a transaction.
import { createTransport } from 'nodemailer';
import type { NodemailerError } from 'nodemailer';

export type Outgoing = {
  /** One address. Passed to the library as an object, since it splits text at commas and groups (R-J4). */
  to: string;
  from: { name: string; address: string };
  replyTo: string | null;
  subject: string;
  messageId: string;
  date: Date;
  html: string;
  text: string;
  /** A single POST to it unsubscribes (RFC 8058). Null: an email that the operator sends to test the server. */
  stopUrl: string | null;
};

/** `refused`: the server rejects this email permanently. `failed`: retry later. */
export type Outcome = { state: 'sent' } | { state: 'refused' | 'failed'; reason: string };

export type Transport = { send(mail: Outgoing): Promise<Outcome>; close(): void };
/** `lastOutcome` is undefined before the first email. */
type SmtpTransport = Transport & { readonly lastOutcome: Outcome['state'] | undefined };

/** Milliseconds. */
const connectionTimeout = 10_000;
const greetingTimeout = 10_000;
const socketTimeout = 60_000;
/** Limit of a whole attempt. A server that sends its responses slowly never hits the other timeouts. */
export const attemptTimeout = 120_000;

/** `timeout` shortens the limit of one attempt, in milliseconds. */
export function smtpTransport(url: string, timeout: number = attemptTimeout): SmtpTransport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // The job counts and schedules attempts, and survives a crash.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: Math.min(connectionTimeout, timeout),
    greetingTimeout: Math.min(greetingTimeout, timeout),
    socketTimeout: Math.min(socketTimeout, timeout),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let lastOutcome: Outcome['state'] | undefined;
  const attempt = async (mail: Outgoing): Promise<Outcome> => {
    try {
      await pool.sendMail({
        ...messageOf(mail),
        envelope: { from: mail.from.address, to: [mail.to] },
        signal: AbortSignal.timeout(timeout),
      });
      return { state: 'sent' };
    } catch (error) {
      return outcomeOf(error as NodemailerError);
    }
  };
  return {
    async send(mail) {
      const outcome = await attempt(mail);
      lastOutcome = outcome.state;
      return outcome;
    },
    get lastOutcome() {
      return lastOutcome;
    },
    close: () => pool.close(),
  };
}

function messageOf(mail: Outgoing) {
  return {
    to: { name: '', address: mail.to },
    from: mail.from,
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    messageId: mail.messageId,
    date: mail.date,
    html: mail.html,
    text: mail.text,
    headers: {
      ...(mail.stopUrl !== null && {
        'List-Unsubscribe': `<${mail.stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // For servers that replace the Message-ID: an email that comes back is recognized.
      'X-Loop': mail.messageId.replace(/^.*@|>$/g, ''),
    },
  };
}

// Only a rejection of this recipient or this message is final. The operator can fix a rejected login, sender, relay
// (5.7 at the recipient) or connection, so the email is retried.
function outcomeOf(error: NodemailerError): Outcome {
  const answer = (error.response ?? error.message).replaceAll(/\s+/g, ' ').slice(0, 300);
  const aboutMail =
    error.command === 'DATA' ||
    (error.command === 'RCPT TO' && !/^5\d\d[ -]5\.7\./.test(error.response ?? ''));
  const final = aboutMail && error.permanent === true;
  return { state: final ? 'refused' : 'failed', reason: error.code ? `${error.code}: ${answer}` : answer };
}

/** Connects and signs in without sending anything. Throws the reason if the server does not accept it. */
export async function checkSmtp(url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout,
    greetingTimeout,
    socketTimeout: greetingTimeout,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
