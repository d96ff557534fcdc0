// The rows before a migration, so that a failed update can be undone. Migrations do not change files.
import type { Config } from '../config/config.ts';
import type { AsOwner, PrepareOptions } from '../database/open.ts';
import { deleteOlder, restorePointName, restorePointPath } from './folder.ts';
import { hasData, readTables } from './tables.ts';
import { writeArchive } from './write-archive.ts';

const keep = 3;

type Parts = Pick<PrepareOptions, 'appSecret' | 'say'> & { config: Config; version: string };

/** Writes the restore point, unless the database has no data or BACKUP_KEEP is 0. For `prepareDatabase`. */
export function restorePointBefore({ config, appSecret, version, say }: Parts) {
  return async (asOwner: AsOwner, migration: string): Promise<void> => {
    if (config.backupKeep === 0) return;
    await asOwner(async (owner) => {
      if (!(await hasData(owner, await readTables(owner)))) return;
      const written = await writeArchive({
        ...{ owner, appSecret, version },
        ownsSecret: config.appSecret === undefined,
        path: restorePointPath(config, migration),
        files: null,
        onProgress: () => undefined,
        onWait: () => say('A backup is running. The migration starts when it has ended.'),
      });
      await deleteOlder(config.backupDir, restorePointName, keep);
      const size = `${(written.bytes / 2 ** 20).toFixed(1)} MB, ${written.seconds.toFixed(1)} s`;
      say(`restore point: ${written.path} (${written.rows} rows, ${size})`);
    });
  };
}
