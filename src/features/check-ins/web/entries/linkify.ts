// Finds HTTP(S) URLs and #tags in plain text. Everything else stays text: nothing is ever parsed as markup.
import { limits } from '../../constants.ts';
import { addresses, findTags } from '../../tag-rules.ts';

/** A piece of the text that starts at index `at`. */
export type TextPart = { at: number; text: string; href?: string; tag?: string };

/**
 * Splits a text into plain parts, and its first links and tags (`limits.marks`). Punctuation that ends a sentence is not
 * part of a URL.
 */
export function linkify(text: string): TextPart[] {
  const special = [...linksOf(text), ...tagsOf(text)].toSorted((a, b) => a.at - b.at).slice(0, limits.marks);
  const found: TextPart[] = [];
  let done = 0;
  for (const part of special) {
    if (part.at > done) found.push({ at: done, text: text.slice(done, part.at) });
    found.push(part);
    done = part.at + part.text.length;
  }
  if (done < text.length) found.push({ at: done, text: text.slice(done) });
  return found;
}

function linksOf(text: string): TextPart[] {
  return [...text.matchAll(addresses)].flatMap((match) => {
    const shown = withoutTail(match[0]);
    const href = safeAddress(shown);
    return href ? { at: match.index, text: shown, href } : [];
  });
}

function tagsOf(text: string): TextPart[] {
  return findTags(text).map(({ at, length, key }) => ({ at, text: text.slice(at, at + length), tag: key }));
}

const openings: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Cuts trailing punctuation, and a closing bracket without an opening one in the URL. */
function withoutTail(link: string): string {
  const counts: Record<string, number> = {};
  for (const [bracket] of link.matchAll(/[()[\]{}]/g)) counts[bracket] = (counts[bracket] ?? 0) + 1;
  for (let end = link.length; end > 0; end--) {
    const last = link[end - 1]!;
    if (/[.,;:!?*_~]/.test(last)) continue;
    const opening = openings[last];
    if (opening === undefined || (counts[opening] ?? 0) >= counts[last]!) return link.slice(0, end);
    counts[last]!--;
  }
  return '';
}

function safeAddress(link: string): string | undefined {
  const url = URL.parse(link);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname
    ? url.href
    : undefined;
}
