// Pure decisions that showing check-ins takes.
import type { CheckIn } from './contract.ts';

const dayMs = 86_400_000;

/** Whether the two dates of an entry are a day or more apart, so that both are shown (R-B1). */
export function datesDiffer(createdAt: string, recordedAt: string): boolean {
  return Math.abs(Date.parse(createdAt) - Date.parse(recordedAt)) >= dayMs;
}

/** Bytes, KB, MB or GB with 2 decimals, in steps of 1024: 1536 is "1.50 KB". */
export function formatBytes(bytes: number): string {
  const units = ['Bytes', 'KB', 'MB', 'GB'] as const;
  let size = Math.max(0, bytes);
  let unit = 0;
  // 1023.996 KB would round to "1024.00 KB": go up as soon as the rounded figure reaches 1024.
  while (unit < units.length - 1 && Number(size.toFixed(2)) >= 1024) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(2)} ${units[unit]}`;
}

/** Where a page ended: rows strictly below it come next. */
export type Cursor = { at: string; id: string };

// Exactly what `pageOf` writes: anything looser would reach the database as no instant or no id of its own.
const cursorShape =
  /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place that a page's `next` names; null when it is none. */
export function readCursor(text: string): Cursor | null {
  const [, at = '', id = ''] = cursorShape.exec(text) ?? [];
  return isInstant(at) ? { at, id } : null;
}

// `Date.parse` takes a 30th of February for a day in March; PostgreSQL refuses it.
function isInstant(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

/** Cuts the row that was read too many, which tells that there is a next page; `at` is what the rows are ordered by. */
export function pageOf(found: CheckIn[], limit: number, at: 'created_at' | 'deleted_at') {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? `${last[at]}~${last.id}` : null };
}
