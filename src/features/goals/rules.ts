// Pure decisions about goals, shared by the server and the guest store. Days are `YYYY-MM-DD` in the owner's time zone,
// so this file needs no time zones.
import { dayMs } from '#platform/clock/durations.ts';
import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { Cadence, Goal } from './contract.ts';

/** How many days ahead a period may begin: enough for the next quarter, with some clock skew. */
const maxDaysAhead = 200;
const earliestDay = '2000-01-01';

/** Why the raw input is not a valid text of a goal. */
export function textProblem(input: string): 'text_required' | 'text_too_long' | undefined {
  const text = normalizeText(input);
  if (text === '') return 'text_required';
  return countCharacters(text) > limits.text ? 'text_too_long' : undefined;
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** First day of the period that contains `day` (R-C1). Weeks begin on Monday. */
export function periodStart(cadence: Cadence, day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  if (cadence === 'weekly') return dayAt(timeOf(day) - ((new Date(timeOf(day)).getUTCDay() + 6) % 7) * dayMs);
  return dayAt(Date.UTC(year, cadence === 'monthly' ? month - 1 : Math.floor((month - 1) / 3) * 3, 1));
}

/** First day of the period after the one that begins on `start`. */
export function nextPeriod(cadence: Cadence, start: string): string {
  if (cadence === 'weekly') return dayAt(timeOf(start) + 7 * dayMs);
  const [year, month] = start.split('-').map(Number) as [number, number];
  return dayAt(Date.UTC(year, month - 1 + (cadence === 'monthly' ? 1 : 3), 1));
}

/** Period of a goal that is set again (R-C3): the one after `start`, or the current one if that is already over. */
export function periodForRepeat(cadence: Cadence, start: string, today: string): string {
  const next = nextPeriod(cadence, start);
  const current = periodStart(cadence, today);
  return next > current ? next : current;
}

type Period = { cadence: Cadence | null; period_start: string | null };

/** A cadence requires a valid first day of such a period, not before 2000 and at most `maxDaysAhead` after `now`. */
export function periodProblem({ cadence, period_start }: Period, now: number): 'invalid_period' | undefined {
  if (cadence === null || period_start === null) {
    return cadence === period_start ? undefined : 'invalid_period';
  }
  const isFirstDay = periodStart(cadence, period_start) === period_start;
  const inRange = period_start >= earliestDay && timeOf(period_start) <= now + maxDaysAhead * dayMs;
  return isFirstDay && inRange ? undefined : 'invalid_period';
}

/** Time left in a period: days including today, none (`carried_over`), or a first day in the future. */
export type PeriodState = { days: number } | 'carried_over' | { from: string };

/** State of a goal's period on the day `today` (R-C1); undefined for a goal without a period. */
export function periodState({ cadence, period_start }: Period, today: string): PeriodState | undefined {
  if (cadence === null || period_start === null) return undefined;
  if (today < period_start) return { from: period_start };
  const days = (timeOf(nextPeriod(cadence, period_start)) - timeOf(today)) / dayMs;
  return days > 0 ? { days } : 'carried_over';
}

/** Sorts goals in list order (R-C2). */
export function inOrder<Row extends Pick<Goal, 'position' | 'id'>>(goals: readonly Row[]): Row[] {
  return goals.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}

/** Moves `id` behind `after`, or to the front if null (R-C2). Returns undefined if either is not in `ids`. */
export function movedAfter(ids: readonly string[], id: string, after: string | null): string[] | undefined {
  if (!ids.includes(id) || (after !== null && !ids.includes(after))) return undefined;
  if (after === id) return [...ids];
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, id);
}
