// How the texts of other programs become the text of an entry. Deterministic, so that a repeated import has the same result.
import { normalizeText } from '#platform/text/plain-text.ts';

const element =
  /<(\/?)(a|abbr|address|article|b|blockquote|body|br|center|code|dd|div|dl|dt|em|figure|font|footer|h[1-6]|head|header|hr|html|i|iframe|img|li|link|meta|object|ol|p|pre|s|script|section|small|span|strong|style|sub|sup|svg|table|tbody|td|tfoot|th|thead|title|tr|u|ul|video)\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gi;
/** What is not shown, with the mark that ends it. */
const hidden = ['script', 'style', 'head', 'svg', 'iframe', 'object']
  .map((name) => ({
    whole: new RegExp(`<${name}\\b[^<>]*>[\\s\\S]*?</${name}\\s*>`, 'gi'),
    end: new RegExp(`</${name}\\s*>`, 'gi'),
  }))
  .concat({ whole: /<!--[\s\S]*?-->/g, end: /-->/g });
const lines =
  /^(address|article|blockquote|br|center|dd|div|dl|dt|figure|footer|h[1-6]|header|hr|li|ol|p|pre|section|table|tr|ul)$/i;
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  copy: '©',
  euro: '€',
};

/** HTML as plain text. A text without elements of HTML stays as it is: `a < b` is no HTML, nor is `Array<string>`. */
function plainFromHtml(text: string): string {
  if (!text.includes('<') || text.search(element) < 0) return text;
  return decodeEntities(
    withoutHidden(text)
      .replace(/\r\n?|\n/g, ' ')
      .replace(element, (_, closing: string, name: string) => {
        if (/^li$/i.test(name)) return closing ? '' : '\n- ';
        if (/^(td|th)$/i.test(name)) return closing ? ' ' : '';
        return lines.test(name) ? '\n' : '';
      }),
  )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Searches only up to the last end: each beginning that has none would be searched to the end of the text. */
function withoutHidden(text: string): string {
  let shown = text;
  for (const { whole, end } of hidden) {
    let until = 0;
    for (const match of shown.matchAll(end)) until = match.index + match[0].length;
    shown = shown.slice(0, until).replace(whole, '') + shown.slice(until);
  }
  return shown;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** A text as an entry stores it. Empty if it shows nothing. */
export function cleanText(text: string): string {
  return normalizeText(plainFromHtml(text));
}

/** One line, for groups and reasons. Cut at `max` code points. */
export function oneLine(text: string, max: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ');
  const points = line.length > max ? [...line] : undefined;
  return points && points.length > max ? `${points.slice(0, max - 1).join('')}…` : line;
}

/** A word of another program as a #tag. Empty if it cannot be one. */
function tagOf(word: string): string {
  const name = word
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return /[^0-9_-]/.test(name) && [...name].length <= 50 ? `#${name}` : '';
}

/** The text, followed by the tags that it does not contain yet. */
export function withTags(text: string, words: readonly string[]): string {
  const present = new Set(text.toLowerCase().split(/\s+/));
  const tags = new Map(words.map((word) => [tagOf(word).toLowerCase(), tagOf(word)]));
  const missing = [...tags].filter(([key]) => key !== '' && !present.has(key)).map(([, tag]) => tag);
  if (missing.length === 0) return text;
  return `${text}${text.includes('\n') ? '\n' : ' '}${missing.join(' ')}`.trim();
}

/** Parts of at most `max` code points, divided between paragraphs, lines or words where possible. Nothing is lost. */
export function inParts(text: string, max: number): string[] {
  if (text.length <= max) return [text];
  const points = [...text];
  const parts: string[] = [];
  let from = 0;
  while (points.length - from > max) {
    const head = points.slice(from, from + max).join('');
    const at = [head.lastIndexOf('\n\n'), head.lastIndexOf('\n'), head.lastIndexOf(' ')].find(
      (found) => found > head.length / 2,
    );
    const part = at === undefined ? head : head.slice(0, at);
    parts.push(part.trim());
    from += [...part].length;
  }
  parts.push(points.slice(from).join('').trim());
  return parts.filter((part) => part !== '');
}

/** The first key of a ticket in a text, such as `ABC-123`. Names of standards such as `UTF-8` are none. */
export function ticketIn(text: string): string | undefined {
  for (const [key] of text.matchAll(/\b[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,6}\b/g)) {
    if (
      !/^(UTF|ISO|SHA|MD|RFC|GPT|COVID|CVE|US|UK|EU|PEP|ECMA|AES|RSA|HTTP|TLS|HTML|CSS|ES|WCAG|SOC|Q\d|H\d|FY\d*)-/.test(
        key,
      )
    )
      return key;
  }
  return undefined;
}
