// Applies migrations/*.sql in order, forward only, under a lock, each in its own transaction.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { StartRefusal } from '../config/start-refusal.ts';
import type { Roles } from './roles.ts';

// Any number that no other lock uses.
const lockKey = 7_263_001;

type Migration = { name: string; text: string; checksum: string };

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Brings the schema up to date. Returns the names of the migrations that it applied.
 * Throws StartRefusal if an applied migration was changed or the database is newer than this program.
 */
export async function migrate(owner: pg.Client, folder: string, roles: Roles): Promise<string[]> {
  const available = readMigrations(folder);
  await owner.query('select pg_advisory_lock($1)', [lockKey]);
  try {
    await owner.query(
      `create table if not exists public.logbook_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    await owner.query('alter table public.logbook_migrations enable row level security');
    const { rows } = await owner.query<{ name: string; checksum: string }>(
      'select name, checksum from public.logbook_migrations order by name',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseMismatch(available, applied);
    const pending = available.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) await apply(owner, migration, roles);
    return pending.map((migration) => migration.name);
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
  }
}

function refuseMismatch(available: Migration[], applied: Map<string, string>): void {
  for (const migration of available) {
    const checksum = applied.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new StartRefusal({
        what: `The migration ${migration.name} has changed since it was applied to this database.`,
        why: 'An applied migration must never change; a change is a new file.',
        fix: 'Restore the file from the release that applied it.',
      });
    }
  }
  const known = new Set(available.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (known.has(name)) continue;
    throw new StartRefusal({
      what: 'This database belongs to a newer Logbook.',
      why: `It has the migration ${name}, which this program does not know.`,
      fix: 'Start the newer program, or restore a backup from before its update.',
    });
  }
}

async function apply(owner: pg.Client, migration: Migration, roles: Roles): Promise<void> {
  const text = migration.text
    .replaceAll('{{app}}', pg.escapeIdentifier(roles.app))
    .replaceAll('{{jobs}}', pg.escapeIdentifier(roles.jobs));
  await owner.query('begin');
  try {
    await owner.query(text);
    await owner.query('insert into public.logbook_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
