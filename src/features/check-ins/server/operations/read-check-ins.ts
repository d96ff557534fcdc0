import { knownTimeZone } from '#platform/clock/time-zone.ts';
import { inOneTrip, inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { Reader, Tx, Viewer } from '#platform/database/transaction.ts';
import type { ResponseOf, QueryOf } from '#platform/http/operation.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { daysProblem, readingProblems } from '../../reading-rules.ts';
import { decideCursor, pageOf } from '#platform/http/paging.ts';
import { monthCounts } from '../month-store.ts';
import { checkInPage, enterAndReadPage } from '../page-store.ts';
import { changedSince, changesHorizon, dayCounts, deletedPage } from '../store.ts';

type All = typeof operations;
type Bin = All['GET /api/check_ins/deleted'];

/** Refuses a request to read entries. */
export const refuseReading = (problem: keyof typeof readingProblems) =>
  refuse('invalid_input', { detail: readingProblems[problem] });

/** One page, newest first. */
export const listCheckIns = inSteps<All['GET /api/check_ins']>(
  async ({ readInOneStatement, input: { query } }) => {
    const before = decideCursor(query.before);
    if (before === 'invalid') return refuseReading('cursor');
    const { from = null, to = null, limit } = query;
    const found = await readInOneStatement(({ tx }) =>
      enterAndReadPage(tx, { before, from, to, limit: limit + 1 }),
    );
    return isRefused(found) ? found : pageOf(found, limit, 'created_at');
  },
);

/** The bin, most recently deleted first. */
export async function listDeleted({ tx, viewer, query }: { tx: Tx; viewer: Viewer; query: QueryOf<Bin> }) {
  const before = decideCursor(query.before);
  if (before === 'invalid') return refuseReading('cursor');
  return pageOf(await deletedPage(tx, viewer.userId, before, query.limit + 1), query.limit, 'deleted_at');
}

export const listMonths = inOneTrip<All['GET /api/check_ins/months']>(async ({ tx, input: { query } }) => {
  const [asOf, months] = await Promise.all([changesHorizon(tx), monthCounts(tx, query.timezone)]);
  return { months, as_of: asOf };
});

export const listDays = inOneTrip<All['GET /api/check_ins/days']>(async ({ tx, input: { query } }) => {
  const { timezone, from, to } = query;
  const problem = daysProblem(query);
  if (problem) return refuseReading(problem);
  return { days: await dayCounts(tx, { timeZone: timezone, from, to }) };
});

export const listChanges = inOneTrip<All['GET /api/check_ins/changes']>(async ({ tx, input: { query } }) => {
  const [asOf, rows] = await Promise.all([
    changesHorizon(tx),
    changedSince(tx, query.since, limits.changes + 1),
  ]);
  const tooMany = rows.length > limits.changes;
  return { rows: tooMany ? [] : rows, too_many: tooMany, as_of: asOf };
});

type FirstPage = {
  months: ResponseOf<All['GET /api/check_ins/months']>;
  rows: ResponseOf<All['GET /api/check_ins']>;
};

/**
 * The first data of a timeline, in one trip: the month counts in a time zone, and the newest `limit` entries between
 * `from` and `to`. For the server-rendered page.
 */
export async function firstPage(
  tx: Reader,
  { timeZone, limit, ...span }: { timeZone: string; from: string; to: string; limit: number },
): Promise<FirstPage> {
  const [asOf, months, found] = await Promise.all([
    changesHorizon(tx),
    monthCounts(tx, knownTimeZone(timeZone) ?? 'UTC'),
    checkInPage(tx, { before: null, ...span, limit: limit + 1 }),
  ]);
  return { months: { months, as_of: asOf }, rows: pageOf(found, limit, 'created_at') };
}
