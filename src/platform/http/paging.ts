// Pages of a list: each response names the cursor of the next page in `next`, and requests pass it as `before`.

/** Why a malformed cursor is refused as invalid input, in a sentence for the caller. */
export const cursorProblem = 'before is not a valid cursor.';

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
  at: Extract<keyof Row, 'created_at' | 'deleted_at' | 'at'>,
) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? `${String(last[at])}~${last.id}` : null };
}
