import { plural } from '#platform/text/language.ts';

/** A number, and how its reader writes it. */
type Count = { count: number; shown: string };

/** The map of the last year. Its title is in `texts.ts`, because the map is loaded when it is opened. */
export const yearTexts = {
  map: 'A square for each day',
  failed: 'The last year could not be loaded.',
  sum: (entries: Count, days: Count) =>
    plural(days.count, {
      one: plural(entries.count, {
        one: `${entries.shown} entry on ${days.shown} day`,
        other: `${entries.shown} entries on ${days.shown} day`,
      }),
      other: plural(entries.count, {
        one: `${entries.shown} entry on ${days.shown} days`,
        other: `${entries.shown} entries on ${days.shown} days`,
      }),
    }),
  less: 'Less',
  more: 'More',
  columns: ['Month', 'Entries', 'Days with entries'],
} as const;
