import { counted } from '#platform/text/language.ts';
import type { SuggestionSource } from './constants.ts';

const nouns: Partial<Record<SuggestionSource, { one: string; other: string }>> = {
  git: { one: 'commit', other: 'commits' },
  calendar: { one: 'event', other: 'events' },
  email: { one: 'email', other: 'emails' },
  csv: { one: 'row', other: 'rows' },
  markdown: { one: 'note', other: 'notes' },
};

/**
 * The source of an entry that was made of suggestions: `3 commits in acme/api`. `source`: if all have the same. Empty if there
 * is nothing to add to the source itself.
 */
export function sourceName(
  count: number,
  source: SuggestionSource | undefined,
  group: string | null,
): string {
  const noun = source && nouns[source];
  const what = noun || count > 1 ? counted(count, noun ?? { one: 'item', other: 'items' }) : '';
  if (!group) return what;
  return what === '' ? group : `${what} in ${group}`;
}
