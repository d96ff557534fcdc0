// Hands one mail to the SMTP server and says what came of it. Never called inside a transaction.
import { createTransport } from 'nodemailer';
import type { NodemailerError } from 'nodemailer';

export type Outgoing = {
  /** One mailbox; always an object for the library, which would split a text at commas and groups (R-J4). */
  to: string;
  from: { name: string; address: string };
  replyTo: string | null;
  subject: string;
  messageId: string;
  date: Date;
  html: string;
  text: string;
  /** Where one POST stops all further mails (RFC 8058). */
  stopUrl: string;
};

/** `refused`: the server will not take this mail, ever. `failed`: try again later. */
export type Outcome = { state: 'sent' } | { state: 'refused' | 'failed'; reason: string };

export type Transport = { send(mail: Outgoing): Promise<Outcome>; close(): void };

/** Milliseconds. */
const connectionTimeout = 10_000;
const greetingTimeout = 10_000;
const socketTimeout = 60_000;
/** All of one try: a server that drips its answers keeps every other clock at zero. */
export const tryTimeout = 120_000;

/** `tryFor` shortens the longest time of one try, in milliseconds. */
export function smtpTransport(url: string, tryFor: number = tryTimeout): Transport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // Tries are counted and timed by the job, which survives a crash.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: Math.min(connectionTimeout, tryFor),
    greetingTimeout: Math.min(greetingTimeout, tryFor),
    socketTimeout: Math.min(socketTimeout, tryFor),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await pool.sendMail({
          ...messageOf(mail),
          envelope: { from: mail.from.address, to: [mail.to] },
          signal: AbortSignal.timeout(tryFor),
        });
        return { state: 'sent' };
      } catch (error) {
        return outcomeOf(error as NodemailerError);
      }
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
      'List-Unsubscribe': `<${mail.stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

// Only what the server says about this recipient or this message is final. A refused login, sender, relay (5.7 at the
// recipient) or connection is the operator's to mend, and the mail waits for that.
function outcomeOf(error: NodemailerError): Outcome {
  const answer = (error.response ?? error.message).replaceAll(/\s+/g, ' ').slice(0, 300);
  const aboutMail =
    error.command === 'DATA' ||
    (error.command === 'RCPT TO' && !/^5\d\d[ -]5\.7\./.test(error.response ?? ''));
  const final = aboutMail && error.permanent === true;
  return { state: final ? 'refused' : 'failed', reason: error.code ? `${error.code}: ${answer}` : answer };
}
