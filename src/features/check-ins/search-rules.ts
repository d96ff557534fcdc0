// What a search finds: words and tags as they are compared, and whether an entry is one that is looked for (R-B3).
// PostgreSQL makes the same of an entry in migrations/0008_search.sql: a change here is one there.
import type { CheckIn, emojis } from './contract.ts';
import { findTags, isTag, lowerCase, signs, silent, space, spaces, tag, tagKey } from './tag-rules.ts';

// Ranges of Unicode: what does not count in a comparison, and letters that are written without spaces between words.
const marks = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
const unspaced = String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}`;
const dropped = new RegExp(`[${silent}${marks}]`, 'gu');
const alone = new RegExp(`[${signs}_${unspaced}]`, 'gu');
const oneAlone = new RegExp(`[${signs}_${unspaced}]`, 'u');
const isAlone = (letter = '') => oneAlone.test(letter);
const separates = new RegExp(`[${space}]`, 'u');
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

/**
 * A text as it is compared: without case and accents, one space between words and at both ends. Signs and the letters
 * of scripts that are written without spaces stand alone, so that they are found wherever they stand.
 */
export function fold(text: string): string {
  const plain = lowerCase(text.normalize('NFKD').replace(dropped, ''));
  const like = plain.replace(likenable, (one) => likened[one] ?? one);
  return ` ${like.replace(alone, ' $& ')} `.replace(spaces, ' ');
}

export type Folded = {
  folded: string;
  /** For each character of `folded`, where what it stands for begins and ends in the text. */
  starts: number[];
  ends: number[];
};

/** `fold` letter by letter, for who wants to know where in the text something was found. */
export function foldWithPlaces(text: string): Folded {
  const found: Folded = { folded: '', starts: [], ends: [] };
  let at = 0;
  let closed = false;
  const add = (characters: string, start: number) => {
    for (let count = 0; count < characters.length; count++) {
      found.starts.push(start);
      found.ends.push(at);
    }
    found.folded += characters;
  };
  add(' ', 0);
  for (const letter of text) {
    const start = at;
    at += letter.length;
    const core = fold(letter).slice(1, -1);
    const letters = Array.from(core);
    const apart = closed || isAlone(letters[0]) || separates.test(letter);
    // An accent of its own belongs to the letter before it.
    if (core === '' && !apart) found.ends[found.ends.length - 1] = at;
    if (apart && !found.folded.endsWith(' ')) add(' ', start);
    add(core, start);
    closed = isAlone(letters.at(-1));
  }
  if (!found.folded.endsWith(' ')) add(' ', at);
  return found;
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
  emoji?: (typeof emojis)[number] | undefined;
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
