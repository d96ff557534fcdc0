// Decides where the embedded database is stored. Usually that is DATA_DIR. If root started Logbook and the database's
// user has no access to a parent folder of DATA_DIR, it is a folder under /var/lib/logbook.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeDataFolder } from '../../config/data-folder.ts';
import { StartupError } from '../../config/startup-error.ts';
import { canReach, chooseDatabaseUser, type DatabaseUser } from './os-user.ts';

export type Layout = {
  user: DatabaseUser;
  /** DATA_DIR, absolute and without links. */
  dataDir: string;
  /** Contains the next three: DATA_DIR, or the folder used instead. */
  home: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  /** The folder of the socket, with mode 0700: anyone who can enter it may connect. */
  socketFolder: string;
  logFile: string;
  /** For a copy of the programs, if those in node_modules cannot be used. */
  spareFolder: string;
};

const systemFolder = '/var/lib/logbook';
/** Written to DATA_DIR if the database is in another folder, so that DATA_DIR still finds it after a move or chmod. */
const pointerFile = 'postgres.location';
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, including the socket's name and a terminating zero. */
const maxSocketFolderLength = 103 - '/.s.PGSQL.5432.lock'.length;

/** Whether an embedded database was created for this DATA_DIR. */
export function hasEmbedded(dataDir: string): boolean {
  return ['postgres', pointerFile].some((name) => existsSync(join(dataDir, name)));
}

/** Creates DATA_DIR if it is missing, and returns the paths of everything in it. */
export async function resolveLayout(dataDirAsGiven: string, say: (line: string) => void): Promise<Layout> {
  const dataDir = makeDataFolder(resolve(dataDirAsGiven));
  const user = await chooseDatabaseUser(join(dataDir, 'postgres'));
  const home = await chooseHome(dataDir, user, say);
  const cluster = join(home, 'postgres');
  return {
    user,
    dataDir,
    home,
    cluster,
    socketFolder: socketFolderOf(home),
    logFile: join(home, 'postgres.log'),
    spareFolder: user.borrowed ? systemFolder : dataDir,
  };
}

async function chooseHome(dataDir: string, user: DatabaseUser, say: (line: string) => void): Promise<string> {
  const pointer = join(dataDir, pointerFile);
  const pointerText = await readFile(pointer, 'utf8').catch(() => undefined);
  if (pointerText !== undefined) {
    const home = pointerText.trim();
    if (!user.borrowed) {
      throw new StartupError({
        what: `The database of ${dataDir} is stored in ${home}, because root started Logbook there first.`,
        why: `Only root can use it; this process runs as ${user.name}.`,
        fix: 'Start Logbook as root again, or choose another folder with DATA_DIR.',
      });
    }
    await mkdir(home, { recursive: true, mode: 0o711 });
    return home;
  }
  if (canReach(user, { enter: dataDir })) return dataDir;
  if (await openOwnFolder(dataDir, user, say)) return dataDir;

  if (await stat(join(dataDir, 'postgres')).catch(() => undefined)) {
    throw new StartupError({
      what: `The user ${user.name}, who owns the database in ${dataDir}, can no longer enter that folder.`,
      why: 'The permissions of a parent folder no longer let other users through.',
      fix: `Restore access (chmod o+x on each parent folder of ${dataDir}), or start Logbook as ${user.name}.`,
    });
  }
  try {
    await mkdir(systemFolder, { recursive: true, mode: 0o711 });
    const home = await mkdtemp(join(systemFolder, 'database-'));
    await chmod(home, 0o711);
    await writeFile(pointer, `${home}\n`, { flag: 'wx', flush: true });
    say(
      `The user ${user.name} has no access to a parent folder of ${dataDir}: the database is stored in ${home}.`,
    );
    return home;
  } catch (cause) {
    throw new StartupError(
      {
        what: `The user ${user.name} has no access to ${dataDir}, and a folder in ${systemFolder} cannot be created instead.`,
        why: `The system says: ${(cause as Error).message}.`,
        fix: 'Set DATA_DIR to a folder that other users can pass through, or start Logbook as an ordinary user.',
      },
      { cause },
    );
  }
}

/** If only DATA_DIR itself is closed and root owns it (as after `mktemp -d`), lets others pass through but not list. */
async function openOwnFolder(
  dataDir: string,
  user: DatabaseUser,
  say: (line: string) => void,
): Promise<boolean> {
  const { uid, mode } = await stat(dataDir);
  const cluster = await stat(join(dataDir, 'postgres')).catch(() => undefined);
  if (uid !== 0 || cluster || !canReach(user, { enter: dirname(dataDir) })) return false;
  await chmod(dataDir, (mode & 0o777) | 0o001);
  say(`The user ${user.name}, who runs the database, may now pass through ${dataDir}.`);
  return true;
}

/** In the home folder, or, if that path is too long for a socket, under a short name in /tmp. */
function socketFolderOf(home: string): string {
  const inHome = join(home, 'socket');
  if (Buffer.byteLength(inHome) <= maxSocketFolderLength) return inHome;
  // Not TMPDIR, which may differ: every process must get the same name.
  return join('/tmp', `logbook-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
}

/** Creates the socket's folder, accessible to its user only. */
export async function makeSocketFolder({ socketFolder, user }: Layout): Promise<void> {
  await mkdir(socketFolder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // In /tmp, another user may have taken the name: check without following links.
  const found = await lstat(socketFolder);
  const owned = found.uid === user.uid || (user.borrowed && found.uid === 0);
  if (!found.isDirectory() || !owned) {
    throw new StartupError({
      what: `The folder ${socketFolder}, needed for the database's socket, belongs to another user.`,
      why: 'Its owner could read all database traffic.',
      fix: `Remove it, or choose a DATA_DIR whose path is shorter than ${maxSocketFolderLength - '/socket'.length} bytes.`,
    });
  }
  if (found.uid !== user.uid) await chown(socketFolder, user.uid, user.gid);
  if ((found.mode & 0o777) !== 0o700) await chmod(socketFolder, 0o700);
}
