// What a search finds: words and tags as they are compared, and whether an entry is one that is looked for (R-B3).
// PostgreSQL makes the same of an entry in migrations/0008_search.sql: a change here is one there.
import { limits, type CheckIn } from './contract.ts';

// Ranges of Unicode: what separates words, what is not there when compared, what stands alone.
const space = String.raw`\u0009-\u000d\u0020\u0080-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
const silent = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}`;
const marks = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
const signs = String.raw`\u0021-\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007e\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u10fb\u1360-\u1368\u17d4-\u17d6\u17d8-\u17db\u2010-\u2027\u2030-\u205e\u207a-\u207e\u208a-\u208e\u20a0-\u20cf\u2116\u2117\u2120\u2122\u2190-\u2bff\u2e00-\u2e7f\u3001-\u3004\u3008-\u3020\u3030\u3036\u3037\u303d-\u303f\u30a0\u30fb\u3200-\u33ff\ufd3e\ufd3f\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3e\uff40\uff5b-\uff65\uffe0-\uffee\ufffc\ufffd\u{1f000}-\u{1fbef}`;
const unspaced = String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}`;
const dropped = new RegExp(`[${silent}${marks}]`, 'gu');
const alone = new RegExp(`[${signs}_${unspaced}]`, 'gu');
const spaces = new RegExp(`[${space}]+`, 'gu');
const letter = `[^${space}${silent}${signs}]`;
const tag = new RegExp(`(?<!${letter}|[&/#])#(${letter}(?:(?:${letter}|-)*${letter})?)`, 'gu');
const likened: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};
const likenable = new RegExp(`[${Object.keys(likened).join('')}]`, 'g');

/** Http(s) addresses in plain text, with the punctuation that may end the sentence around them. */
export const addresses = new RegExp(`(?<![A-Za-z0-9_])[hH][tT][tT][pP][sS]?:\\/\\/[^<>"'\`${space}]+`, 'gu');

function lowerCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/**
 * A text as it is compared: without case and accents, one space between words and at both ends. Signs and the letters
 * of scripts that are written without spaces stand alone, so that they are found wherever they stand.
 */
export function fold(text: string): string {
  const plain = lowerCase(text.normalize('NFKD').replace(dropped, ''));
  const like = plain.replace(likenable, (one) => likened[one] ?? one);
  return ` ${like.replace(alone, ' $& ')} `.replace(spaces, ' ');
}

/** A tag as tags are compared and counted: without case. */
export function tagKey(tagged: string): string {
  return lowerCase(tagged.normalize('NFKD')).normalize('NFKC').replace(spaces, '');
}

function isTag(name: string): boolean {
  return /[^0-9_-]/.test(name) && [...name].length <= limits.tag;
}

export type FoundTag = { at: number; length: number; key: string };

/** The #tags of a text: letters, digits, _ and - of any script, at least one letter, not inside words and addresses. */
export function findTags(text: string): FoundTag[] {
  if (!text.includes('#')) return [];
  const plain = text.replace(addresses, (address) => ' '.repeat(address.length));
  return [...plain.matchAll(tag)]
    .filter(([, name = '']) => isTag(name))
    .map(({ index, 0: whole, 1: name = '' }) => ({ at: index, length: whole.length, key: tagKey(name) }));
}

/** What the words and tags of an entry are looked for in: ` the words #tag #other `. */
export function searchText(content: string): string {
  const tags = [...new Set(findTags(content).map(({ key }) => key))].toSorted();
  return `${fold(content).trimEnd()}${tags.map((key) => ` #${key}`).join('')} `;
}

/** What a search asks for, as the operation's query says it. */
export type Search = {
  q?: string | undefined;
  tag?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  emoji?: string | undefined;
  kind?: CheckIn['kind'] | undefined;
  files?: '1' | undefined;
  shared?: '1' | undefined;
};

const typedPart = new RegExp(`"([^"]*)"|[^${space}]+`, 'gu');
const wholeTag = new RegExp(`^${tag.source}$`, 'u');

/** Entries have none, and PostgreSQL cannot be asked for all of them. */
function withoutControls(typed: string): string {
  return typed.replace(/\p{Cc}/gu, ' ');
}

/**
 * What must stand in an entry's `searchText`, all of it: each typed word as the beginning of one, what is between
 * quotation marks as it is, `#ta` as the beginning of a tag, the chosen tag whole.
 */
export function searchTerms({ q = '', tag: chosen = '' }: Pick<Search, 'q' | 'tag'>): string[] {
  const typed = [...withoutControls(q).replace(/[“”]/g, '"').matchAll(typedPart)].map(([part, quoted]) => {
    if (quoted !== undefined) return fold(quoted);
    const [, name = ''] = wholeTag.exec(part) ?? [];
    return isTag(name) ? ` #${tagKey(name)}` : fold(part.replaceAll('"', '')).trimEnd();
  });
  const terms = typed.filter((term) => term.trim() !== '');
  const key = tagKey(withoutControls(chosen));
  return key === '' ? terms : [...terms, ` #${key} `];
}

/** Tells of any entry whether it is one that is looked for. */
export function matcher(search: Search): (entry: CheckIn) => boolean {
  const { emoji, kind, files, shared } = search;
  const from = search.from === undefined ? -Infinity : Date.parse(search.from);
  const to = search.to === undefined ? Infinity : Date.parse(search.to);
  const terms = searchTerms(search);
  return (entry) => {
    const at = Date.parse(entry.created_at);
    if (at < from || at >= to) return false;
    if (emoji !== undefined && entry.emoji !== emoji) return false;
    if (kind !== undefined && entry.kind !== kind) return false;
    if (files !== undefined && entry.file_count === 0) return false;
    if (shared !== undefined && !entry.shared_with_manager) return false;
    if (terms.length === 0) return true;
    const text = searchText(entry.content);
    return terms.every((term) => text.includes(term));
  };
}

export type TagCount = { tag: string; count: number };

/** How many of the texts hold each tag, most used first. */
export function countTags(contents: readonly string[]): TagCount[] {
  const counts = new Map<string, number>();
  for (const content of contents) {
    for (const key of new Set(findTags(content).map((found) => found.key)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ tag: name, count }))
    .toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, limits.tags);
}
