// The mark of a restore that has begun: a table that exists from before the first file is stored until everything is
// restored. Without it, a killed restore would look like an empty instance, or a complete one.
import pg from 'pg';
import { StartRefusal } from '../config/start-refusal.ts';
import * as t from './columns.ts';
import { query, statement } from './statement.ts';

/** It belongs to no migration, and is never part of a backup. */
export const restoreTable = 'public.logbook_restore';

export type UnfinishedRestore = {
  /** The path of the archive. */
  archive: string;
  /** Whether the rows of the archive are stored: then the data is not the operator's only copy. */
  hasRows: boolean;
};

const existsSql = statement({
  text: 'select to_regclass($1) is not null as exists',
  row: { exists: t.bool },
});

/** The restore that has begun and not ended. */
export async function unfinishedRestore(owner: pg.ClientBase): Promise<UnfinishedRestore | undefined> {
  if (!(await query(owner, existsSql, [restoreTable]))[0]!.exists) return undefined;
  // Not a declared statement: those must fit a database without this table.
  const { rows } = await owner.query<UnfinishedRestore>(
    `select archive, has_rows as "hasRows" from ${restoreTable}`,
  );
  return rows[0];
}

/** Marks the beginning of a restore. A repeated one keeps what the mark says about rows. */
export async function beginRestore(owner: pg.ClientBase, archive: string): Promise<void> {
  // One implicit transaction: the table never exists without its row.
  await owner.query(
    `create table if not exists ${restoreTable}
       (only_row boolean primary key default true check (only_row), archive text not null, has_rows boolean not null default false);
     alter table ${restoreTable} enable row level security;
     insert into ${restoreTable} (archive) values (${pg.escapeLiteral(archive)})
       on conflict (only_row) do update set archive = excluded.archive`,
  );
}

/** For the transaction that stores the rows. */
export async function markRowsRestored(owner: pg.ClientBase): Promise<void> {
  await owner.query(`update ${restoreTable} set has_rows = true`);
}

/** The last step of a restore: from now on, Logbook may start. */
export async function endRestore(owner: pg.ClientBase): Promise<void> {
  await owner.query(`drop table ${restoreTable}`);
}

/** Throws StartRefusal if a restore has begun and not ended. */
export async function refuseUnfinishedRestore(owner: pg.ClientBase): Promise<void> {
  const restore = await unfinishedRestore(owner);
  if (restore) throw restoreRefusal(restore);
}

export function restoreRefusal({ archive }: UnfinishedRestore): StartRefusal {
  return new StartRefusal({
    what: 'A restore into this instance has not finished.',
    why: `It was interrupted, or is still running, so files or rows of ${archive} may be missing.`,
    fix: `Run the same restore again; it may be repeated after any interruption:\nnpm run restore -- ${shellWord(archive)}\nOr, for another instance, set DATA_DIR to a new folder, or with your own PostgreSQL, DATABASE_URL to a new database.`,
  });
}

/** A path as it is written in a command. */
function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
