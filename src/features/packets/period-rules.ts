// The periods that a packet can cover. Days are `YYYY-MM-DD` in the user's time zone, so this file needs no time zones.
import type { Period } from './contract.ts';

const months = { month: 1, quarter: 3, half: 6, year: 12 } as const;
type Unit = keyof typeof months;
export type PeriodName = `${'this' | 'last'} ${Unit}`;

/** In the order in which they are offered. */
export const periodNames: readonly PeriodName[] = [
  'this month',
  'last month',
  'this quarter',
  'last quarter',
  'this half',
  'last half',
  'this year',
  'last year',
];

/** The calendar month, quarter, half or year that contains a day, or the one before: from its first day to its last. */
export function periodOf(name: PeriodName, today: string): Period {
  const [which, unit] = name.split(' ') as ['this' | 'last', Unit];
  const length = months[unit];
  const [year, month] = today.split('-').map(Number) as [number, number];
  const first = Math.floor((month - 1) / length) * length - (which === 'last' ? length : 0);
  // Day 0 of a month is the last day of the one before.
  return { from: dayOf(year, first, 1), to: dayOf(year, first + length, 0) };
}

function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
