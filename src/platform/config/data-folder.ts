// Creates DATA_DIR if it is missing. Every module that may need it first calls this.
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs';
import { StartRefusal } from './start-refusal.ts';

/** Returns the folder's real path. Throws StartRefusal if it cannot be created or written to. */
export function makeDataFolder(dataDir: string): string {
  try {
    // Others can pass through root's folder (but not list it), so that the database's user reaches its subfolder.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StartRefusal(
      {
        what: `The data folder ${dataDir} cannot be created.`,
        why: code === 'ENOSPC' ? 'The disk is full.' : `The system says: ${message}.`,
        fix: 'Free some disk space, or choose another folder with DATA_DIR.',
      },
      { cause },
    );
  }
  refuseReadOnly(dataDir);
  return realpathSync(dataDir);
}

/** Such as a folder of root that is mounted into a container, where Logbook runs as another user. */
function refuseReadOnly(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const [uid, gid] = [process.getuid?.(), process.getgid?.()];
    throw new StartRefusal(
      {
        what: `The data folder ${dataDir} is not writable.`,
        why: `It belongs to the user id ${statSync(dataDir).uid}, and Logbook runs as the user id ${uid}.`,
        fix: `Run as root: chown -R ${uid}:${gid} on this folder (of a container: on the folder or volume that is mounted there). Or choose another folder with DATA_DIR.`,
      },
      { cause },
    );
  }
}
