// The months of a log with their entry counts, in the viewer's time zone (R-B9).
import { dayOf, monthOf } from '#platform/clock/days.ts';
import { limits } from '../constants.ts';
import type { CheckIn } from '../contract.ts';
import type { MonthCount } from '../count-contract.ts';

const { partsOfMonth: parts } = limits;

/** Which part of a month a day (`YYYY-MM-DD`) is in, from 0. The parts divide 31 days, as in the SQL. */
export function partOfDay(day: string): number {
  return Math.floor(((Number(day.slice(8, 10)) - 1) * parts) / 31);
}

/** The month counts after adding (`change` 1) or removing (-1) one entry, newest month first. */
export function countEntry(
  months: MonthCount[],
  entry: Pick<CheckIn, 'created_at'>,
  timezone: string,
  change: 1 | -1,
): MonthCount[] {
  const month = monthOf(entry.created_at, timezone);
  const part = partOfDay(dayOf(entry.created_at, timezone));
  const before = months.find((one) => one.month === month) ?? emptyMonth(month);
  const after = {
    month,
    count: Math.max(0, before.count + change),
    activity: before.activity.map((n, index) => (index === part ? Math.max(0, n + change) : n)),
  };
  const others = months.filter((one) => one.month !== month);
  return after.count === 0 ? others : sortMonths([...others, after]);
}

/** Groups daily entry counts (by `YYYY-MM-DD`) into months, newest first. */
export function monthsOfDays(days: ReadonlyMap<string, number>): MonthCount[] {
  const months = new Map<string, MonthCount>();
  for (const [day, count] of days) {
    const month = months.get(day.slice(0, 7)) ?? emptyMonth(day.slice(0, 7));
    months.set(month.month, month);
    month.count += count;
    month.activity[partOfDay(day)]! += count;
  }
  return sortMonths([...months.values()]);
}

/** The months to show: those with entries, and always the current one (R-B9). */
export function shownMonths(months: MonthCount[], current: string): MonthCount[] {
  return months.some((one) => one.month === current) ? months : sortMonths([...months, emptyMonth(current)]);
}

function emptyMonth(month: string): MonthCount {
  return { month, count: 0, activity: Array<number>(parts).fill(0) };
}

function sortMonths(months: MonthCount[]): MonthCount[] {
  return months.toSorted((a, b) => (a.month < b.month ? 1 : -1));
}
