// Recurrence rules (RFC 5545) as days. A rule is computed only for the days that are asked for, so that an endless rule,
// and one that never applies, both end.
import { dayMs } from '#platform/clock/durations.ts';
import { readStamp } from './ics-stamp.ts';

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

export type Rule = {
  frequency: Frequency;
  interval: number;
  count: number | undefined;
  /** As if it were UTC, unless `untilIsUtc`. */
  until: number | undefined;
  untilIsUtc: boolean;
  /** `nth` is 0 for every such weekday. */
  byDay: { nth: number; weekday: number }[];
  byMonth: number[];
  byMonthDay: number[];
  byYearDay: number[];
  byWeekNumber: number[];
  bySetPosition: number[];
  weekStart: number;
};

/** Null: the rule is broken. `too_frequent`: it repeats within a day. */
export function readRule(text: string): Rule | 'too_frequent' | null {
  const parts = new Map(
    text
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '')
      .map((part) => part.split('=', 2).map((side) => side.trim()) as [string, string]),
  );
  const frequency = parts.get('FREQ');
  if (/^(SECONDLY|MINUTELY|HOURLY)$/.test(frequency ?? '')) return 'too_frequent';
  if (!/^(DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(frequency ?? '')) return null;
  if (['BYHOUR', 'BYMINUTE', 'BYSECOND'].some((key) => parts.get(key)?.includes(','))) return 'too_frequent';
  const numbers = (key: string, most: number) =>
    (parts.get(key) ?? '')
      .split(',')
      .filter((number) => number !== '')
      .map((number) =>
        Math.abs(Number(number)) <= most && Number(number) !== 0 ? Number(number) : Number.NaN,
      );
  const byDay = (parts.get('BYDAY') ?? '')
    .split(',')
    .filter((day) => day !== '')
    .map((day) => {
      const match = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(day);
      return { nth: Number(match?.[1] ?? 0), weekday: match ? weekdays.indexOf(match[2]!) : Number.NaN };
    });
  const untilText = parts.get('UNTIL');
  const until = untilText === undefined ? undefined : readStamp(untilText);
  if (until === null) return null;
  const rule: Rule = {
    frequency: frequency as Frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined,
    // A day without a time includes all its times.
    until: until && (until.allDay ? until.wall + dayMs - 1 : until.wall),
    untilIsUtc: until?.isUtc ?? false,
    byDay,
    byMonth: numbers('BYMONTH', 12),
    byMonthDay: numbers('BYMONTHDAY', 31),
    byYearDay: numbers('BYYEARDAY', 366),
    byWeekNumber: numbers('BYWEEKNO', 53),
    bySetPosition: numbers('BYSETPOS', 366),
    weekStart: Math.max(0, weekdays.indexOf(parts.get('WKST') ?? 'MO')),
  };
  const all = [rule.interval, rule.count ?? 1, ...rule.byMonth, ...rule.byMonthDay, ...rule.byYearDay];
  const more = [...rule.byWeekNumber, ...rule.bySetPosition, ...byDay.map(({ weekday }) => weekday)];
  const isSound = [...all, ...more].every(Number.isInteger) && rule.interval > 0 && (rule.count ?? 1) > 0;
  return isSound ? rule : null;
}

const dayOfWeek = (day: number) => (((day + 4) % 7) + 7) % 7;
const toDay = (wall: number) => Math.floor(wall / dayMs);
const dayOf = (year: number, month: number, day: number) => {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return toDay(date.getTime());
};
const partsOf = (day: number) => {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
};
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** How many days may still be looked at, by all rules of a calendar. */
export type Budget = { left: number };

/**
 * The wall-clock times at which a rule repeats, from `start` on, of which those from `from` to `to` are returned. All are
 * as if they were UTC. Undefined once the budget is used up.
 */
export function repetitions(
  rule: Rule,
  start: number,
  from: number,
  to: number,
  budget: Budget,
): number[] | undefined {
  const end = Math.min(to, rule.untilIsUtc ? to : (rule.until ?? to));
  const first = toDay(start);
  const time = start - first * dayMs;
  const last = toDay(end);
  const results: number[] = [];
  let counted = 0;
  // Without a count, what precedes the period does not matter.
  let step = rule.count === undefined ? Math.max(0, stepsBefore(rule, first, toDay(from)) - 1) : 0;
  for (; ; step++) {
    const period = periodOf(rule, first, step);
    if (period.from > last) return results;
    budget.left -= period.to - period.from;
    if (budget.left < 0) return undefined;
    for (const day of daysOf(rule, period, first)) {
      const at = day * dayMs + time;
      if (day < first) continue;
      if (at > end) return results;
      counted += 1;
      if (rule.count !== undefined && counted > rule.count) return results;
      if (at >= from && at < to) results.push(at);
    }
    if (results.length > 100_000) return undefined;
  }
}

type Period = { from: number; to: number };

/** How many steps of the rule are over before a day. */
function stepsBefore({ frequency, interval }: Rule, first: number, day: number): number {
  const days = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[frequency] * interval;
  return Math.floor(Math.max(0, day - first) / days);
}

