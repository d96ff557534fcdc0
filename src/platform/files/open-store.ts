// The file storage that the configuration names.
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { diskStore } from './disk-store.ts';
import type { FileStore } from './store.ts';

/** Opens the file storage: the folder `files` of the data folder. */
export function openFileStore(config: Config): Promise<FileStore> {
  return diskStore(join(config.dataDir, 'files'));
}
