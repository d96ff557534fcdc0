// Dates and numbers in the viewer's locale. Formatters are expensive to create, so they are cached.

import { readerLocale } from './reader.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();
/** A browser needs about ten. The server renders for many viewers. */
const maxFormatters = 500;

function formatter(timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = readerLocale();
  const key = `${locale} ${timezone} ${JSON.stringify(options)}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone: timezone });
    if (formatters.size >= maxFormatters) formatters.clear();
    formatters.set(key, format);
  }
  return format;
}

/** "Nov 20" */
export function shortDay(at: string, timezone: string): string {
  return formatter(timezone, { month: 'short', day: 'numeric' }).format(new Date(at));
}

/** "Nov 20, 2026" */
export function mediumDay(at: string, timezone: string): string {
  return formatter(timezone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at));
}

/** "November 20, 2026" */
export function longDay(at: string, timezone: string): string {
  return formatter(timezone, { dateStyle: 'long' }).format(new Date(at));
}

/** "Friday, November 20, 2026 at 3:04 PM" */
export function fullTime(at: string, timezone: string): string {
  return formatter(timezone, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(at));
}

/** "3:04 PM" */
export function timeOfDay(at: string, timezone: string): string {
  return formatter(timezone, { timeStyle: 'short' }).format(new Date(at));
}

/** Longest time that fits next to the margin rule: as long as "12:48 AM". */
const gutterLength = 8;

/** "3:04 PM" or, in languages with longer names of the halves of the day, "15:04" */
export function gutterTime(at: string, timezone: string): string {
  const time = timeOfDay(at, timezone);
  if (time.length <= gutterLength) return time;
  return formatter(timezone, { timeStyle: 'short', hourCycle: 'h23' }).format(new Date(at));
}

/** "November 2026" of `2026-11` */
export function monthTitle(month: string): string {
  return formatter('UTC', { month: 'long', year: 'numeric' }).format(new Date(`${month}-15T00:00:00Z`));
}

/** "Nov 20, 2026" of `2026-11-20` */
export function dayTitle(day: string): string {
  return formatter('UTC', { dateStyle: 'medium' }).format(new Date(`${day}T12:00:00Z`));
}

/** "Nov" of `2026-11-20` */
export function shortMonth(day: string): string {
  return formatter('UTC', { month: 'short' }).format(new Date(day));
}

/** "Fri" of `2026-11-20` */
export function shortWeekday(day: string): string {
  return formatter('UTC', { weekday: 'short' }).format(new Date(day));
}

let numberFormat: Intl.NumberFormat | undefined;
let numberLocale: string | undefined;

/** "4,628" */
export function wholeNumber(n: number): string {
  const locale = readerLocale();
  if (!numberFormat || numberLocale !== locale) {
    numberFormat = new Intl.NumberFormat(locale);
    numberLocale = locale;
  }
  return numberFormat.format(n);
}

/**
 * A short excerpt that identifies a text: at most 60 characters of its first line, cut at a space if there is one after
 * character 30.
 */
export function startOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  if ([...line].length <= 60) return line.length < text.length ? `${line}...` : line;
  const cut = [...line].slice(0, 60).join('');
  const space = cut.lastIndexOf(' ');
  return `${space > 30 ? cut.slice(0, space) : cut}...`;
}
