// Creates DATA_DIR if it is missing. Every module that may need it first calls this.
import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartRefusal } from './start-refusal.ts';

/** Returns the folder's real path. Throws StartRefusal if it cannot be created or written to. */
export function makeDataFolder(dataDir: string): string {
  try {
    // Others can pass through root's folder (but not list it), so that the database's user reaches its subfolder.
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    throw new StartRefusal(
      { what: `The data folder ${dataDir} cannot be created.`, ...whyNot(cause as NodeJS.ErrnoException) },
      { cause },
    );
  }
  refuseFile(dataDir);
  refuseReadOnly(dataDir);
  return realpathSync(dataDir);
}

/**
 * As `mkdir -p`. That of Node never ends where the system reports a folder as missing when one is created in it, as in
 * /proc.
 */
function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(path)) throw error;
  }
}

const another = 'choose another folder with DATA_DIR.';

/** Why a folder cannot be created, and what helps. */
function whyNot({ code, message, path }: NodeJS.ErrnoException): { why: string; fix: string } {
  const system = `The system says: ${message}.`;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { why: 'The disk is full.', fix: `Free some disk space, or ${another}` };
    case 'EROFS':
      return {
        why: `It is on a disk that is mounted read-only. ${system}`,
        fix: `Mount the disk writable, or ${another}`,
      };
    case 'ENOTDIR':
      return { why: `A part of the path is a file. ${system}`, fix: `Correct the path, or ${another}` };
    case 'ENAMETOOLONG':
      return { why: 'A name in the path is too long.', fix: `Correct the path, or ${another}` };
    case 'EACCES':
    case 'EPERM':
      return {
        why: system,
        fix: `Let the user id ${process.getuid?.()} write to ${path ? dirname(path) : 'the folder above'}, or ${another}`,
      };
    default:
      return { why: system, fix: `No folder can be created there: ${another}` };
  }
}

function refuseFile(dataDir: string): void {
  if (statSync(dataDir).isDirectory()) return;
  throw new StartRefusal({
    what: `DATA_DIR=${dataDir} is not a folder.`,
    why: 'There is a file with this name.',
    fix: `Move the file away, or ${another}`,
  });
}

/** Such as a folder of root that is mounted into a container, where Logbook runs as another user. */
function refuseReadOnly(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const what = `The data folder ${dataDir} is not writable.`;
    if ((cause as NodeJS.ErrnoException).code === 'EROFS')
      throw new StartRefusal({ what, ...whyNot(cause as NodeJS.ErrnoException) }, { cause });
    const [uid, gid] = [process.getuid?.(), process.getgid?.()];
    const owner = statSync(dataDir).uid;
    const [why, command] =
      owner === uid
        ? [
            'It belongs to the user that runs Logbook, but its mode forbids writing.',
            `chmod -R u+rwX ${dataDir}`,
          ]
        : [
            `It belongs to the user id ${owner}, and Logbook runs as the user id ${uid}.`,
            `chown -R ${uid}:${gid}`,
          ];
    const where =
      owner === uid ? '' : ' on this folder (of a container: on the folder or volume that is mounted there)';
    const as = owner === uid ? 'Run' : 'Run as root';
    throw new StartRefusal({ what, why, fix: `${as}: ${command}${where}. Or ${another}` }, { cause });
  }
}
