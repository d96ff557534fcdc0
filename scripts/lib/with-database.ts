import { schemaFiles } from '#app/server/schema.ts';
import { restorePointBefore } from '#platform/backup/restore-point.ts';
import type { Config } from '#platform/config/config.ts';
import { readVersion } from '#platform/config/version.ts';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { openDatabase, type Database } from '#platform/database/open.ts';
import { migrateWorker } from '#platform/jobs/worker.ts';
import { loadOrCreateSecret } from '#platform/secrets/secrets.ts';

/** Runs `work` on the database of a running Logbook, or else starts the embedded one for as long as it takes. */
export async function withDatabase(
  config: Config,
  work: (database: Database, appSecret: string) => Promise<void>,
): Promise<void> {
  const parts = {
    config,
    appSecret: loadOrCreateSecret(config.appSecret, config.dataDir),
    say: console.log,
  };
  const database = await openDatabase({
    ...{ ...parts, schema: schemaFiles, embedded: joinEmbedded },
    onLost: (error) => console.error(`database connection lost: ${error.message}`),
    beforeMigrating: restorePointBefore({ ...parts, version: readVersion() }),
  });
  try {
    // Commands count and add jobs, even before the first start.
    await migrateWorker(database.jobs);
    await work(database, parts.appSecret);
  } finally {
    await database.close();
  }
}
