// `npm run move-files -- to-bucket | to-disk` copies all files between the data folder and the bucket of the settings
// S3_..., while Logbook runs or not. It may be interrupted and repeated: what was copied is skipped.
import { join } from 'node:path';
import { readConfig, type Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { diskStore } from '#platform/files/disk-store.ts';
import { checkFileStore, openFileStore } from '#platform/files/open-store.ts';
import { claimFiles, ownerOf } from '#platform/files/owner-mark.ts';
import { megabytes } from './lib/progress-line.ts';
import { reportStartupError } from './lib/report-startup-error.ts';
import { storageError } from './lib/storage-error.ts';
import { copyFiles, type Progress } from './move-files/copy-files.ts';

const progressMs = 5000;
const again = 'Run the command again: it continues where it stopped.';

async function move(config: Config, direction: 'to-bucket' | 'to-disk'): Promise<void> {
  if (!config.objectStorage) {
    throw new StartupError({
      what: 'No bucket is configured.',
      why: 'Files are copied between the data folder and the bucket.',
      fix: 'Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for this command.',
    });
  }
  await checkFileStore(config, console.warn);
  const folder = join(config.dataDir, 'files');
  const [disk, bucket] = [await diskStore(folder), await openFileStore(config)];
  const [from, to] = direction === 'to-bucket' ? [disk, bucket] : [bucket, disk];
  const owner = await ownerOf(from);
  if (owner !== undefined) await claimFiles(to, owner);
  let shownAt = performance.now();
  const { total, copied, skipped, bytes, damaged } = await copyFiles(from, to, (progress) => {
    if (performance.now() - shownAt < progressMs) return;
    shownAt = performance.now();
    console.log(lineOf(progress));
  });
  const place = direction === 'to-bucket' ? `the bucket ${config.objectStorage.bucket}` : folder;
  console.log(
    `${total} files: ${copied} copied (${megabytes(bytes)}), ${skipped} were in ${place} already.\n` +
      'Next: stop Logbook, run this command again to copy what was added in the meantime, and start Logbook ' +
      (direction === 'to-bucket' ? 'with the same S3_... settings.' : 'without the S3_... settings.') +
      '\nThe originals are still in place. Delete them when you no longer need them.',
  );
  if (damaged.length === 0) return;
  throw new StartupError({
    what: `${damaged.length} files were not copied.`,
    why: `Their bytes differ from the hash that was stored with them:\n${damaged.join('\n')}`,
    fix: 'Restore them from a backup.',
  });
}

function lineOf({ total, copied, skipped, bytes }: Progress): string {
  return `${copied + skipped} of ${total} files, ${megabytes(bytes)} copied`;
}

await reportStartupError(async () => {
  const [direction, ...rest] = process.argv.slice(2);
  if ((direction !== 'to-bucket' && direction !== 'to-disk') || rest.length > 0) {
    throw new StartupError({
      what: 'The direction is missing or unknown.',
      why: `Received: ${process.argv.slice(2).join(' ') || 'nothing'}`,
      fix: 'npm run move-files -- to-bucket, or npm run move-files -- to-disk',
    });
  }
  await move(readConfig(), direction).catch((error: unknown) => {
    throw storageError(error, 'Copying stopped.', again);
  });
});
