import { counted } from '#platform/text/language.ts';

/** The link of the logbook to the inbox. */
export const linkTexts = {
  count: (count: number) => counted(count, { one: 'suggestion', other: 'suggestions' }),
} as const;
