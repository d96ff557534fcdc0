// Creates DATA_DIR if it is missing. Every module that may need it first calls this.
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { makeFolder, whyNoFolder } from './make-folder.ts';
import { StartupError } from './startup-error.ts';

/** Returns the folder's real path. Throws StartupError if it cannot be created or written to. */
export function makeDataFolder(dataDir: string): string {
  try {
    // Others can pass through root's folder (but not list it), so that the database's user reaches its subfolder.
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    throw new StartupError(
      { what: `The data folder ${dataDir} cannot be created.`, ...whyNot(cause) },
      { cause },
    );
  }
  refuseReadOnly(dataDir);
  return realpathSync(dataDir);
}

const whyNot = (cause: unknown) => whyNoFolder(cause as NodeJS.ErrnoException, 'DATA_DIR');

/** Such as a root-owned folder that is mounted into a container, where Logbook runs as another user. */
function refuseReadOnly(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const what = `The data folder ${dataDir} is not writable.`;
    if ((cause as NodeJS.ErrnoException).code === 'EROFS')
      throw new StartupError({ what, ...whyNot(cause) }, { cause });
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
    throw new StartupError(
      { what, why, fix: `${as}: ${command}${where}. Or choose another folder with DATA_DIR.` },
      { cause },
    );
  }
}
