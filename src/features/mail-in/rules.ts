// What becomes of a message to a private address (R-N3).
import { limits } from './constants.ts';

/** What is read of a message. */
export type ReadHeaders = {
  /** By lowercase name, each in the order of the message: those that the rules need. */
  headers: Readonly<Record<string, readonly string[]>>;
  /** The addresses of its authors, in lowercase. */
  from: readonly string[];
  /** The addresses in these headers, in lowercase. */
  to: readonly string[];
  cc: readonly string[];
  subject: string;
  /** Milliseconds. Undefined: none, or not a date. */
  date: number | undefined;
  /** The signatures (DKIM) that cover the whole message and are good. `signed`: the names of the headers that it covers. */
  signatures: readonly { domain: string; signed: readonly string[] }[];
};

/** Who we are, to recognize what we sent. */
export type Ourselves = { host: string; from: string };

/** Marks emails of this instance (src/platform/mail/transport.ts), so that none comes back as a message. */
const loopHeader = 'x-loop';

const first = ({ headers }: ReadHeaders, name: string) => headers[name]?.[0]?.trim().toLowerCase();
const autoReplies =
  /^(?:automatic reply|auto(?:matic)?[ -]?reply|out of (?:the )?office|automatische antwort|abwesenheitsnotiz|abwesend|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|自動応答|自動返信|不在通知)\s*[:：]/i;

export type IgnoredReason = 'automatic' | 'list' | 'bounce' | 'own';

/** Why a message is dropped without a word: no person wrote it to this address. `sender`: of the envelope, empty for bounces. */
export function ignoredReason(
  mail: ReadHeaders,
  sender: string | undefined,
  { host, from }: Ourselves,
): IgnoredReason | undefined {
  const ownId = new RegExp(`^<?[0-9a-f-]{36}@${host.replaceAll('.', '\\.')}>?$`);
  if (first(mail, loopHeader) === host || mail.from.includes(from.toLowerCase())) return 'own';
  if (ownId.test(first(mail, 'message-id') ?? '')) return 'own';
  if (sender === '' || first(mail, 'return-path') === '<>') return 'bounce';
  if (/^multipart\/report\b/.test(first(mail, 'content-type') ?? '')) return 'bounce';
  if (mail.from.some((address) => /^(?:mailer-daemon|postmaster)@/.test(address))) return 'bounce';
  const precedence = first(mail, 'precedence') ?? '';
  const submitted = first(mail, 'auto-submitted');
  if (submitted !== undefined && !/^no\b/.test(submitted)) return 'automatic';
  const marks = ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond'];
  if (precedence === 'auto_reply' || marks.some((name) => first(mail, name) !== undefined))
    return 'automatic';
  if (first(mail, 'list-id') !== undefined || ['bulk', 'list', 'junk'].includes(precedence)) return 'list';
  return autoReplies.test(mail.subject.trim()) ? 'automatic' : undefined;
}

/** Headers that a message has once. Of two, the signature may cover the one that is not read. */
const single = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'content-type',
  'content-transfer-encoding',
];
/** Headers that a signature must cover. */
const covered = ['from', 'subject', 'date'];
const recipients = ['to', 'cc'] as const;

/**
 * Whether the message comes from the user: a good signature by the domain of its only author, or by a domain above it, and
 * that author is a verified address of the user. It must be addressed to the private address and recent, so that no one can
 * send the address what the user once wrote to somebody else.
 */
export function isFromOwner(
  mail: ReadHeaders,
  { address, verified, now }: { address: string; verified: readonly string[]; now: number },
): boolean {
  const [author, ...others] = mail.from;
  if (author === undefined || others.length > 0 || !verified.includes(author)) return false;
  if (single.some((name) => (mail.headers[name]?.length ?? 0) > 1)) return false;
  const naming = recipients.find((name) => mail[name].includes(address));
  if (naming === undefined || !isRecent(mail.date, now)) return false;
  const domain = author.slice(author.lastIndexOf('@') + 1);
  return mail.signatures.some(
    ({ domain: by, signed }) =>
      (domain === by || domain.endsWith(`.${by}`)) &&
      covered.every((name) => mail.headers[name] === undefined || signed.includes(name)) &&
      // Outlook's signatures cover no recipients.
      (signed.includes(naming) || !recipients.some((name) => signed.includes(name))),
  );
}

const dayMs = 86_400_000;

const isRecent = (date: number | undefined, now: number): date is number =>
  date !== undefined && date > now - limits.daysOld * dayMs && date < now + dayMs;

/** The date of the entry: that of the message, unless it is missing, far away or in the future. */
export function entryDate(date: number | undefined, now: number): string {
  return new Date(isRecent(date, now) ? Math.min(date, now) : now).toISOString();
}

const replyPrefix = /^(?:re|aw|antw|antwort|sv|rép|rép\.|ref|rif|odp|返信)\s*(?:\[\d+\])?\s*[:：]\s*/i;
const forwardPrefix = /^(?:fwd?|wg|tr|rv|enc|i|doorst|転送)\s*[:：]\s*/i;

export function isReply({ headers, subject }: Pick<ReadHeaders, 'headers' | 'subject'>): boolean {
  if (forwardPrefix.test(subject.trim())) return false;
  return replyPrefix.test(subject.trim()) || headers['in-reply-to'] !== undefined;
}

/** The subject without what programs put in front of it. */
function plainSubject(subject: string): string {
  let text = subject.replaceAll(/\s+/g, ' ').trim();
  for (;;) {
    const rest = text.replace(replyPrefix, '').replace(forwardPrefix, '').trim();
    if (rest === text) return text;
    text = rest;
  }
}

/**
 * The text of the entry. The subject is its first line, unless the message is a reply, whose subject another person chose;
 * without any text, it is all of it.
 */
export function contentOf(mail: Pick<ReadHeaders, 'headers' | 'subject'>, text: string): string {
  const subject = plainSubject(mail.subject);
  if (text === '' || subject === '') return text || subject;
  return isReply(mail) ? text : `${subject}\n${text}`;
}

/** What is read of an attachment. */
export type ReadPart = {
  mime: string;
  bytes: number;
  /** As the message declares it. */
  isInline: boolean;
  /** Its name in the HTML, if it has one. */
  contentId: string | null;
  /** An invitation or another method of a calendar. */
  isCalendarMethod: boolean;
};

const signatureTypes = [
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
];

/**
 * Whether an attachment becomes a file of the entry. A picture that the HTML shows within the text does only if it is shown
 * in the writer's own part, and larger than decoration. `shown`: those of the own part; undefined without HTML.
 */
export function isFile(part: ReadPart, shown: ReadonlySet<string> | undefined): boolean {
  if (signatureTypes.includes(part.mime) || part.isCalendarMethod) return false;
  if (!part.mime.startsWith('image/') || part.contentId === null || shown === undefined) return true;
  if (!part.isInline && !shown.has(part.contentId)) return true;
  return shown.has(part.contentId) && part.bytes > limits.decoration;
}
