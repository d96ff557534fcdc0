// Loads the rows of an archive in one transaction: an interrupted restore leaves the database with no rows or with all
// of them, and a repeated one replaces them. The rows are loaded into the schema that they were read from; the next
// startup migrates it. Triggers come with the functions, which are created after the last migration, so none is active
// here.
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '../config/startup-error.ts';
import * as t from '../database/columns.ts';
import { underMigrationLock } from '../database/migrate.ts';
import type { Roles } from '../database/roles.ts';
import {
  appliedFiles,
  applyFile,
  changeSchema,
  readMigrations,
  type SchemaFiles,
  type SqlFile,
} from '../database/sql-files.ts';
import { query, statement } from '../database/statement.ts';
import { markRowsRestored, unfinishedRestore } from '../database/unfinished-restore.ts';
import { addJob, deleteJobs } from './jobs.ts';
import { rowsEntry, type Manifest } from './manifest.ts';
import { meter } from './meter.ts';
import type { Archive } from './read-archive.ts';
import { copyTarget, hasData, quoted, readTables, type Table } from './tables.ts';

/** The migrations of this program that the archive's schema had. Throws StartupError if it had others. */
export function migrationsOf(manifest: Manifest, schema: SchemaFiles): SqlFile[] {
  const available = new Map(readMigrations(schema).map((file) => [file.name, file]));
  return manifest.migrations.map(({ name, checksum }) => {
    const file = available.get(name);
    if (file?.checksum === checksum) return file;
    throw new StartupError({
      what: `The archive was written by another version of Logbook (${manifest.version}).`,
      why: file ? `Its migration ${name} differs.` : `This version does not know its migration ${name}.`,
      fix: 'Restore it with the version that wrote it, or a newer one.',
    });
  });
}

const connectedSql = statement({
  text: `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and usename = any ($1)`,
  row: { count: t.int },
});

/** Ended connections are listed for a moment longer. */
const disconnectChecks = { attempts: 15, everyMs: 200 };

/** Throws StartupError if the database is in use, or has data that does not come from an interrupted restore. */
export async function requireEmpty(owner: pg.Client, roles: Roles): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [connected] = await query(owner, connectedSql, [[roles.app, roles.jobs]]);
    if (connected!.count === 0) break;
    if (attempt === disconnectChecks.attempts) {
      throw new StartupError({
        what: 'Logbook is running on this database.',
        why: 'A restore replaces the tables that it uses.',
        fix: 'Stop it, then restore again.',
      });
    }
    await pause(disconnectChecks.everyMs);
    // Within a transaction, the list would stay the same.
    await owner.query('select pg_stat_clear_snapshot()');
  }
  if ((await unfinishedRestore(owner))?.hasRows) return;
  if (await hasData(owner, await readTables(owner))) {
    throw new StartupError({
      what: 'This instance already has data.',
      why: 'A restore needs an empty instance, so that it cannot overwrite anything.',
      fix: 'Set DATA_DIR to a new folder, or with your own PostgreSQL, DATABASE_URL to a new database. For a restore point, only move the folder postgres out of DATA_DIR.',
    });
  }
}

type Options = {
  archive: Archive;
  schema: SchemaFiles;
  roles: Roles;
  onTable(done: number, of: number): void;
};

export type Restored = {
  rows: number;
  /** Tables of the archive that no migration creates, such as those that the operator added to the database. */
  unknown: string[];
};

/** Creates the archive's schema and loads its rows and jobs. */
export async function restoreRows(owner: pg.Client, options: Options): Promise<Restored> {
  const { archive, schema, roles, onTable } = options;
  const { tables, sequences } = archive.manifest;
  const files = migrationsOf(archive.manifest, schema);
  let rows = 0;
  let unknown: string[] = [];
  await underMigrationLock(owner, () =>
    changeSchema(owner, async () => {
      rows = 0;
      await requireEmpty(owner, roles);
      await dropSchema(owner);
      await appliedFiles(owner);
      for (const file of files) await applyFile(owner, file, roles);
      const created = await readTables(owner);
      const names = new Set(created.map(({ name }) => name));
      const known = tables.filter(({ name }) => names.has(name));
      unknown = tables.flatMap(({ name }) => (names.has(name) ? [] : [name]));
      requireSameTables(created, known);
      await owner.query(`truncate ${created.map(({ name }) => quoted(name)).join(', ')}`);
      for (const [done, table] of known.entries()) {
        onTable(done, known.length);
        rows += await load(owner, archive, table);
      }
      for (const { name, value } of sequences)
        await owner.query('select setval(to_regclass($1), $2)', [quoted(name), value]);
      await deleteJobs(owner);
      for (const job of archive.jobs) await addJob(owner, job);
      await markRowsRestored(owner);
    }),
  );
  return { rows, unknown };
}

const migrationsTableSql = statement({
  text: `select to_regclass('public.logbook_migrations')::text as name`,
  row: { name: t.nullable(t.text) },
});

/**
 * An instance that was started and never used has a schema, which may be newer than the archive's. After an interrupted
 * restore, it has the archive's rows.
 */
async function dropSchema(owner: pg.Client): Promise<void> {
  // Without it, the tables are those of another program.
  if ((await query(owner, migrationsTableSql))[0]!.name === null) return;
  const tables = await readTables(owner);
  const names = [...tables.map(({ name }) => name), 'public.logbook_migrations'].map(quoted);
  await owner.query(`drop table if exists ${names.join(', ')} cascade`);
  await owner.query('drop schema if exists app, unsigned cascade');
}

function requireSameTables(created: Table[], archived: Table[]): void {
  const describe = (tables: Table[]) => JSON.stringify(tables.map((table) => copyTarget(table)).toSorted());
  if (describe(created) !== describe(archived))
    throw new Error('The migrations do not create the tables of the archive.');
}

async function load(owner: pg.Client, archive: Archive, table: Manifest['tables'][number]): Promise<number> {
  const measured = meter(() => undefined);
  const copy = owner.query(copyFrom(`copy ${copyTarget(table)} from stdin with (encoding 'UTF8')`));
  await pipeline(await archive.read(rowsEntry(table.name)), measured.stream, copy);
  if (measured.measured().sha256 !== table.sha256 || copy.rowCount !== table.count)
    throw new Error(`The archive changed while ${table.name} was restored.`);
  return copy.rowCount;
}
