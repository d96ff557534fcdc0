// Part of every page, so separate from the texts of the tab's content.
import { plural } from '#platform/text/language.ts';

export const tabTexts = {
  label: 'MY TEAM',
  /** Describes the tab's counter to screen readers, after the number. */
  shared: (count: number) => plural(count, { one: 'shared entry', other: 'shared entries' }),
} as const;
