// What a search matches: how words and tags are folded for comparison, and whether an entry matches (R-B3). Rows store
// their `searchText`: a change here needs a job that writes it again (docs/decisions/0023).
import type { emojis } from './constants.ts';
import type { CheckIn } from './contract.ts';
import { findTags, ignorable, isTag, lowerCase, space, spaces, symbols, tag, tagKey } from './tag-rules.ts';

// Unicode ranges: combining marks, which are ignored, and letters of scripts without spaces between words.
const marks = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
const unspaced = String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u3005-\u3007\u3021-\u3029\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3ffff}`;
const dropped = new RegExp(`[${ignorable}${marks}]`, 'gu');
/** More combining marks on one letter than any language has. Sorting them takes longer than their number. */
const longRuns = /(\p{M}{30})\p{M}+/gu;
const standalones = new RegExp(`[${symbols}_${unspaced}]`, 'gu');
const standalone = new RegExp(`[${symbols}_${unspaced}]`, 'u');
const isStandalone = (letter = '') => standalone.test(letter);
const separator = new RegExp(`[${space}]`, 'u');
const replacements: Record<string, string> = {
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
const replaceable = new RegExp(`[${Object.keys(replacements).join('')}]`, 'g');

/**
 * Folds a text for comparison: no case or accents, one space between words and at both ends. Symbols and letters of
 * scripts without spaces become separate words, so that they match anywhere in a text.
 */
export function fold(text: string): string {
  const plain = lowerCase(text.replace(longRuns, '$1').normalize('NFKD').replace(dropped, ''));
  const replaced = plain.replace(replaceable, (letter) => replacements[letter] ?? letter);
  return ` ${replaced.replace(standalones, ' $& ')} `.replace(spaces, ' ');
}

export type Folded = {
  folded: string;
  /** For each character of `folded`, the start and end of its source in the text. */
  starts: number[];
  ends: number[];
};

/** `fold` letter by letter, with the positions in the source text. */
export function foldWithPositions(text: string): Folded {
  const found: Folded = { folded: '', starts: [], ends: [] };
  let at = 0;
  let wordEnded = false;
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
    const newWord = wordEnded || isStandalone(letters[0]) || separator.test(letter);
    // A combining accent belongs to the letter before it.
    if (core === '' && !newWord) found.ends[found.ends.length - 1] = at;
    if (newWord && !found.folded.endsWith(' ')) add(' ', start);
    add(core, start);
    wordEnded = isStandalone(letters.at(-1));
  }
  if (!found.folded.endsWith(' ')) add(' ', at);
  return found;
}

/** The text of an entry that search terms are matched against: ` the words #tag #other `. */
export function searchText(content: string): string {
  const tags = [...new Set(findTags(content).map(({ key }) => key))].toSorted();
  return `${fold(content).trimEnd()}${tags.map((key) => ` #${key}`).join('')} `;
}

/** The query of the search operation, without pagination. */
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

const queryPart = new RegExp(`"([^"]*)"|[^${space}]+`, 'gu');
const wholeTag = new RegExp(`^${tag.source}$`, 'u');

/** Replaces control characters: entries contain none, and PostgreSQL does not accept all of them. */
function withoutControls(input: string): string {
  return input.replace(/\p{Cc}/gu, ' ');
}

/**
 * The terms that an entry's `searchText` must all contain. Words match as prefixes, quoted phrases exactly, `#ta` as
 * the prefix of a tag, and the chosen tag in full.
 */
export function searchTerms({ q = '', tag: chosen = '' }: Pick<Search, 'q' | 'tag'>): string[] {
  const parts = [...withoutControls(q).replace(/[“”]/g, '"').matchAll(queryPart)].map(([part, quoted]) => {
    if (quoted !== undefined) return fold(quoted);
    const [, name = ''] = wholeTag.exec(part) ?? [];
    return isTag(name) ? ` #${tagKey(name)}` : fold(part.replaceAll('"', '')).trimEnd();
  });
  const terms = parts.filter((term) => term.trim() !== '');
  const key = tagKey(withoutControls(chosen));
  return key === '' ? terms : [...terms, ` #${key} `];
}

/** Returns a predicate: whether an entry matches the search. */
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
