// Dates and times as calendars write them.
import { hourMs } from '#platform/clock/durations.ts';
import { utcDay } from './dates.ts';

/** `wall`: the wall-clock time as if it were UTC, midnight for a whole day. */
export type Stamp = { wall: number; allDay: boolean; isUtc: boolean };

/** Null if it is no date of the calendar. */
export function readStamp(text: string): Stamp | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(Z)?)?$/i.exec(text.trim());
  if (!match) return null;
  const [year, month, date, hour, minute, second] = match.slice(1, 7).map(Number);
  const day = utcDay({ year: year!, month: month!, day: date! });
  if (day === undefined) return null;
  if (match[4] === undefined) return { wall: day, allDay: true, isUtc: false };
  if (hour! > 24 || minute! > 59) return null;
  const wall = day + hour! * hourMs + minute! * 60_000 + Math.min(59, second || 0) * 1000;
  return { wall, allDay: false, isUtc: match[7] !== undefined };
}
