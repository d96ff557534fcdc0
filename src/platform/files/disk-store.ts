// Files on the local disk: written aside, fsynced, renamed into place, and the folders fsynced too, so that what was
// acknowledged survives a power cut and nobody ever reads half a file.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { walk } from './disk-walk.ts';
import { freeBytes } from './free-bytes.ts';
import { removeAbandoned, stagedName } from './staging.ts';
import { type FileStore, FileTooLarge, type StagedFile, StorageFull, isKey } from './store.ts';

const stagingFolder = '.staging';
/** Files end before the disk does: without room the embedded database on it could not write a word. */
const leftForDatabase = 64 * 1024 * 1024;

/** Opens (and makes) the store under `root`, an absolute path; removes what killed processes were receiving. */
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
      if ((await freeBytes(root)) < maxBytes + leftForDatabase) throw new StorageFull();
      const path = join(staging, stagedName());
      const hash = createHash('sha256');
      let size = 0;
      const file = await open(path, 'wx', 0o600).catch(asStorageFull);
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
        return asStorageFull(error);
      }
      return { path, size, sha256: hash.digest() };
    },

    async put(staged, key) {
      const path = pathOf(key);
      try {
        await syncPath(staged.path);
        await moveInto(staged, path);
        // Every folder up to the root: another upload may have made one of them and not synced it yet.
        for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) {
          await syncPath(folder);
        }
      } catch (error) {
        await rm(path, { force: true });
        asStorageFull(error);
      }
    },

    async discard(staged) {
      await rm(staged.path, { force: true }).catch(() => {});
    },

    async sizeOf(key) {
      const found = await stat(pathOf(key)).catch(nothingIfAbsent);
      return found?.isFile() ? found.size : undefined;
    },

    async read(key, range) {
      const file = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(nothingIfAbsent);
      return file?.createReadStream({ highWaterMark: 256 * 1024, ...range });
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // Empty folders go as well, up to the bucket: after a person has left, nothing tells that they were here.
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
        const found = await stat(path).catch(nothingIfAbsent);
        if (!found || found.mtimeMs >= before.getTime()) continue;
        await rm(path, { force: true });
        cleared++;
      }
      return cleared;
    },
  };
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    done += (await file.write(chunk, done, chunk.byteLength - done)).bytesWritten;
  }
}

/** Moves the file to its name. A folder may vanish between making and use (`remove` tidies empty ones): made again. */
async function moveInto(staged: StagedFile, path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      return await rename(staged.path, path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === 5) throw error;
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

function nothingIfAbsent(error: unknown): undefined {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}

function asStorageFull(error: unknown): never {
  const code = codeOf(error);
  throw code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull() : error;
}
