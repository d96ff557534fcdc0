import { plural } from '#platform/text/language.ts';

/** The map of the last year. Its title is in `texts.ts`, because the map is loaded when it is opened. */
export const yearTexts = {
  map: 'A square for each day',
  failed: 'The last year could not be loaded.',
  /** `shown`: how the reader writes a number. */
  sum: (entries: number, days: number, shown: (n: number) => string) =>
    plural(days, {
      one: plural(entries, {
        one: `${shown(entries)} entry on ${shown(days)} day`,
        other: `${shown(entries)} entries on ${shown(days)} day`,
      }),
      other: plural(entries, {
        one: `${shown(entries)} entry on ${shown(days)} days`,
        other: `${shown(entries)} entries on ${shown(days)} days`,
      }),
    }),
  less: 'Less',
  more: 'More',
  columns: ['Month', 'Entries', 'Days with entries'],
} as const;
