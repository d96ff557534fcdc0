// Pure decisions about suggestions, shared by the server and the browser's store.
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { dateProblem } from '#platform/clock/past-date.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import type { SuggestionSource } from './constants.ts';
import type { Suggestion } from './contract.ts';
import { keyOf } from './hash-rules.ts';

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

/** The rule of entries about their content. */
type ContentProblem = (input: string) => 'content_required' | 'content_too_long' | undefined;

/** The suggestion to store, or why it is refused: it follows the rules of the entry that it may become. */
export function decideSuggestion(
  { source, source_id, at, content, emoji = null, group, reason, url = null }: RequestedSuggestion,
  now: number,
  contentProblem: ContentProblem,
): 'content_required' | 'content_too_long' | 'source_id_required' | 'invalid_date' | DecidedSuggestion {
  const id = line(source_id);
  if (id === '') return 'source_id_required';
  const problem = contentProblem(content) ?? dateProblem(new Date(at), new Date(now));
  if (problem) return problem;
  return {
    ...{ source, source_id: id, hash: keyOf({ source, source_id: id }) },
    at: new Date(Math.min(Date.parse(at), now)).toISOString(),
    content: normalizeText(content),
    ...{ emoji, group: line(group) || null, reason: line(reason) || null, url },
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

const nouns: Partial<Record<SuggestionSource, [one: string, many: string]>> = {
  git: ['commit', 'commits'],
  calendar: ['event', 'events'],
  email: ['email', 'emails'],
  csv: ['row', 'rows'],
  markdown: ['note', 'notes'],
};

/** What the entry says about its source: `3 commits in acme/api`. Null if there is nothing to add to the source itself. */
function sourceNameOf(parts: readonly Part[]): string | null {
  const count = parts.length;
  const sources = new Set(parts.map(({ source }) => source));
  const [one, many] = (sources.size === 1 && nouns[parts[0]!.source]) || ['item', 'items'];
  const groups = new Set(parts.map(({ group }) => group));
  const [group] = groups;
  const shared = groups.size === 1 ? group : null;
  const counted = count === 1 ? (one === 'item' ? '' : `1 ${one}`) : `${count} ${many}`;
  const name = shared ? (counted ? `${counted} in ${shared}` : shared) : counted;
  return name === '' ? null : [...name].slice(0, entryLimits.sourceName).join('');
}
