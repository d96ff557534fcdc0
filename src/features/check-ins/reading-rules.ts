// Pure rules for displaying and paginating check-ins.
import { dayMs } from '#platform/clock/durations.ts';
import { limits } from './constants.ts';

/** Why a request to read entries is refused as invalid input, in sentences for the caller. */
export const readingFaults = {
  cursor: 'before is not a valid cursor.',
  timeZone: 'timezone is not a known IANA time zone.',
  days: `At most ${limits.daysCounted} days can be counted at a time.`,
} as const;

/** Why the days of a span cannot be counted in one request, or undefined if they can. */
export function daysFault({ from, to }: { from: string; to: string }): 'days' | undefined {
  return Date.parse(to) - Date.parse(from) > limits.daysCounted * dayMs ? 'days' : undefined;
}

/** Whether the two dates of an entry are a day or more apart. If so, both are shown (R-B1). */
export function datesDiffer(createdAt: string, recordedAt: string): boolean {
  return Math.abs(Date.parse(createdAt) - Date.parse(recordedAt)) >= dayMs;
}

/** Bytes, KB, MB or GB with 2 decimals, in steps of 1024: 1536 is "1.50 KB". */
export function formatBytes(bytes: number): string {
  const units = ['Bytes', 'KB', 'MB', 'GB'] as const;
  let size = Math.max(0, bytes);
  let unit = 0;
  // 1023.996 KB would round to "1024.00 KB", so the rounded figure decides when to use the next unit.
  while (unit < units.length - 1 && Number(size.toFixed(2)) >= 1024) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(2)} ${units[unit]}`;
}

/** The last row of a page. The next page starts strictly below it. */
export type Cursor = { at: string; id: string };

/** A cursor above every row: the start of a list. For the database: `infinity` is not an instant in JavaScript. */
export const topCursor: Cursor = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

// Exactly what `pageOf` writes. A looser pattern would pass values to the database that are not an instant or an id.
const cursorShape =
  /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses a page's `next`. Returns null if it is malformed. */
export function readCursor(text: string): Cursor | null {
  const [, at = '', id = ''] = cursorShape.exec(text) ?? [];
  return isInstant(at) ? { at, id } : null;
}

/** Where the requested page begins: null for the first page, and `invalid` if `before` is malformed. */
export function decideCursor(before: string | undefined): Cursor | null | 'invalid' {
  return before === undefined ? null : (readCursor(before) ?? 'invalid');
}

// `Date.parse` reads February 30 as a day in March; PostgreSQL rejects it.
function isInstant(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

/** Builds a page from `limit + 1` rows: the extra row means there is a next page. `at` is the sort column. */
export function pageOf<Row extends { id: string }>(
  found: Row[],
  limit: number,
  at: Extract<keyof Row, 'created_at' | 'deleted_at'>,
) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? `${String(last[at])}~${last.id}` : null };
}
