// One import at a time on a machine: of two, each would read and send everything. Without the lock nothing would be doubled.
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { accessTexts } from '../../access-texts.ts';
import { codeOf } from '../command-error.ts';
import { dataFolder, makeFolder, storageError } from '../folders.ts';

const touchMs = 60_000;
/** A lock that was not touched for so long is that of a process that was killed, even if its number is used again. */
const staleMs = 10 * touchMs;

/** Runs the work alone. Returns false if another process is at it. */
export async function alone(work: () => Promise<void>): Promise<boolean> {
  const path = join(dataFolder(), 'import.lock');
  try {
    makeFolder(dataFolder());
    if (!take(path)) return false;
  } catch (error) {
    throw storageError(error, accessTexts.notWritten(path));
  }
  const touching = setInterval(() => touch(path), touchMs).unref();
  try {
    await work();
    return true;
  } finally {
    clearInterval(touching);
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const lock = openSync(path, 'wx', 0o600);
      writeSync(lock, String(process.pid));
      closeSync(lock);
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (isHeld(path)) return false;
      removeStale(path);
    }
  }
  return false;
}

function isHeld(path: string): boolean {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    if (age > staleMs) return false;
    const holder = Number(readFileSync(path, 'utf8'));
    // Just made, and not written yet.
    if (!Number.isInteger(holder) || holder <= 0) return true;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    // Another user's process exists, too.
    return codeOf(error) === 'EPERM';
  }
}

/** Renamed first, so that of several processes one removes it. */
function removeStale(path: string): void {
  const removed = `${path}.${process.pid}`;
  try {
    renameSync(path, removed);
    rmSync(removed, { force: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Without its lock, the import goes on: the server adds nothing twice.
  }
}