/** The days of the rule's step: from, inclusive, to, exclusive. */
function periodOf({ frequency, interval, weekStart }: Rule, first: number, step: number): Period {
  const { year, month } = partsOf(first);
  if (frequency === 'DAILY') return { from: first + step * interval, to: first + step * interval + 1 };
  if (frequency === 'WEEKLY') {
    const from = first - ((dayOfWeek(first) - weekStart + 7) % 7) + step * interval * 7;
    return { from, to: from + 7 };
  }
  if (frequency === 'MONTHLY') {
    const index = month + step * interval;
    return { from: dayOf(year, index, 1), to: dayOf(year, index + 1, 1) };
  }
  return { from: dayOf(year + step * interval, 0, 1), to: dayOf(year + step * interval + 1, 0, 1) };
}

/** The days of a step on which the rule applies, in order. */
function daysOf(rule: Rule, period: Period, first: number): number[] {
  const days = candidates(rule, period, first);
  if (rule.bySetPosition.length === 0) return days;
  const chosen = rule.bySetPosition.map((position) => days.at(position > 0 ? position - 1 : position));
  return [...new Set(chosen.filter((day) => day !== undefined))].toSorted((a, b) => a - b);
}

function candidates(rule: Rule, period: Period, first: number): number[] {
  const { frequency, byMonth, byMonthDay, byYearDay, byWeekNumber, byDay } = rule;
  const origin = partsOf(first);
  const inMonth = (day: number) => byMonth.length === 0 || byMonth.includes(partsOf(day).month + 1);
  const fits = (day: number) =>
    inMonth(day) &&
    (byMonthDay.length === 0 || byMonthDay.some((wanted) => isMonthDay(day, wanted))) &&
    (byYearDay.length === 0 || byYearDay.some((wanted) => isYearDay(day, wanted)));
  if (frequency === 'DAILY')
    return range(period.from, period.to).filter((day) => fits(day) && isWeekday(rule, day));
  if (frequency === 'WEEKLY') {
    const wanted = byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : [dayOfWeek(first)];
    return range(period.from, period.to).filter((day) => fits(day) && wanted.includes(dayOfWeek(day)));
  }
  if (frequency === 'MONTHLY') {
    const wanted = byMonthDay.length > 0 || byDay.length > 0 ? byMonthDay : [origin.date];
    const isWanted = (day: number) => wanted.length === 0 || wanted.some((date) => isMonthDay(day, date));
    const days = range(period.from, period.to).filter((day) => inMonth(day) && isWanted(day));
    return byDay.length === 0 ? days : days.filter((day) => isNthWeekday(rule, day, period));
  }
  if (byWeekNumber.length > 0) {
    const weekday = byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : [dayOfWeek(first)];
    // The first and the last week of a year reach into its neighbors.
    return range(period.from - 6, period.to + 6).filter(
      (day) => fits(day) && weekday.includes(dayOfWeek(day)) && isInWeeks(rule, day, period),
    );
  }
  const given = byMonthDay.length > 0 || byYearDay.length > 0 || byDay.length > 0;
  const days = range(period.from, period.to).filter((day) => {
    if (!fits(day)) return false;
    if (given) return true;
    const { month, date } = partsOf(day);
    return date === origin.date && (byMonth.length > 0 || month === origin.month);
  });
  if (byDay.length === 0) return days;
  if (byMonth.length === 0) return days.filter((day) => isNthWeekday(rule, day, period));
  return days.filter((day) => {
    const { year, month } = partsOf(day);
    return isNthWeekday(rule, day, { from: dayOf(year, month, 1), to: dayOf(year, month + 1, 1) });
  });
}

const isWeekday = ({ byDay }: Rule, day: number) =>
  byDay.length === 0 || byDay.some(({ weekday }) => weekday === dayOfWeek(day));

function isMonthDay(day: number, wanted: number): boolean {
  const { year, month, date } = partsOf(day);
  return wanted > 0 ? date === wanted : day === dayOf(year, month + 1, 1) + wanted;
}

function isYearDay(day: number, wanted: number): boolean {
  const { year } = partsOf(day);
  return day === (wanted > 0 ? dayOf(year, 0, 1) + wanted - 1 : dayOf(year + 1, 0, 1) + wanted);
}

/** Whether a day is such a weekday of a month or year, counted from its start or its end. */
function isNthWeekday({ byDay }: Rule, day: number, { from, to }: Period): boolean {
  return byDay.some(({ nth, weekday }) => {
    if (weekday !== dayOfWeek(day)) return false;
    if (nth === 0) return true;
    return nth > 0 ? Math.floor((day - from) / 7) === nth - 1 : Math.floor((to - 1 - day) / 7) === -nth - 1;
  });
}

/** Whether a day is in one of the weeks of a year. The first week is the one that has 4 days in the year. */
function isInWeeks({ byWeekNumber, weekStart }: Rule, day: number, { from, to }: Period): boolean {
  const firstWeek = (yearStart: number) => {
    const offset = (dayOfWeek(yearStart) - weekStart + 7) % 7;
    return offset <= 3 ? yearStart - offset : yearStart - offset + 7;
  };
  const start = firstWeek(from);
  const weeks = (firstWeek(to) - start) / 7;
  const week = Math.floor((day - start) / 7) + 1;
  return byWeekNumber.some((wanted) => week === (wanted > 0 ? wanted : weeks + 1 + wanted) && week <= weeks);
}
