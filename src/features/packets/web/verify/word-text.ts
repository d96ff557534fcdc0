// The text of word/document.xml that Word shows in the paragraphs of the body, whatever else the file contains.
import { verdictTexts as texts } from '../../verdict-texts.ts';
import { UnreadableFile } from '#platform/files/bytes.ts';

const namespaces = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);

/** Where text counts. Programs show other content, such as fields, shapes and deletions, differently or not at all. */
const children: Record<string, readonly string[]> = {
  '': ['w:document'],
  'w:document': ['w:body'],
  'w:body': ['w:p'],
  'w:p': ['w:r', 'w:hyperlink'],
  'w:hyperlink': ['w:r'],
  'w:r': ['w:t'],
};
const marks: Record<string, string> = { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n' };
const lineParts = new Set(['w:p', 'w:hyperlink', 'w:r']);
/** In these: what shows nothing. */
const silent = new Set(
  ['pPr', 'rPr', 'bookmarkStart', 'bookmarkEnd', 'proofErr', 'lastRenderedPageBreak'].map(
    (name) => `w:${name}`,
  ),
);
/** In place of what can show anything, so that the line around it is not one of the packet. */
const unknown = '\ufffc';

/** A tag or a text. Nothing may be between two of them. */
const token = /<(\/?)([\w.-]+(?::[\w.-]+)?)((?:"[^"]*"|'[^']*'|[^"'<>])*)>|<\?xml [^<>]*\?>|[^<>]+/gy;

/** Its lines end with line feeds. Throws if it is not well-formed. */
export function textOfWord(xml: string): string {
  let text = '';
  let end = 0;
  let fields = 0;
  const open: { name: string; counts: boolean }[] = [];
  for (const { 0: whole, 1: closing, 2: name, 3: attributes = '', index } of xml.matchAll(token)) {
    if (index !== end) break;
    end = index + whole.length;
    const parent = open.at(-1);
    if (name === undefined) {
      // A field can show something else than its text, and can span paragraphs.
      if (parent?.name === 'w:t' && parent.counts) text += fields === 0 ? unescaped(whole) : unknown;
      continue;
    }
    if (closing) {
      if (open.pop()?.name !== name) throw new UnreadableFile();
      if (name === 'w:p') text += '\n';
      continue;
    }
    requirePrefix(attributes, open.length === 0);
    if (name === 'w:fldChar')
      fields += /["']begin["']/.test(attributes) ? 1 : /["']end["']/.test(attributes) ? -1 : 0;
    const isIn = parent === undefined || parent.counts;
    const counts = isIn && children[parent?.name ?? '']?.includes(name) === true;
    const isInLine = isIn && parent !== undefined && lineParts.has(parent.name);
    if (isInLine && !counts && !silent.has(name)) text += marks[name] ?? unknown;
    if (!attributes.endsWith('/')) open.push({ name, counts });
  }
  if (end !== xml.length || open.length > 0) throw new UnreadableFile();
  return text;
}

/** The root, and no other element, says that `w` stands for Word's own elements, and nothing else stands for them. */
function requirePrefix(attributes: string, isRoot: boolean): void {
  const declared = [...attributes.matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const isOwn = ([, prefix, double, single]: RegExpExecArray) =>
    prefix === 'w' || namespaces.has(double ?? single!) || (double ?? single)!.includes('&');
  const own = declared.filter(isOwn);
  const [first] = own;
  const isFine = isRoot
    ? own.length === 1 && first![1] === 'w' && namespaces.has(first![2] ?? first![3]!)
    : !first;
  if (!isFine) throw new UnreadableFile(texts.ambiguous);
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
