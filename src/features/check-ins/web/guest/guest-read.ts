// Reading entries from the browser's own store, by the same pages and counts as the server's.
import type { PlaceKey } from '#features/guest/web/guest-database.ts';
import { invalidInput, readGuest, type GuestRead } from '#features/guest/web/guest-transaction.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { limits, type CheckIn, type operations } from '../../contract.ts';
import { pageOf, readCursor } from '../../reading-rules.ts';
import { answered, entryById, filesOf } from './guest-entries.ts';
import { dayOf, monthsOfDays } from '../months.ts';

const maxChanges = 200;
const dayMs = 86_400_000;
/** Entries that are looked at before the page may draw again. */
const batch = 500;

export const readingHandlers = {
  'GET /api/check_ins': async ({ query: { before, from, to, limit = limits.page } }) => {
    const place = placeOf(before);
    const last = to === undefined ? place : least([iso(to)], place);
    const found = await newest('timeline', from === undefined ? [] : [iso(from)], last, Number(limit) + 1);
    return pageOf(found, Number(limit), 'created_at');
  },
  'GET /api/check_ins/deleted': async ({ query: { before, limit = limits.page } }) => {
    const found = await newest('bin', [], placeOf(before), Number(limit) + 1);
    return pageOf(found, Number(limit), 'deleted_at');
  },
  'GET /api/check_ins/months': async ({ query: { timezone } }) => {
    const as_of = new Date().toISOString();
    return { months: monthsOfDays(await countDays(timezone)), as_of };
  },
  'GET /api/check_ins/days': async ({ query: { timezone, from, to } }) => {
    if (Date.parse(to) - Date.parse(from) > limits.daysCounted * dayMs)
      throw invalidInput(`At most ${limits.daysCounted} days are counted at once.`);
    const counts = await countDays(timezone, [iso(from)], [iso(to)]);
    return { days: [...counts].map(([day, count]) => ({ day, count })) };
  },
  'GET /api/check_ins/changes': async ({ query: { since } }) => {
    // Writing waits for reading and the other way: what is stamped before this stands in the answer.
    const as_of = new Date().toISOString();
    const found = await readGuest((tx) =>
      tx
        .objectStore('check_ins')
        .index('changes')
        .getAll(IDBKeyRange.lowerBound(iso(since)), maxChanges + 1),
    );
    const too_many = found.length > maxChanges;
    return { rows: too_many ? [] : found.map(answered), too_many, as_of };
  },
  'GET /api/check_ins/:id': ({ params }) => readGuest((tx) => entryById(tx, params.id)),
  'GET /api/log_files': ({ query }) =>
    readGuest(async (tx) => {
      await entryById(tx, query.check_in_id);
      return { rows: await filesOf(tx, query.check_in_id) };
    }),
} satisfies LocalHandlers<typeof operations>;

/** Part of a place: an instant alone stands before all entries of that instant. */
type Bound = [] | [at: string] | PlaceKey;
/** After every place: strings stand before arrays. */
const top = [[]] as unknown as Bound;

const iso = (instant: string) => new Date(instant).toISOString();

function placeOf(before: string | undefined): Bound {
  if (before === undefined) return top;
  const cursor = readCursor(before);
  if (!cursor) throw invalidInput('before is no cursor.');
  return [cursor.at, cursor.id];
}

const least = (one: Bound, other: Bound) => (indexedDB.cmp(one, other) < 0 ? one : other);

/** Entries from `first` on and strictly below `last`, newest first, `most` of them. */
async function newest(
  index: 'timeline' | 'bin',
  first: Bound,
  last: Bound,
  most: number,
): Promise<CheckIn[]> {
  if (indexedDB.cmp(first, last) >= 0) return [];
  const range = IDBKeyRange.bound(first, last, false, true);
  const rows = await readGuest(async (tx) => {
    const store = tx.objectStore('check_ins');
    // Keys come oldest first only; they are light, and the rows of one page are few.
    const keys = await store.index(index).getAllKeys(range);
    return Promise.all(keys.slice(-most).map((key) => store.get(key)));
  });
  return rows
    .filter((row) => row !== undefined)
    .map(answered)
    .toReversed();
}

/** How many entries on the timeline each day has, by the clock of a time zone, oldest day first. */
async function countDays(
  timezone: string,
  first: Bound = [],
  last: Bound = top,
): Promise<Map<string, number>> {
  const days = new Map<string, number>();
  await readGuest(async (tx) => {
    for await (const { created_at } of timelineOf(tx, first, last)) {
      const day = dayIn(created_at, timezone);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
  });
  return days;
}

/** All entries on the timeline, oldest first, in parts small enough for the page to go on between them. */
export async function* timelineOf(
  tx: GuestRead,
  first: Bound = [],
  last: Bound = top,
): AsyncGenerator<CheckIn> {
  if (indexedDB.cmp(first, last) >= 0) return;
  const timeline = tx.objectStore('check_ins').index('timeline');
  for (let after = first; ;) {
    const rows = await timeline.getAll(IDBKeyRange.bound(after, last, true, true), batch);
    yield* rows.map(answered);
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    after = [end.created_at, end.id];
  }
}

function dayIn(at: string, timezone: string): string {
  try {
    return dayOf(at, timezone);
  } catch {
    throw invalidInput('timezone is no IANA time zone.');
  }
}
