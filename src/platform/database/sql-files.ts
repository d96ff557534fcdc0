// The SQL files of the schema, and the table of those that were applied.
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import * as t from './columns.ts';
import type { Roles } from './roles.ts';
import { query, statement } from './statement.ts';

/** Where the SQL of a program is. */
export type SchemaFiles = {
  /** The folder of the migrations. */
  migrations: string;
  /** The folder of the sources: each feature and each mechanism of the platform has its functions in a folder `sql`. */
  sources: string;
  /** What `{{name}}` stands for in functions: SQL of the product's numbers. */
  values: Readonly<Record<string, string>>;
};

/** The checksum is a SHA-256 of the text in hex. */
export type SqlFile = { name: string; text: string; checksum: string };

const migrationName = /^\d{4}_[a-z0-9_]+\.sql$/;
export const isMigration = (name: string): boolean => migrationName.test(name);

/** The migrations of the program, in their order. */
export function readMigrations({ migrations }: SchemaFiles): SqlFile[] {
  return readdirSync(migrations)
    .filter(isMigration)
    .sort()
    .map((name) => readSqlFile(migrations, name));
}

/**
 * The functions of the program, in the order of their names, and then the triggers. Their checksums cover the values of their placeholders, so
 * that a changed number replaces the functions that contain it.
 */
export function readFunctions({ sources, values }: SchemaFiles): SqlFile[] {
  const paths = globSync('{features,platform}/*/sql/*.sql', { cwd: sources });
  const names = paths.map((path) => basename(path, '.sql')).sort();
  return paths
    .map((path) => readSqlFile(sources, path, (text) => withValues(withEach(text, names), values)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Repeats a line with `{{each:remove}}` for each function `app.remove__<feature>`, whose name replaces the placeholder: so a
 * feature takes part without being named.
 */
function withEach(text: string, functions: string[]): string {
  return text.replace(/^.*\{\{each:(\w+)\}\}.*\n/gm, (line, list: string) =>
    functions
      .filter((name) => name.startsWith(`app.${list}__`))
      .map((name) => line.replace(`{{each:${list}}}`, name))
      .join(''),
  );
}

function withValues(text: string, values: SchemaFiles['values']): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function readSqlFile(folder: string, path: string, change = (text: string) => text): SqlFile {
  const text = change(readFileSync(join(folder, path), 'utf8'));
  return { name: basename(path), text, checksum: createHash('sha256').update(text).digest('hex') };
}

/** Replaces the placeholders `{{app}}` and `{{jobs}}` by the names of the roles. Throws if there is another one. */
export function withRoles(text: string, roles: Roles): string {
  const replaced = text
    .replaceAll('{{app}}', pg.escapeIdentifier(roles.app))
    .replaceAll('{{jobs}}', pg.escapeIdentifier(roles.jobs));
  const unknown = /\{\{[^}]*\}\}/.exec(replaced);
  if (unknown) throw new Error(`${unknown[0]} stands for nothing.`);
  return replaced;
}

const appliedSql = statement({
  text: 'select name, checksum from public.logbook_migrations order by name collate "C"',
  row: { name: t.text, checksum: t.text },
});

/** The applied files with their checksums, in the order of their names. The table must exist. */
export function listedFiles(owner: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  return query(owner, appliedSql);
}

/** The checksums of the applied files, by name. Creates the table on the first start. */
export async function appliedFiles(owner: pg.Client): Promise<Map<string, string>> {
  await owner.query(
    `create table if not exists public.logbook_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  await owner.query('alter table public.logbook_migrations enable row level security');
  const rows = await listedFiles(owner);
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Runs a file in the caller's transaction and notes its checksum. Throws an error that names the file. */
export async function applyFile(owner: pg.Client, file: SqlFile, roles: Roles): Promise<void> {
  try {
    await owner.query(withRoles(file.text, roles));
  } catch (error) {
    throw new Error(`${file.name} failed: ${(error as Error).message}`, { cause: error });
  }
  await owner.query(
    `insert into public.logbook_migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [file.name, file.checksum],
  );
}

/** Less than `deadlock_timeout` (1 s), so that this transaction gives up first, and never a request. */
const lockTimeoutMs = 500;
/** Milliseconds between attempts, for the requests that waited behind this transaction. */
const retryMs = 250;
const maxAttempts = 100;
const lockNotAvailable = '55P03';

/**
 * Changes the schema in a transaction while other processes serve requests. Requests wait for its locks, but it waits
 * for theirs only half a second before it makes way and starts again. So `work` may run several times. Throws
 * StartupError after a minute of attempts.
 */
export async function changeSchema(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await owner.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
      await work();
      await owner.query('commit');
      return;
    } catch (error) {
      await owner.query('rollback').catch(() => undefined);
      if (!isLockTimeout(error)) throw error;
      if (attempt === maxAttempts) throw tablesInUse(error);
      await pause(retryMs);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === lockNotAvailable;
}

function tablesInUse(cause: unknown): StartupError {
  return new StartupError(
    {
      what: 'The database schema cannot be updated, because its tables are in use.',
      why: 'Another session holds a lock on one of them for more than a minute.',
      fix: 'End long transactions on the database (select * from pg_stat_activity), then start again.',
    },
    { cause },
  );
}
