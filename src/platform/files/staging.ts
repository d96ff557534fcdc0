// The local folder in which bytes are received before they are stored. Its names identify the writing process, so startup
// deletes what a killed process left behind, and never what another process is still receiving in the same folder.
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { freeBytes } from '../disk/free-bytes.ts';
import { throwStorageFull, undefinedIfAbsent } from './disk-errors.ts';
import { type FileStore, FileTooLarge, StorageFull } from './store.ts';

const folderName = '.staging';
const machine = hostname().replaceAll(/[^A-Za-z0-9-]/g, '_');
/** Distinguishes this process from an earlier one with the same pid, which is common in containers. */
const run = randomUUID().slice(0, 8);
/** Uploads are refused before the disk is full: the embedded database on it needs space to write. */
const reservedForDatabase = 64 * 1024 * 1024;

/** The parts of a store that concern staged files. `check` throws when nothing can be staged. */
type Staging = Pick<FileStore, 'stage' | 'discard' | 'clearStaged' | 'check'>;

/** Opens (or creates) the staging folder under `root`, an absolute path. Deletes staged files of killed processes. */
export async function openStaging(root: string): Promise<Staging> {
  const folder = join(root, folderName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder);
  const requireSpace = async (bytes: number) => {
    if ((await freeBytes(root)) < bytes + reservedForDatabase) throw new StorageFull();
  };

  return {
    async stage(source, maxBytes) {
      await requireSpace(maxBytes);
      const path = join(folder, `${machine}.${process.pid}.${run}.${randomUUID()}`);
      const hash = createHash('sha256');
      let size = 0;
      const file = await open(path, 'wx', 0o600).catch(throwStorageFull);
      try {
        for await (const chunk of source) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new FileTooLarge();
          await inTurn(async () => {
            hash.update(chunk);
            await writeAll(file, chunk);
          });
        }
        await file.close();
      } catch (error) {
        await file.close().catch(() => {});
        await rm(path, { force: true });
        return throwStorageFull(error);
      }
      return { path, size, sha256: hash.digest() };
    },

    async discard(staged) {
      await rm(staged.path, { force: true }).catch(() => {});
    },

    async clearStaged(before) {
      let cleared = 0;
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const found = await stat(path).catch(undefinedIfAbsent);
        if (!found || found.mtimeMs >= before.getTime()) continue;
        await rm(path, { force: true });
        cleared++;
      }
      return cleared;
    },

    async check() {
      await access(folder, constants.W_OK);
      await requireSpace(0);
    },
  };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` after that of all earlier callers. Twenty uploads then cost one piece of work between two other requests,
 * not twenty.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    done += (await file.write(chunk, done, chunk.byteLength - done)).bytesWritten;
  }
}

/** Deletes staged files of ended processes on this machine. Other machines' files are left to the sweep. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [writer, pid, writerRun] = name.split('.');
    if (writer !== machine || writerRun === run) continue;
    if (Number(pid) === process.pid || !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
