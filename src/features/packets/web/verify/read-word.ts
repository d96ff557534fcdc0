// What a packet's Word file contains: packet.json, and the text that it shows. People may edit the file, so text between
// the lines is not a fault; whatever makes Word show something else than what is read here is.
import { verdictTexts as texts } from '../../verdict-texts.ts';
import { mostBytes, UnreadableFile, utf8, type Bytes } from '#platform/files/bytes.ts';
import { textOfWord } from './word-text.ts';
import { readEntry, zipEntries, type Entry } from '#platform/files/zip-entries.ts';

export type WordPart = {
  packets: Bytes[];
  /** Its lines of text, without those that are empty. */
  lines: string[];
};

/** More lines than a Word file of a packet has. */
const mostLines = 50_000;

const mainPart = 'word/document.xml';

/** Throws if the file has parts that Word and this check could read in different ways. */
export async function readWord(bytes: Bytes): Promise<WordPart> {
  const entries = zipEntries(bytes);
  // Word ignores the case of names.
  const names = entries.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) throw new UnreadableFile(texts.ambiguous);
  const packets = entries.filter(({ name }) => /(?:^|\/)packet\.json$/i.test(name));
  if (packets.length === 0) return { packets: [], lines: [] };
  if (packets.length > 1) throw new UnreadableFile(texts.several);
  let total = 0;
  const xml = async (entry: Entry) => {
    const text = utf8(await readEntry(bytes, entry));
    total += text.length;
    if (total > mostBytes.file) throw new UnreadableFile(texts.tooLarge);
    if (!isReadAsUtf8(text)) throw new UnreadableFile(texts.ambiguous);
    return text;
  };
  const main = entries.find(({ name }) => name === mainPart);
  const relations = entries.find(({ name }) => name === '_rels/.rels');
  if (!main || !relations || !isMainPart(await xml(relations))) throw new UnreadableFile(texts.ambiguous);
  const others = entries.filter((entry) => /^word\/[^/]+\.xml$/i.test(entry.name) && entry !== main);
  for (const entry of others) if (isHiding(await xml(entry))) throw new UnreadableFile(texts.ambiguous);
  const shown = await xml(main);
  if (isHiding(shown)) throw new UnreadableFile(texts.ambiguous);
  const lines = textLines(textOfWord(shown));
  if (lines.length > mostLines) throw new UnreadableFile(texts.tooLarge);
  return { packets: [await readEntry(bytes, packets[0]!)], lines };
}

/** Whether programs read the bytes of XML as UTF-8 too, and not in an encoding that it names, or that they recognize. */
function isReadAsUtf8(xml: string): boolean {
  const named = [...xml.matchAll(/<\?xml\s[^<>]*?\bencoding\s*=\s*["']?([^\s"'?>]*)/gi)];
  return /^\s*</.test(xml) && !xml.includes('\0') && named.every(([, name]) => /^utf-8$/i.test(name!));
}

const relationship = /<Relationship((?: [\w:]+="[^"<>]*")+) ?\/>/g;
const mainTypes = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument',
]);

/** Whether Word opens the main part, and no other. Relations are read only in the form in which programs write them. */
function isMainPart(relations: string): boolean {
  const found = [...relations.matchAll(relationship)].map(([, attributes = '']) => attributes);
  const all = relations.match(/Relationship(?!s)[\s/>]/g) ?? [];
  // Entities, single quotes and prefixes could hide a relation, or what it is.
  if (found.length !== all.length || /[&']|<!|<\/?[\w.-]+:/.test(relations)) return false;
  const documents = found.filter((attributes) =>
    mainTypes.has(/ Type="([^"]*)"/.exec(attributes)?.[1] ?? ''),
  );
  const target = / Target="\/?([^"]*)"/.exec(documents[0] ?? '')?.[1];
  return documents.length === 1 && target === mainPart;
}

/** Whether XML has comments or other markup that readers treat differently, or text that Word does not show. */
const isHiding = (xml: string) => xml.includes('<!') || /<(?:[\w.-]+:)?(?:vanish|specVanish)[\s/>]/.test(xml);

/** The lines of a text as they are compared: what XML cannot contain is white space. */
export function textLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/[\s\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ').trim())
    .filter((line) => line !== '');
}
