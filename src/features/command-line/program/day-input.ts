// Dates as people type them, in the time zone of this machine.
import { dayBounds, dayOf } from '#platform/clock/days.ts';
import { dayMs, hourMs } from '#platform/clock/durations.ts';
import { entryTexts as texts } from '../entry-texts.ts';
import { dayExamples } from '../help-texts.ts';
import { CommandError } from './command-error.ts';

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A day, `YYYY-MM-DD`, moved by so many days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The number of the day in its week: Sunday is 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/**
 * The day that a text means, seen from `today`: `mon` is today on a Monday, otherwise the Monday before. Undefined if it
 * means none.
 */
export function readDay(text: string, today: string): string | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === 'today' || typed === 'now') return today;
  if (typed === 'yesterday') return addDays(today, -1);
  const ago = /^(\d{1,4}) ?(?:d|days?)(?: ago)?$/.exec(typed)?.[1];
  if (ago !== undefined) return addDays(today, -Number(ago));
  const weekday = typed.length < 3 ? -1 : weekdays.findIndex((name) => name.startsWith(typed));
  if (weekday >= 0) return addDays(today, -((weekdayOf(today) - weekday + 7) % 7));
  return isDay(typed) ? typed : undefined;
}

const isInstant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/i;

/**
 * The instant of an entry: undefined for today, which means now; the noon of another day, so that it is the same day in
 * most time zones; or a time, `2026-11-26 14:30`.
 */
export function readMoment(text: string, now: number, zone: string): string | undefined {
  if (isInstant.test(text.trim())) {
    // Without an offset, JavaScript reads it in the time zone of the machine.
    const at = Date.parse(text.trim().replace(' ', 'T'));
    if (!Number.isNaN(at)) return notInFuture(text, at, now);
  }
  const today = dayOf(now, zone);
  const day = readDay(text, today);
  if (day === undefined) throw new CommandError('usage', texts.noDate(text, dayExamples));
  if (day === today) return undefined;
  return notInFuture(text, Date.parse(dayBounds(day, zone).from) + 12 * hourMs, now);
}

function notInFuture(text: string, at: number, now: number): string {
  if (at > now) throw new CommandError('usage', texts.inFuture(text));
  return new Date(at).toISOString();
}

/** The first instant of a day, and that of the next one. */
export function readDayBounds(
  text: string,
  now: number,
  zone: string,
): { day: string; from: string; to: string } {
  const day = readDay(text, dayOf(now, zone));
  if (day === undefined) throw new CommandError('usage', texts.noDay(text, dayExamples));
  return { day, ...dayBounds(day, zone) };
}
