import { refuse } from '#platform/http/bind.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { QueryOf } from '#platform/http/operation.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { changedSince, changesHorizon, checkInPage, monthCounts, type Cursor } from '../store.ts';

type All = typeof operations;
type Call<Key extends keyof All> = { tx: Tx; viewer: Viewer; query: QueryOf<All[Key]> };

function readCursor(text: string): Cursor | null {
  const [instant = '', id = ''] = text.split('~');
  const time = Date.parse(instant);
  if (Number.isNaN(time) || !/^[0-9a-f-]{36}$/.test(id)) return null;
  return { createdAt: new Date(time).toISOString(), id };
}

function cursorOf(row: CheckIn): string {
  return `${row.created_at}~${row.id}`;
}

/** One page, newest first; one row more than asked is read to know whether there is a next one. */
export async function listCheckIns({ tx, viewer, query }: Call<'GET /api/check_ins'>) {
  const before = query.before === undefined ? null : readCursor(query.before);
  if (query.before !== undefined && before === null)
    return refuse('invalid_input', { detail: 'before is no cursor.' });
  const { from = null, to = null, limit } = query;
  const found = await checkInPage(tx, { userId: viewer.userId, before, from, to, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? cursorOf(last) : null };
}

export async function listMonths({ tx, viewer, query }: Call<'GET /api/check_ins/months'>) {
  const timeZone = zoneOrNull(query.timezone);
  if (timeZone === null) return refuse('invalid_input', { detail: 'timezone is no IANA time zone.' });
  const asOf = await changesHorizon(tx);
  return { months: await monthCounts(tx, viewer.userId, timeZone), as_of: asOf };
}

const changesMost = 200;

export async function listChanges({ tx, viewer, query }: Call<'GET /api/check_ins/changes'>) {
  const asOf = await changesHorizon(tx);
  const rows = await changedSince(tx, viewer.userId, query.since, changesMost + 1);
  const tooMany = rows.length > changesMost;
  return { rows: tooMany ? [] : rows, too_many: tooMany, as_of: asOf };
}

function zoneOrNull(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
