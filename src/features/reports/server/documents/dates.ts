// Dates in reports. A report may be forwarded to people in other countries, so its dates are in its own language.
import { language } from '#platform/text/language.ts';
import { reportTexts as texts } from '../../document-texts.ts';

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(language.tag, { ...options, timeZone: 'UTC' });
  return (day: string) => formatter.format(new Date(day));
};

/** "Thu, Nov 19" of `2026-11-19` */
export const weekdayAndDay = format({ weekday: 'short', month: 'short', day: 'numeric' });
/** "Thu" */
export const weekday = format({ weekday: 'short' });
/** "Nov 19" */
export const shortDay = format({ month: 'short', day: 'numeric' });
/** "November 19, 2026" */
export const longDay = format({ dateStyle: 'long' });
const month = format({ month: 'long' });
const monthDay = format({ month: 'long', day: 'numeric' });

/** "November 16 to 22, 2026", with the month and the year of the first day only where they differ. */
export function dayRange(from: string, to: string): string {
  const first = Number(from.slice(8));
  if (from.slice(0, 7) === to.slice(0, 7))
    return texts.days(month(from), first, Number(to.slice(8)), to.slice(0, 4));
  const isSameYear = from.slice(0, 4) === to.slice(0, 4);
  return texts.range(isSameYear ? monthDay(from) : longDay(from), longDay(to));
}
