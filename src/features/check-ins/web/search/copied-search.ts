// Search without a connection: in the browser's copy of the user's entries, by the same rules as the server's search.
import { readCopy } from '#features/accounts/web/session/offline-copy.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { limits } from '../../constants.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { matcher, type Search } from '../../search-rules.ts';
import { countTags } from '../../tag-rules.ts';
import { rowsOf, type MonthPages } from '../queries/check-in-cache.ts';
import { monthsKey, rowsKey } from '../queries/check-in-queries.ts';

type Months = ResponseOf<(typeof operations)['GET /api/check_ins/months']>;

const isUnder =
  (start: readonly unknown[]) =>
  ({ key }: { key: readonly unknown[] }) =>
    start.every((part, index) => key[index] === part);

/** The copied entries, newest first, and whether these are all. Undefined if this browser has no copy. */
async function readLog(scope: Scope): Promise<{ entries: CheckIn[]; isComplete: boolean } | undefined> {
  const copy = await readCopy(scope.userId).catch(() => undefined);
  if (!copy) return undefined;
  // The parts are sorted by their keys, so the newest month is the last.
  const months = copy.parts.filter(isUnder(rowsKey(scope))).toReversed();
  const entries = months.flatMap(({ data }) => rowsOf(data as MonthPages));
  const countsKey = monthsKey(scope);
  const counts = copy.parts.find((part) => part.key.length === countsKey.length && isUnder(countsKey)(part));
  const total = (counts?.data as Months | undefined)?.months.reduce((sum, { count }) => sum + count, 0);
  return { entries, isComplete: total !== undefined && entries.length >= total };
}

/** All copied entries that match, on one page. Undefined if this browser has no copy. */
export async function searchCopy(scope: Scope, search: Search) {
  const log = await readLog(scope);
  if (!log) return undefined;
  const rows = log.entries.filter(matcher(search));
  const count = Math.min(rows.length, limits.counted + 1);
  return { rows, next: null, count, copy: log.isComplete ? ('complete' as const) : ('partial' as const) };
}

/** What the copied entries can be filtered by. Undefined if this browser has no copy. */
export async function copiedTags(scope: Scope) {
  const entries = (await readLog(scope))?.entries;
  return (
    entries && {
      rows: countTags(entries.map(({ content }) => content)),
      goals: entries.some(({ kind }) => kind === 'goal'),
      shared: entries.some(({ shared_with_manager }) => shared_with_manager),
    }
  );
}
