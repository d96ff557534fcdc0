/** The map of the last year. Its title is in `texts.ts`, because the map is loaded when it is opened. */
export const yearTexts = {
  map: 'A square for each day',
  failed: 'The last year could not be loaded.',
  sum: (entries: string, count: number, days: string) =>
    `${entries} on ${days} ${count === 1 ? 'day' : 'days'}`,
  less: 'Less',
  more: 'More',
  columns: ['Month', 'Entries', 'Days with entries'],
} as const;
