import { language } from '#platform/text/language.ts';

const long = new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone: 'UTC' });

/** A day `YYYY-MM-DD` as "November 23, 2026". */
export const longDay = (day: string): string => long.format(new Date(day));
