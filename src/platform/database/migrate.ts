// Brings the schema up to date: applies migrations/*.sql in order, forward only, each in its own transaction, and then
// replaces the functions whose files changed (docs/decisions/0024).
import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { replaceFunctions } from './replace-functions.ts';
import type { Roles } from './roles.ts';
import {
  appliedFiles,
  applyFile,
  changeSchema,
  isMigration,
  listedFiles,
  readFunctions,
  readMigrations,
  type SchemaFiles,
  type SqlFile,
} from './sql-files.ts';

// Any number that no other lock uses.
const lockKey = 7_263_001;

/** The migrations that were applied to a database, in their order. */
export async function migrationsIn(owner: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  return (await listedFiles(owner)).filter(({ name }) => isMigration(name));
}

/** Runs work while no process migrates. */
export async function underMigrationLock<T>(owner: pg.Client, work: () => Promise<T>): Promise<T> {
  await owner.query('select pg_advisory_lock($1)', [lockKey]);
  try {
    return await work();
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
  }
}

/**
 * Brings the schema up to date, one process at a time. Returns what it applied, for the startup output.
 * Throws StartupError if an applied migration was changed or replaced, or the database is newer than this program.
 * `beforeMigrating` runs if the database exists and has pending migrations, and gets the name of the first.
 */
export function migrate(
  owner: pg.Client,
  schema: SchemaFiles,
  roles: Roles,
  beforeMigrating: (first: string) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const available = readMigrations(schema);
  return underMigrationLock(owner, async () => {
    const applied = await appliedFiles(owner);
    refuseMismatch(available, applied);
    const pending = available.filter(({ name }) => !applied.has(name));
    if (applied.size > 0 && pending[0]) await beforeMigrating(pending[0].name);
    for (const file of pending) await changeSchema(owner, () => applyFile(owner, file, roles));
    const migrated = pending.length > 0;
    const replaced = await replaceFunctions(owner, readFunctions(schema), applied, roles, migrated);
    return [...pending.map(({ name }) => name), ...(replaced > 0 ? [`${replaced} functions`] : [])];
  });
}

function refuseMismatch(available: SqlFile[], applied: Map<string, string>): void {
  const known = new Set(available.map((migration) => migration.name));
  const unknown = [...applied.keys()].filter((name) => isMigration(name) && !known.has(name)).sort();
  // Until the first release, migrations were rewritten. Migrations of later versions have higher numbers than any in
  // this program.
  const rewritten = unknown.find((name) => name < (available.at(-1)?.name ?? ''));
  if (rewritten !== undefined) {
    throw new StartupError({
      what: 'This database belongs to a development version of Logbook, from before the first release.',
      why: `It has the migration ${rewritten}, which has been replaced by others since.`,
      fix: 'Download your data with the version that wrote it, then start this one with another data folder or database.',
    });
  }
  for (const migration of available) {
    const checksum = applied.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new StartupError({
        what: `The migration ${migration.name} has changed since it was applied to this database.`,
        why: 'An applied migration must never change; a change is a new file.',
        fix: 'Restore the file from the release that applied it.',
      });
    }
  }
  const [newer] = unknown;
  if (newer !== undefined) {
    throw new StartupError({
      what: 'This database belongs to a newer Logbook.',
      why: `It has the migration ${newer}, which this program does not know.`,
      fix: 'Start the newer program, or restore a backup from before its update.',
    });
  }
}
