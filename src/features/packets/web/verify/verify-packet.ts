// Checks a packet in the browser alone: nothing is sent anywhere. docs/formats/packet.md describes the format.
import { verifyAsync } from '@noble/ed25519';
import type { FrozenItem, PacketDocument, PacketRecord } from '../../format-contract.ts';
import { dayIn } from '../../provenance-rules.ts';
import { verdictTexts as texts } from '../../verdict-texts.ts';
import { canonicalJson, type CanonicalValue } from '#platform/text/canonical-json.ts';
import { claimed } from '#platform/text/claimed.ts';
import { fromBase64Url, sha256, sha256Hex, UnreadableFile, type Bytes } from '#platform/files/bytes.ts';
import { compareLines, type LineProblem } from './compare-lines.ts';
import { readPacket, type ReadPacket } from './read-packet.ts';
import { textLines } from './read-word.ts';
import { credentialsIn } from './vouch-credentials.ts';

/** The keys of an instance, as it publishes them. */
export type KnownKeys = {
  url: string;
  keys: readonly { publicKey: string; compromisedAt?: string }[];
  /** False in a saved page: the instance may have newer keys. */
  isComplete: boolean;
};

export type Checked = {
  /**
   * `confirmed`: a known key of the instance signed it as it is. `signed`: some key did. `changed`: something is not as
   * signed. `unsigned`: a guest's. `unreadable`: not a packet, or the browser cannot check it.
   */
  verdict: 'confirmed' | 'signed' | 'changed' | 'unsigned' | 'unreadable';
  /** What is certain. */
  sentence: string;
  /** What does not match of the packet as a whole. */
  problems: string[];
  lines: LineProblem[];
  document?: PacketDocument;
  record?: PacketRecord;
};

const nothing = { problems: [], lines: [] };

/** Never rejects: whatever the file contains, the result says what can be said. */
export async function verifyPacket(bytes: Bytes, known?: KnownKeys): Promise<Checked> {
  try {
    // Browsers have it on https, on localhost and in files from the disk.
    if (!globalThis.crypto?.subtle) return { verdict: 'unreadable', sentence: texts.noCrypto, ...nothing };
    return await check(await readPacket(bytes), known);
  } catch (error) {
    const sentence = error instanceof UnreadableFile && error.message ? error.message : texts.unreadable;
    return { verdict: 'unreadable', sentence, ...nothing };
  }
}

async function check(packet: ReadPacket, known: KnownKeys | undefined): Promise<Checked> {
  const { document, signed, wordLines } = packet;
  const items = document.groups.flatMap((group) => group.items);
  const shown = [
    ...credentialsIn(document).flatMap(({ line, isSame }) =>
      isSame ? [] : [{ line, problem: texts.otherCredential }],
    ),
    ...(wordLines ? wordProblems(items, wordLines) : []),
  ];
  if (!signed) {
    const lines = merged(await textProblems(items), shown);
    return { verdict: 'unsigned', sentence: texts.unsigned, problems: [], lines, document };
  }
  const { record, signature } = signed;
  const [isSigned, isHead, isKeyName, found, wrongTexts] = await Promise.all([
    isSignature(record, signature, new TextEncoder().encode(canonical(record))),
    headOf(document).then((head) => head === record.head),
    isNameOfKey(record),
    Promise.all(items.map((item) => sha256Hex(canonical(item)))),
    textProblems(items),
  ]);
  // A text that is not its hash says more than a line that is not its hash.
  const lines = merged(wrongTexts, compareLines(found, record.lines), shown);
  const isKnown = known?.keys.some(({ publicKey }) => publicKey === record.key.publicKey) ?? false;
  const isForeign = !isKnown && known?.isComplete === true && sameHost(known.url, record.issuer.url);
  const problems = [
    ...(isSigned ? [] : [texts.signature]),
    ...(isHead ? [] : [texts.head]),
    ...(isKeyName ? [] : [texts.keyId]),
    ...(isForeign ? [texts.foreignKey(claimedIssuer(record))] : []),
    ...(packet.pdf && !(await arePagesSigned(record, packet.pdf.signed)) ? [texts.pages] : []),
  ];
  const rest = { problems, lines, document, record };
  if (!isSigned) return { verdict: 'changed', sentence: texts.nothingCertain, ...rest };
  if (isForeign) return { verdict: 'changed', sentence: texts.foreign, ...rest };
  if (problems.length === 0 && lines.length > 0 && lines.every(isOtherCredential))
    return { verdict: 'changed', sentence: texts.otherCredentials(lines.length), ...rest };
  if (problems.length > 0 || lines.length > 0) {
    const wrong = new Set(lines.map(({ line, isMissing }) => `${line}${isMissing ? ' missing' : ''}`)).size;
    return { verdict: 'changed', sentence: texts.changed(wrong, record.lines.length), ...rest };
  }
  // Without a known key, the packet itself says who signed.
  const verdict = isKnown ? 'confirmed' : 'signed';
  const sentences = [certain(verdict, record, document), ...(wordLines ? [texts.onlyLines] : [])];
  return { verdict, sentence: sentences.join(' '), ...rest };
}

