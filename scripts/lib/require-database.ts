import type { Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { hasEmbedded } from '#platform/database/embedded/layout.ts';

/** Throws StartupError if the settings name no existing database: a command with another DATA_DIR would create one. */
export function requireDatabase(config: Config): void {
  if (config.databaseUrl !== undefined || hasEmbedded(config.dataDir)) return;
  throw new StartupError({
    what: `There is no database in the data folder ${config.dataDir}.`,
    why: 'This command needs the same settings as the server: DATA_DIR, and DATABASE_URL if it is set.',
    fix: 'Set them as for the server, then try again.',
  });
}
