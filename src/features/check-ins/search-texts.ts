// UI copy of the search panel and results. The search field's copy is in texts.ts.
import { plural } from '#platform/text/language.ts';

export const searchTexts = {
  clear: 'Clear search',
  chosen: 'Chosen filters',
  drop: (name: string) => `Remove filter: ${name}`,
  from: 'From',
  to: 'To',
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `Until ${day}`,
  anyEmoji: 'Any',
  only: 'Show only',
  withFiles: 'With files',
  goals: 'Completed goals',
  shared: 'Shared with manager',
  tags: 'Tags',
  noTags: 'Add a #tag to an entry, and it appears here.',
  found: (count: number, shown: string) =>
    plural(count, { one: `${shown} entry found`, other: `${shown} entries found` }),
  results: 'Entries found',
  nothing: 'No entries found',
  nothingHint: 'No entry matches all of this. Try fewer words, or just the start of a word.',
  partial: 'Offline, only entries that this browser has shown before are searched.',
  outside: 'Saved, but hidden by this search',
  outsideDetail: 'The entry does not match your search.',
  failed: {
    title: 'The search failed',
    sentence: 'Your entries are safe. Check your connection and try again.',
    offline: 'You are offline. Results appear when the connection is back.',
  },
} as const;
