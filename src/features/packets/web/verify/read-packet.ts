// The packet in a file: JSON, a PDF or a Word file. Everything in it may be forged or broken.
import type { FrozenItem, PacketDocument, PacketJson, PacketRecord } from '../../format-contract.ts';
import { verdictTexts as texts } from '../../verdict-texts.ts';
import { mostBytes, UnreadableFile, utf8, type Bytes } from '#platform/files/bytes.ts';
import { readPdf, type PdfPart } from './read-pdf.ts';
import { readWord } from './read-word.ts';

/** As the contract has them, without loading zod. */
const packetFormats: readonly unknown[] = [
  'logbook-packet/1',
  'logbook-packet/2',
] satisfies PacketJson['format'][];

export type ReadPacket = {
  document: PacketDocument;
  /** What the file says that the instance signed. A guest's packet has neither. */
  signed: Pick<PacketJson, 'record' | 'signature'> | undefined;
  /** Of a PDF: what signs its pages. */
  pdf?: Pick<PdfPart, 'signed'>;
  /** Of a Word file: its visible text. */
  wordLines?: string[];
};

/** Throws an `UnreadableFile` whose message is for the reader. */
export async function readPacket(bytes: Bytes): Promise<ReadPacket> {
  if (bytes.length > mostBytes.file) throw new UnreadableFile(texts.tooLarge);
  try {
    if (startsWith(bytes, '%PDF-')) {
      const { attachments, signed } = await readPdf(bytes);
      return { ...parse(only(attachments.filter(isPacket))), pdf: { signed } };
    }
    if (startsWith(bytes, 'PK')) {
      const { packets, lines } = await readWord(bytes);
      return { ...parse(only(packets)), wordLines: lines };
    }
    return parse(bytes);
  } catch (error) {
    const known = error instanceof UnreadableFile && error.message !== '';
    throw known ? error : new UnreadableFile(texts.unreadable, { cause: error });
  }
}

const startsWith = (bytes: Bytes, text: string) =>
  [...text].every((character, at) => bytes[at] === character.charCodeAt(0));

function only(packets: Bytes[]): Bytes {
  if (packets.length > 1) throw new UnreadableFile(texts.several);
  if (packets.length === 0) throw new UnreadableFile(texts.dropped);
  return packets[0]!;
}

/** A PDF may have other attachments. */
export function isPacket(bytes: Bytes): boolean {
  try {
    return 'format' in Object(JSON.parse(utf8(bytes)));
  } catch {
    return false;
  }
}

function parse(bytes: Bytes): Pick<ReadPacket, 'document' | 'signed'> {
  const text = utf8(bytes);
  let members = 0;
  const value: unknown = JSON.parse(text, (_name, member: unknown) => {
    // The format has neither, so that every program gets the same canonical form.
    if (member === null || typeof member === 'boolean') throw new UnreadableFile();
    if (isObject(member)) members += Object.keys(member).length;
    return member;
  });
  if (
    !isObject(value) ||
    typeof value['format'] !== 'string' ||
    !value['format'].startsWith('logbook-packet/')
  )
    throw new UnreadableFile(texts.noPacket);
  if (!packetFormats.includes(value['format'])) throw new UnreadableFile(texts.newer);
  // Of a member with the same name as another, other programs may read the other one.
  if (namesIn(text) !== members) throw new UnreadableFile();
  const { document, record, signature, format: _, ...rest } = value;
  if (Object.keys(rest).length > 0 || !isDocument(document)) throw new UnreadableFile();
  if (record === undefined && signature === undefined) return { document, signed: undefined };
  if (!isRecord(record) || typeof signature !== 'string') throw new UnreadableFile();
  return { document, signed: { record, signature } };
}

const namesIn = (json: string) =>
  [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown, names: readonly string[]): value is Fields =>
  isObject(value) && names.every((name) => isText(value[name]));
const isList = <Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(isItem);

/** More than any packet has: items, and credentials among them. */
const mostItems = 10_000;
const mostCredentials = 100;

/** Whether it has what the check and its page read. The hashes say whether all of it is as signed. */
function isDocument(value: unknown): value is PacketDocument {
  return (
    isTexts(value, ['title', 'author', 'timeZone', 'introduction']) &&
    isTexts(value['period'], ['from', 'to']) &&
    isList(value['groups'], isGroup) &&
    value['groups'].reduce((count, { items }) => count + items.length, 0) <= mostItems &&
    value['groups'].flatMap(({ items }) => items.filter((item) => 'credential' in item)).length <=
      mostCredentials
  );
}

function isGroup(value: unknown): value is PacketDocument['groups'][number] {
  return isTexts(value, ['title', 'line']) && isList(value['items'], isItem);
}

const datesOf = {
  entry: ['at', 'recordedAt'],
  goal: ['setAt', 'completedAt'],
  shoutout: ['at'],
  vouch: ['verifiedAt', 'name'],
} as const;

function isItem(value: unknown): value is FrozenItem {
  if (!isTexts(value, ['kind', 'text', 'textSha256'])) return false;
  const kind = value['kind'] as string;
  if (value['credential'] !== undefined && !isText(value['credential'])) return false;
  return Object.hasOwn(datesOf, kind) && isTexts(value, datesOf[kind as FrozenItem['kind']]);
}

function isRecord(value: unknown): value is PacketRecord {
  return (
    isTexts(value, ['publishedAt', 'head']) &&
    isTexts(value['issuer'], ['name', 'url']) &&
    isTexts(value['key'], ['id', 'publicKey']) &&
    typeof value['version'] === 'number' &&
    isList(value['lines'], isText)
  );
}
