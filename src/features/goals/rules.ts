// Pure decisions on goals, the same for an account and for a guest. Days are `YYYY-MM-DD` by the owner's clock, so no
// time zone comes in here.
import { limits, type Cadence, type Goal } from './contract.ts';

const dayMs = 86_400_000;
/** Periods may be set this far ahead, in days: the next quarter, and two clocks that disagree. */
const aheadDays = 200;
const earliestDay = '2000-01-01';

/** What is wrong with the words of a goal, or nothing. Takes them as check-ins' `normalizeContent` leaves them. */
export function textFault(text: string): 'text_required' | 'text_too_long' | undefined {
  if (text === '') return 'text_required';
  return [...text].length > limits.text ? 'text_too_long' : undefined;
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** First day of the period that a day lies in (R-C1). Weeks begin on Monday. */
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

/** The period that a goal is set for when it is set again (R-C3): the one after its own, and never one that is over. */
export function periodAgain(cadence: Cadence, start: string, today: string): string {
  const next = nextPeriod(cadence, start);
  const current = periodStart(cadence, today);
  return next > current ? next : current;
}

type Period = { cadence: Cadence | null; period_start: string | null };

/** A cadence has a period, which begins where such a period begins, not before 2000 and not far ahead of `now`. */
export function periodFault({ cadence, period_start }: Period, now: number): 'invalid_period' | undefined {
  if (cadence === null || period_start === null) {
    return cadence === period_start ? undefined : 'invalid_period';
  }
  const begins = periodStart(cadence, period_start) === period_start;
  const near = period_start >= earliestDay && timeOf(period_start) <= now + aheadDays * dayMs;
  return begins && near ? undefined : 'invalid_period';
}

/** What is left of a period: days with the one under way counted, nothing any more, or a first day still to come. */
export type PeriodState = { days: number } | 'carried_over' | { from: string };

/** How a goal stands to its period on a day (R-C1); undefined for a goal without one. */
export function periodState({ cadence, period_start }: Period, today: string): PeriodState | undefined {
  if (cadence === null || period_start === null) return undefined;
  if (today < period_start) return { from: period_start };
  const days = (timeOf(nextPeriod(cadence, period_start)) - timeOf(today)) / dayMs;
  return days > 0 ? { days } : 'carried_over';
}

/** The list in its order (R-C2). */
export function inOrder<Row extends Pick<Goal, 'position' | 'id'>>(goals: readonly Row[]): Row[] {
  return goals.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}

/** The ids with one of them moved behind another, or to the front (R-C2); undefined when either is not among them. */
export function movedAfter(ids: readonly string[], id: string, after: string | null): string[] | undefined {
  if (!ids.includes(id) || (after !== null && !ids.includes(after))) return undefined;
  if (after === id) return [...ids];
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, id);
}

type Sent = { text: string } & Period;

/** Whether a goal that stands under an id is what was sent under it; its words are compared as they are stored. */
export function isSameGoal(there: Sent, sent: Sent): boolean {
  return (
    there.text === sent.text && there.cadence === sent.cadence && there.period_start === sent.period_start
  );
}
