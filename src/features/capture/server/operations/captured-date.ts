import { dayOf } from '#platform/clock/days.ts';
import { hourMs } from '#platform/clock/durations.ts';
import { instantOf } from '#platform/clock/wall-time.ts';

const dayLength = 'YYYY-MM-DD'.length;

/**
 * The instant that a date stands for, or undefined for now. Today is now; another day is its noon in the time zone, so that
 * it is the same day in most others.
 */
export function instantFor(
  date: string | null | undefined,
  timeZone: string,
  now: number,
): string | undefined {
  if (!date) return undefined;
  if (date.length > dayLength) return date;
  if (date === dayOf(now, timeZone)) return undefined;
  return new Date(instantOf(Date.parse(`${date}T00:00:00Z`) + 12 * hourMs, timeZone)).toISOString();
}
