// Pure rules for reading check-ins.
import { dayMs } from '#platform/clock/durations.ts';
import { cursorProblem } from '#platform/http/paging.ts';
import { limits } from './constants.ts';

/** Why a request to read entries is refused as invalid input, in sentences for the caller. */
export const readingProblems = {
  cursor: cursorProblem,
  timeZone: 'timezone is not a known IANA time zone.',
  days: `At most ${limits.daysCounted} days can be counted at a time.`,
} as const;

/** Why the days of a span cannot be counted in one request, or undefined if they can. */
export function daysProblem({ from, to }: { from: string; to: string }): 'days' | undefined {
  return Date.parse(to) - Date.parse(from) > limits.daysCounted * dayMs ? 'days' : undefined;
}

/** Whether the two dates of an entry are a day or more apart. If so, both are shown (R-B1). */
export function datesDiffer(createdAt: string, recordedAt: string): boolean {
  return Math.abs(Date.parse(createdAt) - Date.parse(recordedAt)) >= dayMs;
}
