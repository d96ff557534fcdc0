// Pauses a first start in the middle of a migration. A lock on the first table blocks the next migration that refers to
// it, inside its transaction.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Program } from '../support/program.ts';

export type PausedMigration = { release(): Promise<void> };

/** Returns undefined when the migrations finish first. */
export async function pauseInMigration(program: Program): Promise<PausedMigration | undefined> {
  const client = await firstConnection(program);
  if (!client) return undefined;
  while (!(await usersTableExists(client))) await pause(0);
  await client.query('begin; lock table users in share mode');
  // Ends when a migration waits for the lock, or when the start is complete.
  while (!(await isLockAwaited(client))) {
    if (!(await program.ready())) continue;
    await client.end();
    return undefined;
  }
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

async function firstConnection(program: Program): Promise<pg.Client | undefined> {
  for (;;) {
    const client = await tryToConnect(program);
    if (client || (await program.ready())) return client;
    await pause(1);
  }
}

async function tryToConnect(program: Program): Promise<pg.Client | undefined> {
  const config = await program.database('postgres').catch(() => undefined);
  if (!config) return undefined;
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => undefined,
  );
}

async function usersTableExists(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.users') is not null as exists`,
  );
  return rows[0]!.exists;
}

async function isLockAwaited(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    `select exists (select 1 from pg_locks where not granted and relation = 'users'::regclass) as waits`,
  );
  return rows[0]!.waits;
}
