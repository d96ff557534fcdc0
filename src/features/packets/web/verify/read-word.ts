// What a packet's Word file contains: packet.json, and its visible text.
import { inflate, latin1, UnreadableFile, utf8, type Bytes } from './bytes.ts';

export type WordPart = {
  packets: Bytes[];
  /** Its lines of text, without those that are empty. */
  lines: string[];
};

export async function readWord(bytes: Bytes): Promise<WordPart> {
  const entries = entriesOf(bytes);
  const named = (pattern: RegExp) => entries.filter(({ name }) => pattern.test(name));
  const packets = await Promise.all(named(/(?:^|\/)packet\.json$/).map((entry) => read(bytes, entry)));
  const texts = await Promise.all(named(/^word\/document\.xml$/).map((entry) => read(bytes, entry)));
  return { packets, lines: texts.flatMap((xml) => linesOf(utf8(xml))) };
}

type Entry = { name: string; method: number; size: number; offset: number };

/** The most entries that are looked at: a packet with 100 pictures has fewer. */
const mostEntries = 5000;

function entriesOf(bytes: Bytes): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = Math.min(mostEntries, view.getUint16(end + 10, true));
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== 0x02014b50) throw new UnreadableFile();
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const entry = {
      name: latin1(bytes.subarray(at + 46, at + 46 + nameLength!)),
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    };
    at += 46 + nameLength! + extra! + comment!;
    return entry;
  });
}

/** The position of the record that ends a zip file. A comment of up to 64 KB may follow it. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new UnreadableFile();
}

async function read(bytes: Bytes, { method, size, offset }: Entry): Promise<Bytes> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(offset, true) !== 0x04034b50) throw new UnreadableFile();
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const content = bytes.slice(from, from + size);
  if (method === 0) return content;
  if (method === 8) return inflate(content, 'raw');
  throw new UnreadableFile();
}

/** The text of the paragraphs. Each break begins a line. */
function linesOf(xml: string): string[] {
  const parts = xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:(tab|br|cr)(?: [^>]*)?\/>|<\/w:p>/g);
  let text = '';
  for (const [, content, mark] of parts)
    text += content === undefined ? (mark === 'tab' ? '\t' : '\n') : unescaped(content);
  return textLines(text);
}

/** The lines of a text as they are compared: white space looks the same everywhere. */
export function textLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
