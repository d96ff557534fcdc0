// Pure decisions about when a reminder is due. Instants are in milliseconds.
import { dayMs, hourMs } from '#platform/clock/durations.ts';
import { instantOf, localDay } from '#platform/clock/wall-time.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';

/** `days` from 1, Monday, to 7. */
export type Schedule = { days: readonly number[]; hour: number; timeZone: string };

const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** Of a day, as if it were in UTC. */
const weekdayOf = (day: number) => ((new Date(day).getUTCDay() + 6) % 7) + 1;

/**
 * When the next reminder after an instant is due. An hour that a clock change skips is due when the gap ends, one that it
 * repeats only the first time, and a day that the zone skips not at all.
 */
export function nextAt({ days, hour, timeZone }: Schedule, after: number): number {
  const today = midnight(localDay(after, timeZone));
  // The only chosen day may be skipped this week.
  for (let ahead = 0; ahead <= 14; ahead++) {
    const day = today + ahead * dayMs;
    if (!days.includes(weekdayOf(day))) continue;
    const at = instantOf(day + hour * hourMs, timeZone);
    if (at > after && midnight(localDay(at, timeZone)) === day) return at;
  }
  throw new RangeError('The schedule has no day.');
}

/** When the local week of an instant began: Monday, as in reports (R-D5). */
export function weekStart(at: number, timeZone: string): number {
  const today = midnight(localDay(at, timeZone));
  return instantOf(today - (weekdayOf(today) - 1) * dayMs, timeZone);
}

/** Whether a reminder is too late to be sent, such as after an outage: then the next one follows. */
export const isStale = (dueAt: number, now: number): boolean => now - dueAt > limits.lateHours * hourMs;

/** A text in one line of the weekly email. */
export function lineOf(text: string): string {
  const line = normalizeText(text).replace(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length <= limits.line
    ? line
    : `${characters
        .slice(0, limits.line - 1)
        .join('')
        .trimEnd()}…`;
}

/** Whether this may be the address of a push service: an https website, without a port or a password. */
export function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, port, username, password, hostname, hash } = new URL(text);
  const isName = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname);
  return protocol === 'https:' && isName && [port, username, password, hash].every((part) => part === '');
}
