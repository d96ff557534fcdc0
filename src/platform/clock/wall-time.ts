// Local wall-clock times of IANA time zones, and the instants that they stand for.

import { dayMs } from './durations.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Limits the cache on the server, where viewers supply the time zone. */
const maxFormatters = 500;

function wallClock(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    if (formatters.size >= maxFormatters) formatters.clear();
    formatters.set(timezone, formatter);
  }
  return formatter;
}

/** The local wall-clock time at an instant, as if it were UTC. Milliseconds. */
export function wallTime(at: number, timezone: string): number {
  const read: Record<string, number> = {};
  for (const { type, value } of wallClock(timezone).formatToParts(at)) read[type] = Number(value);
  return Date.UTC(read.year ?? 0, (read.month ?? 1) - 1, read.day, read.hour, read.minute, read.second);
}

/** The first instant at or after this wall-clock time. A midnight skipped by DST maps to the end of the gap. */
export function instantOf(wall: number, timezone: string): number {
  // Offsets are less than a day, so the offsets a day before and a day after are the only candidates.
  const offsets = [wall - dayMs, wall + dayMs].map((at) => wallTime(at, timezone) - at);
  const candidates = offsets.map((offset) => wall - offset).toSorted((a, b) => a - b);
  return candidates.find((at) => wallTime(at, timezone) === wall) ?? candidates.at(-1)!;
}

/**
 * The first instants of `count` consecutive days from `first` (`YYYY-MM-DD`), and of the day after them, in milliseconds.
 * A day that the zone skipped is empty: it starts when the next one does.
 */
export function dayStarts(first: string, count: number, timezone: string): number[] {
  const midnight = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: count + 1 }, (_, index) => instantOf(midnight + index * dayMs, timezone));
}

/** The local day (`YYYY-MM-DD`) at an instant, in milliseconds. */
export function localDay(at: number, timezone: string): string {
  return new Date(wallTime(at, timezone)).toISOString().slice(0, 10);
}
