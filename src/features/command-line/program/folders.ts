// Where the program keeps what: by the XDG base directories, and in the folders for it on Windows.
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { accessTexts } from '../access-texts.ts';
import { codeOf, CommandError } from './command-error.ts';

const isWindows = process.platform === 'win32';

/** A folder that the environment names. Relative paths are invalid, and ignored. */
function folderIn(variable: string): string | undefined {
  const path = process.env[variable];
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** The folder of the token. */
export function configFolder(): string {
  const base = isWindows
    ? (folderIn('APPDATA') ?? join(homedir(), 'AppData', 'Roaming'))
    : (folderIn('XDG_CONFIG_HOME') ?? join(homedir(), '.config'));
  return join(base, 'logbook');
}

/** The folder of entries that are not sent yet. It is not one that cleaners empty. */
export function dataFolder(): string {
  const base = isWindows
    ? (folderIn('LOCALAPPDATA') ?? join(homedir(), 'AppData', 'Local'))
    : (folderIn('XDG_DATA_HOME') ?? join(homedir(), '.local', 'share'));
  return join(base, 'logbook');
}

/** Makes a folder that only the user can read, and returns it. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** Writes a file that only the user can read: as a whole or not at all, and still there after a power cut. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (!isWindows) chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(path);
}

/** Makes the new name of a file durable, where the system can. */
function syncFolder(path: string): void {
  if (isWindows) return;
  const folder = openSync(join(path, '..'), 'r');
  try {
    fsyncSync(folder);
  } catch {
    // Some file systems do not sync folders. The file itself is complete.
  } finally {
    closeSync(folder);
  }
}

/** Why a file could not be written, for its user. Rethrows anything that is not an error of the operating system. */
export function storageError(error: unknown, what: string): CommandError {
  const code = codeOf(error);
  if (code === undefined) throw error;
  return new CommandError('storage', `${what} ${accessTexts.reasons[code] ?? (error as Error).message}`);
}
