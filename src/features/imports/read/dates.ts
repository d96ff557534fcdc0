// Dates as other programs write them. One without a time is at noon, so that a journey does not move it to another day.
import { hourMs } from '#platform/clock/durations.ts';
import { instants } from './local-time.ts';

export type DateParts = { year: number; month: number; day: number };
type Parsed = { wall: number; offset: number | undefined };
type Match = (...groups: (string | undefined)[]) => Parsed | undefined;

const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
let monthsByName: Map<string, number> | undefined;

const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '');

function monthNumber(name: string): number | undefined {
  if (!monthsByName) {
    monthsByName = new Map();
    for (const language of languages) {
      for (const month of ['short', 'long'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        for (let index = 0; index < 12; index++) {
          const known = plain(format.format(Date.UTC(2020, index, 15)));
          if (!monthsByName.has(known)) monthsByName.set(known, index + 1);
        }
      }
    }
    monthsByName.set('sept', 9);
  }
  return monthsByName.get(plain(name));
}

const time = String.raw`(?:[T,]?\s*(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap])?\.?(?:m\.?)?\s*(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}:?\d{2})?(?:\s*\([^)]*\))?)?`;
const pattern = (date: string) => new RegExp(`^${date}${time}$`, 'iu');
const name = String.raw`([\p{L}\p{M}]{3,12})\.?`;

/** In the order in which they are tried. The last six groups are the time's. */
const yearFirst = pattern(String.raw`(\d{4})([-/.])(\d{1,2})\2(\d{1,2})`);
const compact = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z)?)?$/;
const numbers = pattern(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})`);
const dayName = pattern(
  String.raw`(?:[\p{L}]{2,12}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?[-/\s]+(?:de\s+)?${name}[-/,\s]+(?:de\s+)?(\d{4}|\d{2})`,
);
const nameDay = pattern(
  String.raw`(?:[\p{L}]{2,12}\.?,?\s+)?${name}\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})`,
);
const monthOnly = new RegExp(`^${name}[\\s-]+(?:de\\s+)?(\\d{4})$`, 'iu');
const yearMonth = /^(\d{4})-(\d{2})$/;

/** Reads a date. `dayFirst` decides only between two numbers that could both be a month. */
export function dateReader(timeZone: string): (text: string, dayFirst: boolean) => number | undefined {
  const instantIn = instants(timeZone);
  return (text, dayFirst) => {
    const parsed = readWall(text.trim(), dayFirst);
    if (!parsed) return undefined;
    return parsed.offset === undefined ? instantIn(parsed.wall) : parsed.wall - parsed.offset;
  };
}

function readWall(text: string, dayFirst: boolean): Parsed | undefined {
  if (text.length > 80) return undefined;
  if (/^\d{10}$/.test(text)) return { wall: Number(text) * 1000, offset: 0 };
  if (/^\d{13}$/.test(text)) return { wall: Number(text), offset: 0 };
  const tries: [RegExp, Match][] = [
    [yearFirst, (year, _, month, day, ...clock) => at(year, month, day, clock)],
    [
      compact,
      (year, month, day, hour, minute, second, zone) =>
        at(year, month, day, [hour, minute, second, undefined, undefined, zone]),
    ],
    [
      numbers,
      (first, _, second, year, ...clock) => {
        const isDayFirst = Number(first) > 12 || (dayFirst && Number(second) <= 12);
        return isDayFirst ? at(year, second, first, clock) : at(year, first, second, clock);
      },
    ],
    [dayName, (day, month, year, ...clock) => at(year, monthOf(month), day, clock)],
    [nameDay, (month, day, year, ...clock) => at(year, monthOf(month), day, clock)],
    [monthOnly, (month, year) => at(year, monthOf(month), '1', [])],
    [yearMonth, (year, month) => at(year, month, '1', [])],
    [/^(\d{4})$/, (year) => at(year, '1', '1', [])],
  ];
  for (const [form, read] of tries) {
    const match = form.exec(text);
    if (match) return read(...match.slice(1));
  }
  return undefined;
}

const monthOf = (text: string | undefined) => monthNumber(text ?? '')?.toString();

function at(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  [hour, minute, second, fraction, half, zone]: (string | undefined)[],
): Parsed | undefined {
  const full = year?.length === 2 ? fullYear(Number(year)) : Number(year);
  const date = utcDay({ year: full, month: Number(month), day: Number(day) });
  if (date === undefined) return undefined;
  if (hour === undefined) return { wall: date + 12 * hourMs, offset: undefined };
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return undefined;
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const wall = date + hours * hourMs + Number(minute) * 60_000 + Number(second ?? 0) * 1000 + milliseconds;
  return { wall, offset: zone === undefined ? undefined : offsetOf(zone) };
}

/** Two digits as people and Jira write them: 70 to 99 are of the last century. */
const fullYear = (short: number) => short + (short >= 70 ? 1900 : 2000);

function offsetOf(zone: string): number {
  const match = /([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

/** Midnight of a day as if it were UTC. Undefined if the calendar has no such day. */
export function utcDay({ year, month, day }: DateParts): number | undefined {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDate() === day ? date.getTime() : undefined;
}

/** Whether dates such as 03/04/2024 have the day first, judged by those that have one reading only. */
export function guessDayFirst(samples: readonly string[], otherwise: boolean): boolean {
  for (const sample of samples) {
    const match = /^\s*(\d{1,2})([-/.])(\d{1,2})\2\d{2,4}/.exec(sample);
    if (!match) continue;
    if (match[2] === '.') return true;
    if (Number(match[1]) > 12) return true;
    if (Number(match[3]) > 12) return false;
  }
  return otherwise;
}
