// The file storage that the configuration names. The driver for buckets is loaded only if it is needed.
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { makeDataFolder } from '../config/data-folder.ts';
import { diskStore } from './disk-store.ts';
import type { FileStore } from './store.ts';

const toErrorOutput = (message: string): void => void process.stderr.write(`${message}\n`);

/**
 * Opens the file storage: the bucket, or the folder `files` of the data folder, where uploads are staged in any case.
 * `warn` gets messages for the operator.
 */
export async function openFileStore(
  config: Config,
  warn: (message: string) => void = toErrorOutput,
): Promise<FileStore> {
  const root = join(makeDataFolder(config.dataDir), 'files');
  if (!config.objectStorage) return diskStore(root);
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(config.objectStorage, root, warn);
}

/** Throws StartupError if the settings of the bucket are wrong. `warn` reports one that does not respond. */
export async function checkFileStore(config: Config, warn: (message: string) => void): Promise<void> {
  if (!config.objectStorage) return;
  const { checkBucket } = await import('./s3-start.ts');
  await checkBucket(config.objectStorage, warn);
}