const isOtherCredential = ({ problem }: LineProblem) => problem === texts.otherCredential;

/** What is certain of a packet that is as it was signed. */
function certain(verdict: 'confirmed' | 'signed', record: PacketRecord, document: PacketDocument): string {
  const recorded = document.groups.flatMap(({ items }) => items.map(recordedAt));
  const dates = recorded.filter((at) => at !== undefined).toSorted();
  const day = (at: string | undefined) => dayOf(at ?? record.publishedAt, document);
  const issuer = verdict === 'confirmed' ? issuerOf(record) : claimedIssuer(record);
  return texts[verdict]({
    ...{ dated: dates.length, goals: recorded.length - dates.length },
    ...{ issuer, published: day(record.publishedAt) },
    ...{ first: day(dates[0]), last: day(dates.at(-1)) },
  });
}

const canonical = (value: unknown) => canonicalJson(value as CanonicalValue);

/** The hash of all that is around the items. */
function headOf(document: PacketDocument): Promise<string> {
  const groups = document.groups.map((group) => ({ ...group, items: group.items.length }));
  return sha256Hex(canonical({ ...document, groups }));
}

async function isSignature({ key }: PacketRecord, signature: string, signed: Bytes): Promise<boolean> {
  const [publicKey, bytes] = [fromBase64Url(key.publicKey), fromBase64Url(signature)];
  if (publicKey?.length !== 32 || bytes?.length !== 64) return false;
  // Not every browser that is still in use can check such a signature.
  return verifyAsync(bytes, signed, publicKey, { zip215: false });
}

async function arePagesSigned(
  record: PacketRecord,
  signed: { bytes: Bytes; signature: string } | undefined,
): Promise<boolean> {
  return signed !== undefined && isSignature(record, signed.signature, await sha256(signed.bytes));
}

/** A key is named after the hash of its bytes. */
async function isNameOfKey({ key }: PacketRecord): Promise<boolean> {
  const bytes = fromBase64Url(key.publicKey);
  if (!bytes) return false;
  const hash = Array.from(await sha256(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hash.startsWith(key.id) && key.id.length === 16;
}

async function textProblems(items: readonly FrozenItem[]): Promise<LineProblem[]> {
  const hashes = await Promise.all(items.map(({ text }) => sha256Hex(text)));
  return items.flatMap(({ textSha256 }, at) =>
    textSha256 === hashes[at] ? [] : [{ line: at + 1, problem: texts.textHash }],
  );
}

/** The items whose text the Word file does not show, in their order. An emoji may precede the text. */
function wordProblems(items: readonly FrozenItem[], shown: readonly string[]): LineProblem[] {
  let from = 0;
  return items.flatMap((item, index) => {
    const lines = textLines(item.text);
    const emoji = item.kind === 'entry' && item.emoji !== undefined ? `${item.emoji} ` : '';
    const isAt = (at: number) =>
      lines.every((line, offset) => {
        const text = shown[at + offset];
        return text === line || (offset === 0 && text === emoji + line);
      });
    for (let at = from; at + lines.length <= shown.length; at++) {
      if (!isAt(at)) continue;
      from = at + lines.length;
      return [];
    }
    return [{ line: index + 1, problem: texts.wordText }];
  });
}

/** One problem for each line: of several, the first. */
function merged(...lists: LineProblem[][]): LineProblem[] {
  const found = new Map<string, LineProblem>();
  for (const problem of lists.flat()) {
    const key = `${problem.line} ${problem.isMissing ?? false}`;
    if (!found.has(key)) found.set(key, problem);
  }
  return [...found.values()].toSorted((a, b) => a.line - b.line);
}

/** By the clock of the instance. The dates of goals are their author's. */
function recordedAt(item: FrozenItem): string | undefined {
  switch (item.kind) {
    case 'entry':
      return item.recordedAt;
    case 'goal':
      return undefined;
    case 'shoutout':
      return item.at;
    case 'vouch':
      return item.verifiedAt;
  }
}

function issuerOf({ issuer }: PacketRecord): string {
  return texts.issuer(issuer.name, hostOf(issuer.url) ?? issuer.url);
}

/** The same of a file that anyone may have signed. */
function claimedIssuer({ issuer }: PacketRecord): string {
  return texts.issuer(claimed(issuer.name), hostOf(issuer.url) ?? claimed(issuer.url));
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);
const sameHost = (a: string, b: string) => hostOf(a) !== undefined && hostOf(a) === hostOf(b);

/** The day of an instant in the owner's time zone. What is no instant, or in no zone, is what the file claims. */
function dayOf(at: string, { timeZone }: PacketDocument): string {
  try {
    return dayIn(at, timeZone);
  } catch {
    return claimed(at);
  }
}
