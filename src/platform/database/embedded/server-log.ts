// PostgreSQL appends to one log file. It may outlive this process, so it cannot log to a pipe. This process rotates the
// file: when it is too long, its content moves to a second file.
import { constants } from 'node:fs';
import { copyFile, open, rm, stat, truncate, type FileHandle } from 'node:fs/promises';

const maxLogBytes = 4 * 1024 * 1024;
const checkEveryMs = 60_000;

/** Opens the log in append mode, so that writes go to the end even after a truncation. */
export async function openLog(file: string): Promise<FileHandle> {
  // A full disk, with no room for the copy, must not prevent the start.
  await rotateLog(file).catch(() => undefined);
  return open(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
}

/** Checks the file once a minute until the returned function is called. */
export function startLogRotation(file: string): () => void {
  const timer = setInterval(() => void rotateLog(file).catch(() => undefined), checkEveryMs).unref();
  return () => clearInterval(timer);
}

/** Moves the content to `<file>.1` if it is longer than `limit` bytes. */
export async function rotateLog(file: string, limit = maxLogBytes): Promise<void> {
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
