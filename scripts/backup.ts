// `npm run backup` writes an archive to BACKUP_DIR, and `npm run backup -- FILE` to that file, while Logbook runs or not.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { storedFiles } from '#app/server/stored-files.ts';
import { manualPath } from '#platform/backup/folder.ts';
import { writeArchive } from '#platform/backup/write-archive.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { readVersion } from '#platform/config/version.ts';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { reachDatabase } from '#platform/database/open.ts';
import { openFileStore } from '#platform/files/open-store.ts';
import { loadOrCreateSecret } from '#platform/secrets/secrets.ts';
import { megabytes, progressLine } from './lib/progress-line.ts';
import { reportStartupError } from './lib/report-startup-error.ts';
import { requireDatabase } from './lib/require-database.ts';
import { storageError } from './lib/storage-error.ts';

async function backUp(config: Config, path: string): Promise<void> {
  requireDatabase(config);
  if (existsSync(path)) {
    throw new StartupError({
      what: `${path} exists already.`,
      why: 'A backup does not replace a file.',
      fix: 'Choose another name, or move the file away.',
    });
  }
  const appSecret = loadOrCreateSecret(config.appSecret, config.dataDir);
  const database = await reachDatabase({ config, appSecret, say: console.log, embedded: joinEmbedded });
  const line = progressLine();
  try {
    const store = await openFileStore(config);
    const written = await database.asOwner((owner) =>
      writeArchive({
        ...{ owner, path, appSecret },
        version: readVersion(),
        ownsSecret: config.appSecret === undefined,
        files: { store, named: storedFiles },
        onProgress: ({ part, done, of, bytes }) =>
          line.show(`${part === 'rows' ? 'tables' : 'files'}: ${done} of ${of}, ${megabytes(bytes)}`),
        onWait: () => console.log('Waiting for another backup, or for files that are being deleted ...'),
      }),
    );
    line.end();
    const { rows, files, bytes, seconds, missing, damaged } = written;
    console.log(
      `${rows} rows and ${files} files in ${megabytes(bytes)}, ${seconds.toFixed(1)} s:\n${written.path}`,
    );
    for (const key of missing) console.warn(`Missing, and so not in the backup: ${key}`);
    for (const key of damaged) console.warn(`Differs from what its row says: ${key}`);
  } finally {
    line.end();
    await database.stop();
  }
}

await reportStartupError(async () => {
  const [path, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || path?.startsWith('-')) {
    throw new StartupError({
      what: 'Too many arguments, or an unknown option.',
      why: `Received: ${process.argv.slice(2).join(' ')}`,
      fix: 'npm run backup, or npm run backup -- FILE',
    });
  }
  const config = readConfig();
  const target = path === undefined ? manualPath(config, new Date()) : resolve(path);
  await backUp(config, target).catch((error: unknown) => {
    throw storageError(error, 'No backup was written.', 'Check the file storage, then run it again.');
  });
});
