// Finds http(s) addresses in plain text. Everything else stays text: nothing is ever read as markup.

export type TextPart = { text: string; href?: string };

const address = /\bhttps?:\/\/[^\s<>"'`]+/gi;

/** Splits a text into plain parts and links. Punctuation that ends a sentence is not part of an address. */
export function linkify(text: string): TextPart[] {
  const found: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(address)) {
    const shown = withoutTail(match[0]);
    const href = safeAddress(shown);
    if (!href) continue;
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    found.push({ text: shown, href });
    at = match.index + shown.length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

/** Cuts closing punctuation, and a closing bracket that has no opening one inside the address. */
function withoutTail(link: string): string {
  for (let end = link.length; end > 0; end--) {
    const last = link[end - 1]!;
    const kept = link.slice(0, end);
    if (/[.,;:!?*_~]/.test(last)) continue;
    if (last === ')' && !balanced(kept, '(', ')')) continue;
    if (last === ']' && !balanced(kept, '[', ']')) continue;
    if (last === '}' && !balanced(kept, '{', '}')) continue;
    return kept;
  }
  return '';
}

function balanced(text: string, open: string, close: string): boolean {
  return text.split(open).length >= text.split(close).length;
}

function safeAddress(link: string): string | undefined {
  const url = URL.parse(link);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname
    ? url.href
    : undefined;
}
