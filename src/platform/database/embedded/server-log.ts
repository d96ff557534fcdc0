// PostgreSQL appends to one file. It outlives this process, so the file cannot be a pipe of ours, and is
// kept short from outside: what is over the limit moves to one older file.
import { constants } from 'node:fs';
import { copyFile, open, rm, stat, truncate, type FileHandle } from 'node:fs/promises';

const largestLogBytes = 4 * 1024 * 1024;
const checkEveryMs = 60_000;

/** Opened so that each write goes to the end, wherever that is after a truncation. */
export async function openLog(file: string): Promise<FileHandle> {
  // A disk without room for the older part is no reason not to start.
  await shorten(file).catch(() => undefined);
  return open(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
}

/** Looks once a minute until the returned function is called. */
export function keepShort(file: string): () => void {
  const timer = setInterval(() => void shorten(file).catch(() => undefined), checkEveryMs).unref();
  return () => clearInterval(timer);
}

/** Moves what is there to `<file>.1` when it is longer than `limit` bytes. */
export async function shorten(file: string, limit = largestLogBytes): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= limit) return;
  const older = `${file}.1`;
  await copyFile(file, older).catch(async (error: Error) => {
    await rm(older, { force: true });
    throw error;
  });
  await truncate(file);
}
