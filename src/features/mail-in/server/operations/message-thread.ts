// A thread that reads one message and ends: a message may take seconds, or all the memory it gets, whatever its sender put
// into it. It parses the message, finds its writer's own text, and checks its signatures.
import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { setPriority } from 'node:os';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime, { addressParser, type Address, type Attachment, type Email } from 'postal-mime';
import { limits } from '../../constants.ts';
import { ownLines, ownText } from '../../reply-rules.ts';
import { isFile, isReply, type ReadHeaders } from '../../rules.ts';
import { textOfHtml } from './html-text.ts';

export type MessageJob = {
  path: string;
  /** Empty: those of the system. */
  dnsServers: readonly string[];
};
export type MessageFile = { name: string; bytes: Uint8Array<ArrayBuffer> };
export type ReadMessage = ReadHeaders & {
  messageId: string | undefined;
  text: string;
  files: MessageFile[];
  /** SHA-256 of the subject, the text and the files. */
  said: Uint8Array;
};

/** Of parts in parts, and bytes of all headers. */
const mimeLimits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024 } as const;
/** A message of a real program has one to three. Each may need another hash of the whole message. */
const maxSignatures = 8;
const maxLookups = 5;
const dns = { timeout: 2000, tries: 2 } as const;
/** Milliseconds for all lookups of a message. */
const signaturesMs = 8000;
/** RSA keys with fewer bits can be guessed (RFC 8301). */
const minBitLength = 1024;
/** Characters of a text that are read. An entry has fewer, and a quote is below. */
const longestText = 500_000;
/** Headers that the rules read. */
const names = new Set([
  ...[
    'auto-submitted',
    'cc',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'in-reply-to',
    'list-id',
  ],
  ...['message-id', 'precedence', 'return-path', 'subject', 'to', 'x-auto-response-suppress', 'x-autoreply'],
  ...['x-autorespond', 'x-loop'],
]);

async function readMessage({ path, dnsServers }: MessageJob): Promise<ReadMessage> {
  const raw = await readFile(path);
  const email = await PostalMime.parse(raw, { ...mimeLimits, forceRfc822Attachments: true });
  const headers: Record<string, string[]> = {};
  for (const { key, value } of email.headers) if (names.has(key)) (headers[key] ??= []).push(value);
  const subject = email.subject ?? '';
  const { text, shown } = textOf(email, isReply({ headers, subject }));
  const files = filesOf(email, shown);
  const date = Date.parse(email.date ?? '');
  return {
    headers,
    // Not `email.from`, which is the first of several.
    from: addresses((headers['from'] ?? []).flatMap((value) => addressParser(value))),
    to: addresses(email.to ?? []),
    cc: addresses(email.cc ?? []),
    subject,
    date: Number.isNaN(date) ? undefined : date,
    messageId: email.messageId,
    text,
    files,
    said: digestOf(subject, text, files),
    signatures: await signaturesOf(raw, email, dnsServers),
  };
}

/** Also the pictures that the HTML shows in the writer's own part. Undefined without HTML. */
function textOf(email: Email, reply: boolean): { text: string; shown: Set<string> | undefined } {
  if (email.html === undefined) {
    const plain = (email.text ?? '')
      .slice(0, longestText)
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('\u0001', '');
    return { text: ownText(plain, { isReply: reply }), shown: undefined };
  }
  const { lines, shows } = textOfHtml(email.html.slice(0, longestText));
  const own = ownLines(lines, { isReply: reply });
  const shown = shows.filter(({ line }) => own[line] ?? own.at(-1) ?? true);
  return {
    text: ownText(lines.join('\n'), { isReply: reply }),
    shown: new Set(shown.map(({ contentId }) => contentId)),
  };
}

const addresses = (list: readonly Address[]): string[] =>
  list.flatMap((entry) =>
    entry.group === undefined ? [entry.address.trim().toLowerCase()] : addresses(entry.group),
  );

function filesOf({ attachments }: Email, shown: Set<string> | undefined): MessageFile[] {
  return attachments
    .filter((part) => {
      const contentId = part.contentId?.replaceAll(/^<|>$/g, '') ?? null;
      const isInline = part.disposition !== 'attachment';
      const isCalendarMethod = part.mimeType === 'text/calendar' && part.method !== undefined;
      return isFile(
        { mime: part.mimeType, bytes: bytesOf(part).byteLength, isInline, contentId, isCalendarMethod },
        shown,
      );
    })
    .slice(0, limits.files)
    .map((part, index) => ({ name: part.filename ?? nameOf(part, index), bytes: bytesOf(part) }));
}

function digestOf(subject: string, text: string, files: readonly MessageFile[]): Uint8Array {
  const hash = createHash('sha256').update(JSON.stringify([subject, text, files.map(({ name }) => name)]));
  for (const { bytes } of files) hash.update(createHash('sha256').update(bytes).digest());
  return hash.digest();
}

const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer);

function nameOf({ mimeType }: Attachment, index: number): string {
  const [, kind = ''] = /^[a-z]+\/(?:x-)?([a-z0-9]{1,8})/.exec(mimeType) ?? [];
  const extension = { plain: 'txt', rfc822: 'eml', jpeg: 'jpg', message: 'eml' }[kind] ?? kind;
  return extension === '' ? `attachment-${index + 1}` : `attachment-${index + 1}.${extension}`;
}

/**
 * Good signatures of the whole message. If the keys cannot be looked up in time, there are none; nor if the two parsers find
 * different headers, because the signatures may then cover others than those that are read.
 */
async function signaturesOf(
  raw: Buffer,
  { headers }: Email,
  servers: readonly string[],
): Promise<ReadHeaders['signatures'][number][]> {
  const count = headers.filter(({ key }) => key === 'dkim-signature').length;
  if (count === 0 || count > maxSignatures) return [];
  const resolver = new Resolver(dns);
  if (servers.length > 0) resolver.setServers(servers);
  let lookups = 0;
  const resolve = (name: string, type: string) => {
    if (type !== 'TXT' || ++lookups > maxLookups) throw new Error('no more lookups');
    return resolver.resolveTxt(name);
  };
  const late = AbortSignal.timeout(signaturesMs);
  const checked = await Promise.race([
    dkimVerify(raw, { resolver: resolve, rejectRsaSha1: true, minBitLength }),
    new Promise<undefined>((done) => late.addEventListener('abort', () => done(undefined))),
  ]);
  const found = checked?.headers?.parsed ?? [];
  if (found.length !== headers.length || found.some(({ key }, at) => key !== headers[at]!.key)) return [];
  return checked!.results
    .filter(({ status, canonBodyLengthLimited }) => status.result === 'pass' && !canonBodyLengthLimited)
    .map(({ signingDomain = '', signingHeaders }) => ({
      domain: signingDomain.toLowerCase(),
      signed: (signingHeaders?.keys ?? '').toLowerCase().split(/[\s:]+/),
    }));
}

// On Linux, a priority belongs to a thread. Elsewhere, it would slow down the whole process.
if (process.platform === 'linux') setPriority(0, 10);
const read = await readMessage(workerData as MessageJob);
parentPort!.postMessage(read, [...new Set(read.files.map(({ bytes }) => bytes.buffer))]);
