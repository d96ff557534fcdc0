// Pure decisions about suggestions, shared by the server and the browser's store.
import { emojis, limits as entryLimits } from '#features/check-ins/constants.ts';
import { dateProblem } from '#platform/clock/past-date.ts';
import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import { sourceName } from './source-texts.ts';
import { limits, type SuggestionSource } from './constants.ts';
import type { Suggestion } from './contract.ts';
import { keyOf, sha256 } from './hash-rules.ts';

export type RequestedSuggestion = {
  source: SuggestionSource;
  source_id: string;
  at: string;
  content: string;
  emoji?: string | null | undefined;
  group?: string | null | undefined;
  reason?: string | null | undefined;
  url?: string | null | undefined;
};

/** A suggestion as it is stored, without its id. `hash`: `keyOf` it. */
export type DecidedSuggestion = Omit<Suggestion, 'id' | 'files' | 'created_at'> & { hash: string };

const line = (input: string | null | undefined) => normalizeText(input ?? '').replace(/\s+/g, ' ');
const cut = (input: string | null | undefined, most: number) =>
  [...line(input)].slice(0, most).join('') || null;

/** An id of any length, such as a path in an import, as one that can be stored. */
function idOf(input: string): string {
  const id = line(input);
  return countCharacters(id) > limits.sourceId ? `sha256-${sha256(new TextEncoder().encode(id))}` : id;
}

/** Files of other programs contain anything, and the inbox links to it. */
function webAddress(url: string | null | undefined): string | null {
  if (!url || url.length > limits.url || !/^https?:\/\//i.test(url)) return null;
  return URL.canParse(url) ? url : null;
}

/** The rule of entries about their content. */
type ContentProblem = (input: string) => 'content_required' | 'content_too_long' | undefined;

/** The suggestion to store, or why it is refused: it follows the rules of the entry that it may become. */
export function decideSuggestion(
  { source, source_id, at, content, emoji, group, reason, url }: RequestedSuggestion,
  now: number,
  contentProblem: ContentProblem,
): 'content_required' | 'content_too_long' | 'source_id_required' | 'invalid_date' | DecidedSuggestion {
  const id = idOf(source_id);
  if (id === '') return 'source_id_required';
  const problem = contentProblem(content) ?? dateProblem(new Date(at), new Date(now));
  if (problem) return problem;
  return {
    ...{ source, source_id: id, hash: keyOf({ source, source_id: id }) },
    at: new Date(Math.min(Date.parse(at), now)).toISOString(),
    content: normalizeText(content),
    emoji: emojis.find((choice) => choice === emoji) ?? null,
    ...{ group: cut(group, limits.group), reason: cut(reason, limits.reason), url: webAddress(url) },
  };
}

type Part = Pick<Suggestion, 'source' | 'content' | 'emoji' | 'group' | 'at'>;

/** The entry that one suggestion becomes, or several that are merged, unless the user edits it. Dated as the latest one (R-O3). */
export function entryOf(parts: readonly Part[]): {
  content: string;
  emoji: string | null;
  created_at: string;
  source: SuggestionSource;
  source_name: string | null;
} {
  const lines = [...new Set(parts.map(({ content }) => content))];
  return {
    content: lines.join('\n'),
    emoji: parts.find(({ emoji }) => emoji !== null)?.emoji ?? null,
    created_at: parts.map(({ at }) => at).reduce((a, b) => (Date.parse(a) < Date.parse(b) ? b : a)),
    source: parts[0]!.source,
    source_name: sourceNameOf(parts),
  };
}

/** What the entry says about its source: `3 commits in acme/api`. Null if there is nothing to add to the source itself. */
function sourceNameOf(parts: readonly Part[]): string | null {
  const count = parts.length;
  const sources = new Set(parts.map(({ source }) => source));
  const groups = new Set(parts.map(({ group }) => group));
  const [group] = groups;
  const shared = groups.size === 1 ? (group ?? null) : null;
  const name = sourceName(count, sources.size === 1 ? parts[0]!.source : undefined, shared);
  return name === '' ? null : [...name].slice(0, entryLimits.sourceName).join('');
}
