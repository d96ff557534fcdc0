// Keeps the offline copy in sync with what a signed-in page has loaded.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import {
  deleteOtherCopies,
  deletePart,
  putParts,
  readCopy,
  type CopyNote,
  type CopyPart,
} from '#features/accounts/web/session/offline-copy.ts';
import { markCopy } from '#features/accounts/web/session/session-end.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { monthOf } from '#platform/clock/days.ts';
import { limits } from '#features/check-ins/constants.ts';
import { withoutRow, withRow, type MonthPages } from '#features/check-ins/web/queries/check-in-cache.ts';
import { call, monthsKey, rowsKey } from '#features/check-ins/web/queries/check-in-queries.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { laterFeatures } from '../later-features.ts';

/** Changes within this time are written together. Milliseconds. */
const gatherMs = 800;
/** Deleted entries are purged, so older changes cannot be requested completely. Ends days before that. Milliseconds. */
const maxAgeMs = (limits.daysInBin - 5) * dayMs;

const startsWith = (key: readonly unknown[], start: readonly unknown[]) =>
  start.every((part, index) => key[index] === part);

/** Starts to keep the copy in sync. Throws when the browser stores nothing. */
export async function keepCopy(queries: QueryClient, scope: Scope): Promise<void> {
  const { userId } = scope;
  const cache = queries.getQueryCache();
  const kept = [
    sessionQuery.queryKey,
    monthsKey(scope),
    rowsKey(scope),
    ...laterFeatures.flatMap(({ offline }) => offline?.(scope) ?? []),
  ];
  const stored = new Map<string, unknown>();
  await deleteOtherCopies(userId);
  const since = await catchUpCopy(queries, scope);
  if (since === undefined) return;
  markCopy();

  async function store(): Promise<void> {
    const changed = cache.getAll().filter(({ queryKey, queryHash, state }) => {
      const isKept = state.data !== undefined && kept.some((start) => startsWith(queryKey, start));
      return isKept && stored.get(queryHash) !== state.data;
    });
    for (const { queryHash, state } of changed) stored.set(queryHash, state.data);
    const parts = changed.map(({ queryKey, state }) => ({ key: queryKey, data: state.data }));
    await putParts(userId, parts, note());
  }
  /** The time of the copy, only while the timeline is shown and follows the server's changes. */
  function note(): CopyNote | undefined {
    const follows = cache.find({ queryKey: monthsKey(scope) })?.isActive();
    return follows && navigator.onLine ? { at: Date.now(), since: since! } : undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  function storeSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void store().catch(warn), gatherMs);
  }
  cache.subscribe(({ type }) => {
    if (type === 'updated') storeSoon();
  });
  document.addEventListener('visibilitychange', () => void putParts(userId, [], note()).catch(warn));
  await store();
}

function warn(error: unknown): void {
  console.warn('The offline copy could not be written.', error);
}

/**
 * Updates months that earlier pages loaded and this one has not. Returns the instant, by the server's clock, up to
 * which the copy includes all changes. Undefined when there is no copy and the page has not requested the log.
 */
async function catchUpCopy(queries: QueryClient, scope: Scope): Promise<string | undefined> {
  const copy = await readCopy(scope.userId);
  const rows = rowsKey(scope);
  const older = (copy?.parts ?? []).filter(
    ({ key }) => key[1] === scope.userId && key[2] === rows[2] && queries.getQueryData(key) === undefined,
  );
  if (!copy || older.length === 0) {
    return queries.getQueryData<{ as_of: string }>(monthsKey(scope))?.as_of ?? copy?.note.since;
  }
  const recent = Date.now() - copy.note.at < maxAgeMs;
  const changes = recent
    ? await call('GET /api/check_ins/changes', { query: { since: copy.note.since } })
    : undefined;
  const usable = changes && !changes.too_many ? changes : undefined;
  for (const part of older) {
    if (usable && startsWith(part.key, rows)) await putChanged(scope, part, usable.rows);
    else await deletePart(scope.userId, part.key);
  }
  return changes?.as_of ?? queries.getQueryData<{ as_of: string }>(monthsKey(scope))?.as_of;
}

type Changes = Parameters<typeof withRow<MonthPages>>[1][];

async function putChanged(scope: Scope, part: CopyPart, changes: Changes): Promise<void> {
  const before = part.data as MonthPages;
  const month = part.key[rowsKey(scope).length];
  const after = changes.reduce((data, row) => {
    const belongs = row.deleted_at === null && monthOf(row.created_at, scope.timezone) === month;
    return belongs ? withRow(data, row) : withoutRow(data, row.id);
  }, before);
  if (after !== before) await putParts(scope.userId, [{ key: part.key, data: after }]);
}
