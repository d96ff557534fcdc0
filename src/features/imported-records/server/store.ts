// All SQL on what other instances recorded. Row-level security limits every statement to the viewer's rows.
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { topCursor, type Cursor } from '#platform/http/paging.ts';
import { recordKinds, type RecordKind } from '../constants.ts';
import type { ImportedRecord } from '../contract.ts';
import type { DecidedRecord } from '../rules.ts';

const importedRecord = {
  id: t.uuid,
  kind: t.oneOf(recordKinds),
  origin: t.text,
  original_id: t.uuid,
  at: t.timestamptz,
  record: t.text,
  imported_at: t.timestamptz,
} satisfies t.ColumnsOf<ImportedRecord>;
const columns = t.list(importedRecord);

const recordPageSql = statement({
  text: `select ${columns} from imported_records
    where user_id = (select app.viewer()) and kind = $1 and (at, id) < ($2, $3)
    order by at desc, id desc limit $4`,
  row: importedRecord,
});

/** The viewer's records of a kind, newest first, below the cursor if there is one. */
export function recordPage(
  tx: Reader,
  kind: RecordKind,
  { before, limit }: { before: Cursor | null; limit: number },
): Promise<ImportedRecord[]> {
  const { at, id } = before ?? topCursor;
  return tx.query(recordPageSql, [kind, at, id, limit]);
}

const lockRecordsSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('imported records of ' || app.viewer()::text, 0))`,
});

/** No other transaction of the viewer adds records until this one ends. */
export async function lockRecords(tx: Tx): Promise<void> {
  await tx.query(lockRecordsSql);
}

const countRecordsSql = statement({
  text: 'select count(*)::int as count from imported_records where user_id = (select app.viewer())',
  row: { count: t.int },
});

export async function countRecords(tx: Tx): Promise<number> {
  const rows = await tx.query(countRecordsSql);
  return rows[0]!.count;
}

const keyOf = `kind || ' ' || original_id::text || ' ' || origin`;
const knownKeysSql = statement({
  text: `select ${keyOf} as key from imported_records
    where user_id = (select app.viewer()) and original_id = any($1::uuid[])`,
  row: { key: t.text },
});

type Named = Pick<ImportedRecord, 'kind' | 'origin' | 'original_id'>;

/** What identifies a record of a user. */
export const recordKey = ({ kind, origin, original_id }: Named) => `${kind} ${original_id} ${origin}`;

/** Those of the viewer's records that have one of these ids at their origin, by `recordKey`. */
export async function knownKeys(tx: Tx, originalIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query(knownKeysSql, [originalIds]);
  return rows.map(({ key }) => key);
}

const madeHereSql = statement({
  text: `select 'shoutout ' || s.id::text as key from app.own_shoutouts_among($1::uuid[]) as s(id)
    union all select 'vouch ' || v.id::text from app.own_vouches_among($1::uuid[]) as v(id)`,
  row: { key: t.text },
});

/** Kind and id of the shoutouts and vouches of the viewer here that have one of these ids. */
export async function madeHere(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query(madeHereSql, [ids]);
  return rows.map(({ key }) => key);
}

const insertRecordsSql = statement({
  text: `insert into imported_records (id, user_id, kind, origin, original_id, at, record)
    select r.id, $1, r.kind, r.origin, r.original_id, r.at, r.record
    from jsonb_to_recordset($2) as r(id uuid, kind text, origin text, original_id uuid, at timestamptz, record text)`,
});

export async function insertRecords(
  tx: Tx,
  userId: string,
  rows: readonly (DecidedRecord & { id: string })[],
): Promise<void> {
  await tx.query(insertRecordsSql, [userId, JSON.stringify(rows)]);
}

const deleteRecordSql = statement({
  text: `delete from imported_records where id = $1 returning ${columns}`,
  row: importedRecord,
});

export async function deleteRecord(tx: Tx, id: string): Promise<ImportedRecord | undefined> {
  const rows = await tx.query(deleteRecordSql, [id]);
  return rows[0];
}

const allRecordsSql = statement({
  text: `select ${columns} from imported_records
    where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: importedRecord,
});

/** For the export, in order of id. */
export function allRecords(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<ImportedRecord[]> {
  return tx.query(allRecordsSql, [userId, after, limit]);
}
