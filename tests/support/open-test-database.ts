import pg from 'pg';
import { schemaFiles } from '#app/server/schema.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { openDatabase, type Database } from '#platform/database/open.ts';
import { clientConfig } from '#platform/database/pools.ts';
import { migrateWorker } from '#platform/jobs/worker.ts';

/** The database with the migrations that each test file clones. */
export const template = 'logbook_template';

export const appSecret = 'a secret that only the tests know, and long enough';

export function serverUrl(at: { host: string; port: number }, database: string): string {
  return `postgres://postgres@localhost:${at.port}/${database}?host=${encodeURIComponent(at.host)}`;
}

/** Creates the database in DATABASE_URL as a copy of `copyOf`, and opens it as the product does. */
export async function openTestDatabase(
  env: NodeJS.ProcessEnv,
  copyOf: string,
): Promise<{ config: Config; database: Database }> {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  const url = new URL(config.databaseUrl!);
  const name = url.pathname.slice(1);
  const host = url.searchParams.get('host')!;
  const client = new pg.Client({ host, port: Number(url.port), user: 'postgres', database: 'postgres' });
  await client.connect();
  const source = copyOf === 'postgres' ? '' : ` template ${pg.escapeIdentifier(copyOf)}`;
  await client.query(`create database ${pg.escapeIdentifier(name)}${source}`);
  await client.end();
  const database = await openDatabase({
    config,
    appSecret,
    schema: schemaFiles,
    say: () => undefined,
    onLost: () => undefined,
  });
  await migrateWorker(database.jobs);
  const owners = new pg.Pool(
    clientConfig({ host, port: Number(url.port), database: name }, { user: 'postgres' }),
  );
  // A test may end every connection of the database.
  owners.on('error', () => undefined);
  const close = async () => {
    await owners.end();
    await database.close();
  };
  return { config, database: { ...database, asOwner: pooledOwner(owners), close } };
}

/** `asOwner` without a new connection for each call, because the tests call it thousands of times. */
function pooledOwner(owners: pg.Pool): Database['asOwner'] {
  return async (work) => {
    const client = await owners.connect();
    try {
      const result = await work(client);
      await client.query('discard all');
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
}
