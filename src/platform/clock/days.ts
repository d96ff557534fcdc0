// Days and months in a time zone: of an instant, and their bounds.
import { dayMs } from './durations.ts';
import { instantOf, localDay, wallTime } from './wall-time.ts';

/** `YYYY-MM` of an instant. */
export function monthOf(at: string | number | Date, timezone: string): string {
  return dayOf(at, timezone).slice(0, 7);
}

/** `YYYY-MM-DD` of an instant. */
export function dayOf(at: string | number | Date, timezone: string): string {
  return localDay(new Date(at).getTime(), timezone);
}

/** First instant of a month and of the next one, as ISO strings in UTC. */
export function monthBounds(month: string, timezone: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const first = (index: number) => new Date(instantOf(Date.UTC(year, index, 1), timezone)).toISOString();
  return { from: first(number - 1), to: first(number) };
}

/** First instant of a day (`YYYY-MM-DD`) and of the next one, as ISO strings in UTC. */
export function dayBounds(day: string, timezone: string): { from: string; to: string } {
  const [year, month, number] = day.split('-').map(Number) as [number, number, number];
  const first = (index: number) =>
    new Date(instantOf(Date.UTC(year, month - 1, index), timezone)).toISOString();
  return { from: first(number), to: first(number + 1) };
}

/** Milliseconds until the local date changes. */
export function untilTomorrow(now: number, timezone: string): number {
  const today = Math.floor(wallTime(now, timezone) / dayMs) * dayMs;
  return instantOf(today + dayMs, timezone) - now;
}
