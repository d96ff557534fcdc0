import type { Config } from '#platform/config/config.ts';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { openDatabase, type Database } from '#platform/database/open.ts';
import { loadOrCreateSecret } from '#platform/secrets/secrets.ts';

/** Runs `work` on the database of a running Logbook, or else starts the embedded one for as long as it takes. */
export async function withDatabase(
  config: Config,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await openDatabase({
    config,
    appSecret: loadOrCreateSecret(config.appSecret, config.dataDir),
    migrations: 'migrations',
    say: console.log,
    onLost: (error) => console.error(`database connection lost: ${error.message}`),
    embedded: joinEmbedded,
  });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
