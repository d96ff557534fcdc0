import { plural } from '#platform/text/language.ts';

/** The map of the last year. Its title is in `texts.ts`, because the map is loaded when it is opened. */
export const yearTexts = {
  map: 'A square for each day',
  failed: 'The last year could not be loaded.',
  sum: (entries: string, count: number, days: string) =>
    plural(count, { one: `${entries} on ${days} day`, other: `${entries} on ${days} days` }),
  less: 'Less',
  more: 'More',
  columns: ['Month', 'Entries', 'Days with entries'],
} as const;
