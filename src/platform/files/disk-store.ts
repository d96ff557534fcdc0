// Stores files on the local disk. Writes go to a staging file, are fsynced and renamed into place, and so are the
// folders. An acknowledged file survives a power cut, and readers never see a partial file.
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf, throwStorageFull, undefinedIfAbsent } from './disk-errors.ts';
import { walk } from './disk-walk.ts';
import { hashBytes } from './hash-bytes.ts';
import { rangeWithin } from './range.ts';
import { openStaging } from './staging.ts';
import { type FileStore, type OpenObject, requireKey, type StagedFile, type WantedRange } from './store.ts';

/** Opens (or creates) the store under `root`, an absolute path. Deletes staged files of killed processes. */
export async function diskStore(root: string): Promise<FileStore> {
  const staging = await openStaging(root);

  const pathOf = (key: string): string => {
    requireKey(key);
    return join(root, ...key.split('/'));
  };
  async function openObject(key: string, wanted?: WantedRange): Promise<OpenObject | 'outside' | undefined> {
    const file = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(undefinedIfAbsent);
    if (!file) return undefined;
    const found = await file.stat();
    const { size } = found;
    const range = wanted ? rangeWithin(wanted, size) : { start: 0, end: size - 1 };
    if (!found.isFile() || range === 'outside') {
      await file.close();
      return found.isFile() ? 'outside' : undefined;
    }
    // A stream cannot end before its start, as the range of an empty file does.
    return {
      size,
      range,
      bytes: file.createReadStream({ highWaterMark: 256 * 1024, ...(size > 0 && range) }),
    };
  }

  async function read(key: string): Promise<Readable | undefined> {
    const opened = await openObject(key);
    return opened === 'outside' ? undefined : opened?.bytes;
  }

  return {
    ...staging,

    async put(staged, key) {
      const path = pathOf(key);
      try {
        await syncPath(staged.path);
        await moveIntoPlace(staged, path);
        // Every folder up to the root: a concurrent upload may have created one and not synced it yet.
        for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) {
          await syncPath(folder);
        }
      } catch (error) {
        await rm(path, { force: true });
        throwStorageFull(error);
      }
    },

    async sizeOf(key) {
      const found = await stat(pathOf(key)).catch(undefinedIfAbsent);
      return found?.isFile() ? found.size : undefined;
    },

    async sha256Of(key) {
      const bytes = await read(key);
      return bytes && hashBytes(bytes);
    },

    read,
    open: openObject,

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // Also remove empty folders up to the bucket, so that no folder named after a deleted user remains.
      for (let folder = dirname(path); dirname(folder).startsWith(root + sep); folder = dirname(folder)) {
        const removed = await rmdir(folder).then(
          () => true,
          () => false,
        );
        if (!removed) return;
      }
    },

    async list(prefix, after, limit) {
      const found = [];
      for await (const object of walk(root, prefix, after)) {
        if (found.push(object) >= limit) break;
      }
      return found;
    },
  };
}

/** Moves the file into place. Retries when `remove` deletes an empty folder between its creation and the rename. */
async function moveIntoPlace(staged: StagedFile, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return await rename(staged.path, path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === 5) throw error;
    }
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
