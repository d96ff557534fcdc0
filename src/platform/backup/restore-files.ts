import type { FileStore } from '../files/store.ts';
import { StartupError } from '../config/startup-error.ts';
import { fileEntry } from './manifest.ts';
import type { Archive } from './read-archive.ts';

const pageSize = 1000;

/** Throws StartupError if one of the buckets has an object that is not in the archive. */
export async function requireNoOtherFiles(
  store: FileStore,
  buckets: readonly string[],
  archive: Archive,
): Promise<void> {
  const own = new Set(archive.files.map(({ key }) => key));
  for (const bucket of buckets) {
    for (let after: string | undefined; ;) {
      const page = await store.list(`${bucket}/`, after, pageSize);
      const other = page.find(({ key }) => !own.has(key));
      if (other) {
        throw new StartupError({
          what: 'The file storage already has files that are not in the archive.',
          why: `One is ${other.key}. Files without a row are deleted, so these would be lost.`,
          fix: 'Restore into a new DATA_DIR, or an empty bucket.',
        });
      }
      if (page.length < pageSize) break;
      after = page.at(-1)!.key;
    }
  }
}

/** Stores the files of the archive. It may be repeated. `onFile` gets how many are stored. */
export async function restoreFiles(
  store: FileStore,
  archive: Archive,
  onFile: (done: number, of: number) => void,
): Promise<void> {
  for (const [done, { key, bytes, sha256 }] of archive.files.entries()) {
    onFile(done, archive.files.length);
    const staged = await store.stage(await archive.read(fileEntry(key)), bytes);
    if (staged.sha256.toString('hex') !== sha256) {
      await store.discard(staged);
      throw new Error(`The archive changed while ${key} was restored.`);
    }
    await store.put(staged, key);
  }
}
