// Read operations on the guest's database, with the same pagination and counts as the server.
import type { PlaceKey } from '#features/guest/web/guest-database.ts';
import { invalidInput, readGuest, type GuestRead } from '#features/guest/web/guest-transaction.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { limits } from '../../constants.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { daysProblem, readingProblems } from '../../reading-rules.ts';
import { decideCursor, pageOf } from '#platform/http/paging.ts';
import { toCheckIn, entryById, filesOf } from './guest-entries.ts';
import { monthsOfDays } from '../months.ts';
import { dayOf } from '#platform/clock/days.ts';

/** Entries to process before yielding to the page. */
const batchSize = 500;

export const readingHandlers = {
  'GET /api/check_ins': async ({ query: { before, from, to, limit = limits.page } }) => {
    const cursor = boundOf(before);
    const last = to === undefined ? cursor : lower([iso(to)], cursor);
    const found = await newestEntries(
      'timeline',
      from === undefined ? [] : [iso(from)],
      last,
      Number(limit) + 1,
    );
    return pageOf(found, Number(limit), 'created_at');
  },
  'GET /api/check_ins/deleted': async ({ query: { before, limit = limits.page } }) => {
    const found = await newestEntries('bin', [], boundOf(before), Number(limit) + 1);
    // They are deleted for good while the page is idle.
    const expired = new Date(Date.now() - limits.daysInBin * dayMs).toISOString();
    return pageOf(
      found.filter(({ deleted_at }) => deleted_at !== null && deleted_at > expired),
      Number(limit),
      'deleted_at',
    );
  },
  'GET /api/check_ins/months': async ({ query: { timezone } }) => {
    const as_of = new Date().toISOString();
    return { months: monthsOfDays(await countDays(timezone)), as_of };
  },
  'GET /api/check_ins/days': async ({ query: { timezone, from, to } }) => {
    const problem = daysProblem({ from, to });
    if (problem) throw invalidInput(readingProblems[problem]);
    const counts = await countDays(timezone, [iso(from)], [iso(to)]);
    return { days: [...counts].map(([day, count]) => ({ day, count })) };
  },
  'GET /api/check_ins/changes': async ({ query: { since } }) => {
    // Reads and writes never overlap, so the response includes everything with an earlier timestamp.
    const as_of = new Date().toISOString();
    const found = await readGuest((tx) =>
      tx
        .objectStore('check_ins')
        .index('changes')
        .getAll(IDBKeyRange.lowerBound(iso(since)), limits.changes + 1),
    );
    const too_many = found.length > limits.changes;
    return { rows: too_many ? [] : found.map(toCheckIn), too_many, as_of };
  },
  'GET /api/check_ins/:id': ({ params }) => readGuest((tx) => entryById(tx, params.id)),
  'GET /api/log_files': ({ query }) =>
    readGuest(async (tx) => {
      await entryById(tx, query.check_in_id);
      return { rows: await filesOf(tx, query.check_in_id) };
    }),
} satisfies LocalHandlers<typeof operations>;

/** A full or partial index key. An instant alone sorts before all entries of that instant. */
type Bound = [] | [at: string] | PlaceKey;
/** Sorts after every key, because strings sort before arrays. */
const top = [[]] as unknown as Bound;

const iso = (instant: string) => new Date(instant).toISOString();

function boundOf(before: string | undefined): Bound {
  const cursor = decideCursor(before);
  if (cursor === 'invalid') throw invalidInput(readingProblems.cursor);
  return cursor ? [cursor.at, cursor.id] : top;
}

const lower = (a: Bound, b: Bound) => (indexedDB.cmp(a, b) < 0 ? a : b);

/** The newest `count` entries from `first` (inclusive) to `last` (exclusive), newest first. */
async function newestEntries(
  index: 'timeline' | 'bin',
  first: Bound,
  last: Bound,
  count: number,
): Promise<CheckIn[]> {
  if (indexedDB.cmp(first, last) >= 0) return [];
  const range = IDBKeyRange.bound(first, last, false, true);
  const rows = await readGuest(async (tx) => {
    const store = tx.objectStore('check_ins');
    // IndexedDB returns keys oldest first only. Keys are small, so this reads all keys and then the rows of one page.
    const keys = await store.index(index).getAllKeys(range);
    return Promise.all(keys.slice(-count).map((key) => store.get(key)));
  });
  return rows
    .filter((row) => row !== undefined)
    .map(toCheckIn)
    .toReversed();
}

/** The number of timeline entries on each day in a time zone, oldest day first. */
async function countDays(
  timezone: string,
  first: Bound = [],
  last: Bound = top,
): Promise<Map<string, number>> {
  if (knownTimeZone(timezone) === null) throw invalidInput(readingProblems.timeZone);
  const days = new Map<string, number>();
  await readGuest(async (tx) => {
    for await (const { created_at } of timelineOf(tx, first, last)) {
      const day = dayOf(created_at, timezone);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
  });
  return days;
}

/** All entries on the timeline, oldest first. Reads in batches, so that the page stays responsive. */
export async function* timelineOf(
  tx: GuestRead,
  first: Bound = [],
  last: Bound = top,
): AsyncGenerator<CheckIn> {
  if (indexedDB.cmp(first, last) >= 0) return;
  const timeline = tx.objectStore('check_ins').index('timeline');
  for (let after = first; ;) {
    const rows = await timeline.getAll(IDBKeyRange.bound(after, last, true, true), batchSize);
    yield* rows.map(toCheckIn);
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return;
    after = [end.created_at, end.id];
  }
}
