// The data of the year map: weeks of days, starting on Monday, the last week up to today. Pure.
import { dayMs } from '#platform/clock/durations.ts';
import type { DayCount } from '../../count-contract.ts';

const weeksShown = 53;

export type YearDay = DayCount & {
  /** Color intensity: 0 for no entries, up to 4 for the busiest days. */
  level: number;
};

export type YearMonth = {
  /** `YYYY-MM` */
  month: string;
  count: number;
  /** Days with at least one entry. */
  days: number;
};

/** The first day (`YYYY-MM-DD`) of the map that ends with `today`. */
export function firstDay(today: string): string {
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return dayAfter(today, -sinceMonday - (weeksShown - 1) * 7);
}

/** The map's columns, oldest first. Days missing in `counted` have no entries. */
export function weeksOf(today: string, counted: readonly DayCount[]): YearDay[][] {
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  // At least 4, so that a single entry stays pale if no day has many.
  const max = Math.max(4, ...counts.values());
  const days: YearDay[] = [];
  for (let day = firstDay(today); day <= today; day = dayAfter(day, 1)) {
    const count = counts.get(day) ?? 0;
    days.push({ day, count, level: Math.ceil((count / max) * 4) });
  }
  return Array.from({ length: weeksShown }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The totals by month, newest first. */
export function monthsOf(weeks: readonly (readonly YearDay[])[]): YearMonth[] {
  const months = new Map<string, YearMonth>();
  for (const { day, count } of weeks.flat()) {
    const month = day.slice(0, 7);
    const before = months.get(month) ?? { month, count: 0, days: 0 };
    months.set(month, { month, count: before.count + count, days: before.days + (count > 0 ? 1 : 0) });
  }
  return [...months.values()].toReversed();
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
