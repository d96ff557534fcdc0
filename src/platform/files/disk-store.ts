// Stores files on the local disk. Writes go to a staging file, are fsynced and renamed into place, and the folders are
// fsynced, too. An acknowledged file survives a power cut, and readers never see a partial file.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { walk } from './disk-walk.ts';
import { freeBytes } from '../disk/free-bytes.ts';
import { removeAbandoned, stagedName } from './staging.ts';
import { type FileStore, FileTooLarge, type StagedFile, StorageFull, isKey } from './store.ts';

const stagingFolder = '.staging';
/** Uploads are refused before the disk is full: the embedded database on it needs space to write. */
const reservedForDatabase = 64 * 1024 * 1024;

/** Opens (or creates) the store under `root`, an absolute path. Deletes staged files of killed processes. */
export async function diskStore(root: string): Promise<FileStore> {
  const staging = join(root, stagingFolder);
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await removeAbandoned(staging);

  const pathOf = (key: string): string => {
    if (!isKey(key)) throw new Error(`not a key of the file store: ${JSON.stringify(key.slice(0, 100))}`);
    return join(root, ...key.split('/'));
  };

  return {
    async stage(source, maxBytes) {
      if ((await freeBytes(root)) < maxBytes + reservedForDatabase) throw new StorageFull();
      const path = join(staging, stagedName());
      const hash = createHash('sha256');
      let size = 0;
      const file = await open(path, 'wx', 0o600).catch(throwStorageFull);
      try {
        for await (const chunk of source) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new FileTooLarge();
          hash.update(chunk);
          await writeAll(file, chunk);
        }
        await file.close();
      } catch (error) {
        await file.close().catch(() => {});
        await rm(path, { force: true });
        return throwStorageFull(error);
      }
      return { path, size, sha256: hash.digest() };
    },

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

    async discard(staged) {
      await rm(staged.path, { force: true }).catch(() => {});
    },

    async sizeOf(key) {
      const found = await stat(pathOf(key)).catch(undefinedIfAbsent);
      return found?.isFile() ? found.size : undefined;
    },

    async read(key, range) {
      const file = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
        undefinedIfAbsent,
      );
      return file?.createReadStream({ highWaterMark: 256 * 1024, ...range });
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // Remove empty folders up to the bucket, too, so that no folder name of a deleted user remains.
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

    async clearStaged(before) {
      let cleared = 0;
      for (const name of await readdir(staging)) {
        const path = join(staging, name);
        const found = await stat(path).catch(undefinedIfAbsent);
        if (!found || found.mtimeMs >= before.getTime()) continue;
        await rm(path, { force: true });
        cleared++;
      }
      return cleared;
    },

    async check() {
      await access(staging, constants.W_OK);
      if ((await freeBytes(root)) < reservedForDatabase) throw new StorageFull();
    },
  };
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    done += (await file.write(chunk, done, chunk.byteLength - done)).bytesWritten;
  }
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function undefinedIfAbsent(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}

function throwStorageFull(error: unknown): never {
  const code = codeOf(error);
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull() : error;
}
