// The mark of an unfinished restore: a table that is created before the first file is stored, and dropped when
// everything is restored. Without it, a killed restore would look like an empty instance, or a complete one.
import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import * as t from './columns.ts';
import { query, statement } from './statement.ts';

/** It has neither columns nor rows: the mark is its comment. It belongs to no migration, and to no backup. */
export const restoreTable = 'public.logbook_restore';

export type UnfinishedRestore = {
  /** The path of the archive. */
  archive: string;
  /** Whether the rows in the database are those of an archive, and may be replaced. */
  hasRows: boolean;
};

const markSql = statement({
  text: `select obj_description(to_regclass('${restoreTable}'), 'pg_class')::jsonb as mark`,
  row: { mark: t.nullable(t.jsonb<UnfinishedRestore>()) },
});

/** The restore that has begun and not ended. */
export async function unfinishedRestore(owner: pg.ClientBase): Promise<UnfinishedRestore | null> {
  return (await query(owner, markSql))[0]!.mark;
}

async function mark(owner: pg.ClientBase, restore: UnfinishedRestore): Promise<void> {
  // One implicit transaction: the table never exists without its comment.
  await owner.query(
    `create table if not exists ${restoreTable} ();
     comment on table ${restoreTable} is ${pg.escapeLiteral(JSON.stringify(restore))}`,
  );
}

/** Marks the beginning of a restore, which may repeat an interrupted one. */
export async function beginRestore(owner: pg.ClientBase, archive: string): Promise<void> {
  const interrupted = await unfinishedRestore(owner);
  await mark(owner, { archive, hasRows: interrupted?.hasRows ?? false });
}

/** For the transaction that stores the rows. */
export async function markRowsRestored(owner: pg.ClientBase): Promise<void> {
  const restore = await unfinishedRestore(owner);
  if (!restore) throw new Error('The mark of the restore was removed.');
  await mark(owner, { ...restore, hasRows: true });
}

/** The last step of a restore: from now on, Logbook may start. */
export async function endRestore(owner: pg.ClientBase): Promise<void> {
  await owner.query(`drop table ${restoreTable}`);
}

/** Throws StartupError if a restore has begun and not ended. */
export async function refuseUnfinishedRestore(owner: pg.ClientBase): Promise<void> {
  const restore = await unfinishedRestore(owner);
  if (restore) throw restoreError(restore);
}

export function restoreError({ archive }: UnfinishedRestore): StartupError {
  return new StartupError({
    what: 'A restore into this instance has not finished.',
    why: `It was interrupted, or is still running, so files or rows of ${archive} may be missing.`,
    fix: `Run the same restore again; it may be repeated after any interruption:\nnpm run restore -- ${shellWord(archive)}\nOr, for another instance, set DATA_DIR to a new folder, or with your own PostgreSQL, DATABASE_URL to a new database.`,
  });
}

/** A path as it is written in a command. */
function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
