// What is said of a search, beside the line in which it is typed.

export const searchTexts = {
  clear: 'Clear search',
  chosen: 'Chosen filters',
  drop: (name: string) => `Remove filter: ${name}`,
  from: 'From',
  to: 'To',
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `Until ${day}`,
  anyEmoji: 'Any',
  only: 'Only entries',
  withFiles: 'With files',
  goals: 'Completed goals',
  shared: 'Shared',
  tags: 'Tags',
  noTags: 'Write #something in an entry, and it shows here.',
  found: (count: number, shown: string) => `${shown} ${count === 1 ? 'entry' : 'entries'} found`,
  results: 'Entries found',
  nothing: 'No entries found',
  nothingHint: 'No entry has all of this. Try fewer words, or only how a word begins.',
  outside: 'Saved, but outside of this search',
  outsideDetail: 'The entry does not match what you search for.',
  failed: {
    title: 'The search did not work',
    sentence: 'Your entries are safe. Check the connection and try again.',
    offline: 'You are offline. What you search for shows when the connection is back.',
  },
} as const;
