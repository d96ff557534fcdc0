// Holds a first start in the middle of a migration: a lock on the first table makes the next migration that refers to it
// wait, inside its transaction.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Program } from './program.ts';

export type Caught = { letGo(): Promise<void> };

/** Undefined when the migrations were through before. */
export async function caughtInMigration(program: Program): Promise<Caught | undefined> {
  const client = await firstConnection(program);
  if (!client) return undefined;
  while (!(await isThere(client))) await pause(0);
  await client.query('begin; lock table users in share mode');
  // Ends in one of two ways: somebody waits for the lock, or the start is through.
  while (!(await someoneWaits(client))) {
    if (!(await program.ready())) continue;
    await client.end();
    return undefined;
  }
  return {
    async letGo() {
      await client.query('rollback');
      await client.end();
    },
  };
}

async function firstConnection(program: Program): Promise<pg.Client | undefined> {
  for (;;) {
    const client = await connected(program);
    if (client || (await program.ready())) return client;
    await pause(1);
  }
}

async function connected(program: Program): Promise<pg.Client | undefined> {
  const config = await program.database('postgres').catch(() => undefined);
  if (!config) return undefined;
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => undefined,
  );
}

async function isThere(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.users') is not null as there`,
  );
  return rows[0]!.there;
}

async function someoneWaits(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    `select exists (select 1 from pg_locks where not granted and relation = 'users'::regclass) as waits`,
  );
  return rows[0]!.waits;
}
