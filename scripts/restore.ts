// `npm run restore -- FILE` restores an archive of `npm run backup` into an empty instance: the one that DATA_DIR, or
// DATABASE_URL, and the settings of the file storage name.
import { resolve } from 'node:path';
import { schemaFiles } from '#app/server/schema.ts';
import { buckets, storedFiles } from '#app/server/stored-files.ts';
import { openArchive, type Archive } from '#platform/backup/read-archive.ts';
import { requireNoOtherFiles, restoreFiles } from '#platform/backup/restore-files.ts';
import { migrationsOf, requireEmpty, restoreRows } from '#platform/backup/restore-rows.ts';
import { secretMarkOf } from '#platform/backup/write-archive.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import {
  explainingFullDisk,
  openJobsPool,
  prepareRoles,
  prepareSchema,
  reachDatabase,
} from '#platform/database/open.ts';
import { beginRestore, endRestore } from '#platform/database/unfinished-restore.ts';
import { openFileStore } from '#platform/files/open-store.ts';
import { disclaimFiles } from '#platform/files/owner-mark.ts';
import type { FileStore } from '#platform/files/store.ts';
import { migrateWorker } from '#platform/jobs/worker.ts';
import { loadOrCreateSecret, replaceSecret } from '#platform/secrets/secrets.ts';
import { megabytes, progressLine } from './lib/progress-line.ts';
import { reportStartupError } from './lib/report-startup-error.ts';
import { storageError } from './lib/storage-error.ts';

const line = progressLine();

async function restore(config: Config, path: string): Promise<void> {
  const archive = await openArchive(path, ({ done, of }) =>
    line.show(`verified: ${megabytes(done)} of ${megabytes(of)}`),
  );
  try {
    line.end();
    const { manifest } = archive;
    migrationsOf(manifest, schemaFiles);
    console.log(`The archive of ${manifest.createdAt}, version ${manifest.version}, is complete.`);
    await restoreInto(config, path, archive);
  } finally {
    archive.close();
  }
}

async function restoreInto(config: Config, path: string, archive: Archive): Promise<void> {
  const { manifest } = archive;
  // Without a secret in the archive or the settings, a new one is created.
  const appSecret =
    config.appSecret ?? manifest.appSecret ?? loadOrCreateSecret(config.appSecret, config.dataDir);
  const options = { config, appSecret, say: console.log, embedded: joinEmbedded };
  const database = await reachDatabase(options);
  try {
    const store = await openFileStore(config);
    await database.asOwner((owner) => requireEmpty(owner, database.roles));
    // A restore point has no files: it belongs to the current storage, which its database already owns.
    if (manifest.files) await requireNoOtherFiles(store, buckets, archive);

    // From here on, Logbook does not start before everything is restored.
    await database.asOwner((owner) => beginRestore(owner, path));
    if (manifest.files) await disclaimFiles(store);
    if (config.appSecret === undefined) replaceSecret(config.dataDir, appSecret);

    await restoreFiles(store, archive, (done, of) => line.show(`files: ${done} of ${of}`));
    const { rows, unknown } = await explainingFullDisk(database.folder, async () => {
      await database.asOwner((owner) => prepareRoles(owner, database));
      await createJobTables(database);
      const restored = await database.asOwner((owner) =>
        restoreRows(owner, {
          ...{ archive, schema: schemaFiles, roles: database.roles },
          onTable: (done, of) => line.show(`tables: ${done} of ${of}`),
        }),
      );
      line.end();
      await prepareSchema({ ...options, schema: schemaFiles }, database);
      return restored;
    });
    await database.asOwner(endRestore);
    console.log(
      `Restored ${rows} rows, ${archive.files.length} files and ${archive.jobs.length} pending jobs.`,
    );
    for (const name of unknown) console.warn(`Not restored, because it is not a table of Logbook: ${name}`);
    if (!manifest.files) await reportFilesInPlace(store, await database.asOwner(storedFiles));
    if (secretMarkOf(appSecret) !== manifest.secretMark) warnOfSecret();
  } finally {
    await database.stop();
  }
}

/** Pending jobs are added in the transaction of the rows, so their tables must exist before it. */
async function createJobTables(database: Parameters<typeof openJobsPool>[0]): Promise<void> {
  const pool = openJobsPool(database, (error) => console.error(error.message));
  try {
    await migrateWorker(pool);
  } finally {
    await pool.end();
  }
}

async function reportFilesInPlace(store: FileStore, named: { key: string }[]): Promise<void> {
  const missing: string[] = [];
  for (const { key } of named) if ((await store.sizeOf(key)) === undefined) missing.push(key);
  console.log(
    `The archive is a restore point: it has rows only. The files are those in place: ${named.length - missing.length} of ${named.length} are stored.`,
  );
  for (const key of missing) console.warn(`Missing: ${key}`);
}

function warnOfSecret(): void {
  console.warn(
    'APP_SECRET differs from that of the backed-up instance: unsent emails cannot be read, links in sent emails do not work.\n' +
      'Before you start Logbook, set APP_SECRET to the secret of that instance, if you still have it.',
  );
}

await reportStartupError(async () => {
  const [path, ...rest] = process.argv.slice(2);
  if (path === undefined || rest.length > 0 || path.startsWith('-')) {
    throw new StartupError({
      what: 'A restore needs one archive.',
      why: `Received: ${process.argv.slice(2).join(' ') || 'nothing'}`,
      fix: 'npm run restore -- FILE',
    });
  }
  await restore(readConfig(), resolve(path))
    .finally(() => line.end())
    .catch((error: unknown) => {
      throw storageError(error, 'The restore did not finish.', 'Check the file storage, then restore again.');
    });
});
