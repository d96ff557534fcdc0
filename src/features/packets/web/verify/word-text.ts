// The text that Word shows of word/document.xml: that of paragraphs in the body, in lists and tables. Text in deletions,
// fields, shapes and alternatives does not count, as programs show it differently or not at all.
import { verdictTexts as texts } from '../../verdict-texts.ts';
import { UnreadableFile } from './bytes.ts';

const namespaces = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);
/** What may be around text that counts. */
const around = new Set(
  ['document', 'body', 'tbl', 'tr', 'tc', 'sdt', 'sdtContent', 'p', 'hyperlink', 'ins', 'smartTag', 'r'].map(
    (name) => `w:${name}`,
  ),
);
const marks: Record<string, string> = { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n' };

/** A tag or a text. Nothing may be between two of them. */
const token = /<(\/?)([\w.-]+(?::[\w.-]+)?)((?:"[^"]*"|'[^']*'|[^"'<>])*)>|<\?xml [^<>]*\?>|[^<>]+/gy;

/** Its lines end with line feeds. Throws if it is not well-formed. */
export function textOfWord(xml: string): string {
  let text = '';
  let end = 0;
  const open: string[] = [];
  const isShown = () => open.every((name) => around.has(name));
  for (const { 0: whole, 1: closing, 2: name, 3: rest, index } of xml.matchAll(token)) {
    if (index !== end) break;
    end = index + whole.length;
    const isRoot = open.length === 0 && name !== undefined && !closing;
    if (isRoot !== isPrefix(rest)) throw new UnreadableFile(texts.ambiguous);
    if (name === undefined) {
      if (open.at(-1) === 'w:t' && open.slice(0, -1).every((above) => around.has(above)))
        text += unescaped(whole);
    } else if (closing) {
      if (open.pop() !== name) throw new UnreadableFile();
      if (name === 'w:p') text += '\n';
    } else if (rest!.endsWith('/')) {
      if (isShown()) text += marks[name] ?? '';
    } else open.push(name);
  }
  if (end !== xml.length || open.length > 0) throw new UnreadableFile();
  return text;
}

/** Whether an element says what `w:` stands for, which only the root may. Anything but Word's own is refused. */
function isPrefix(attributes: string | undefined): boolean {
  const value = /\sxmlns:w\s*=\s*("[^"]*"|'[^']*')/.exec(attributes ?? '')?.[1];
  if (value !== undefined && !namespaces.has(value.slice(1, -1))) throw new UnreadableFile(texts.ambiguous);
  return value !== undefined;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
