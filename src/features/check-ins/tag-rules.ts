// The #tags and URLs in a text (R-B3).
import { limits } from './constants.ts';

// Unicode ranges: whitespace, invisible characters, and symbols and punctuation.
export const space = String.raw`\u0009-\u000d\u0020\u0080-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
export const ignorable = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u{e0000}-\u{e0fff}`;
export const symbols = String.raw`\u0021-\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007e\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u10fb\u1360-\u1368\u17d4-\u17d6\u17d8-\u17db\u2010-\u2027\u2030-\u205e\u207a-\u207e\u208a-\u208e\u20a0-\u20cf\u2116\u2117\u2120\u2122\u2190-\u2bff\u2e00-\u2e7f\u3001-\u3004\u3008-\u3020\u3030\u3036\u3037\u303d-\u303f\u30a0\u30fb\u3200-\u33ff\ufd3e\ufd3f\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3e\uff40\uff5b-\uff65\uffe0-\uffee\ufffc\ufffd\u{1f000}-\u{1fbef}`;
export const spaces = new RegExp(`[${space}]+`, 'gu');
const letter = `[^${space}${ignorable}${symbols}]`;
/** One tag. The first group is its name. */
export const tag = new RegExp(`(?<!${letter}|[&/#])#(${letter}(?:(?:${letter}|-)*${letter})?)`, 'gu');

/** HTTP(S) URLs in plain text, including trailing punctuation that may belong to the sentence around them. */
export const addresses = new RegExp(`(?<![A-Za-z0-9_])[hH][tT][tT][pP][sS]?:\\/\\/[^<>"'\`${space}]+`, 'gu');

/** Lowercase in any script, with both forms of the Greek sigma unified. */
export function lowerCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** The key under which tags are compared and counted: case-insensitive. */
export function tagKey(name: string): string {
  return lowerCase(name.normalize('NFKD')).normalize('NFKC').replace(spaces, '');
}

export function isTag(name: string): boolean {
  return /[^0-9_-]/.test(name) && [...name].length <= limits.tag;
}

export type FoundTag = { at: number; length: number; key: string };

/** The #tags of a text: letters and digits of any script, _ and -; at least one letter; not inside words or URLs. */
export function findTags(text: string): FoundTag[] {
  if (!text.includes('#')) return [];
  const plain = text.replace(addresses, (address) => ' '.repeat(address.length));
  return [...plain.matchAll(tag)]
    .filter(([, name = '']) => isTag(name))
    .map(({ index, 0: whole, 1: name = '' }) => ({ at: index, length: whole.length, key: tagKey(name) }));
}

export type TagCount = { tag: string; count: number };

/** How many of the texts contain each tag, most used first. */
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
