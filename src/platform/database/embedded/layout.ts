// Decides where the embedded database lives. Usually that is DATA_DIR; where root started Logbook and a
// closed folder above keeps the database's user out, it is a folder under /var/lib/logbook.
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeDataFolder } from '../../config/data-folder.ts';
import { StartRefusal } from '../../config/start-refusal.ts';
import { canReach, chooseDatabaseUser, type DatabaseUser } from './os-user.ts';

export type Layout = {
  user: DatabaseUser;
  /** DATA_DIR, absolute and without links. */
  dataDir: string;
  /** Holds the three below: DATA_DIR, or the folder that stands in for it. */
  home: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  /** Where the socket is made: 0700, so that being able to enter it is the permission to connect. */
  socketFolder: string;
  logFile: string;
  /** Takes a copy of the programs where node_modules does not do. */
  spareFolder: string;
};

const systemFolder = '/var/lib/logbook';
/** Left in DATA_DIR when its database is kept elsewhere, so that a moved or reopened folder still finds it. */
const pointerFile = 'postgres.location';
/** `sun_path` holds 104 bytes on macOS, 108 on Linux; the socket's name and a closing zero are part of them. */
const longestSocketFolder = 103 - '/.s.PGSQL.5432.lock'.length;

/** Creates DATA_DIR where it is missing and says where everything is. */
export async function layOut(dataDirAsGiven: string, say: (line: string) => void): Promise<Layout> {
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
  const elsewhere = await readFile(pointer, 'utf8').catch(() => undefined);
  if (elsewhere !== undefined) {
    const home = elsewhere.trim();
    if (!user.borrowed) {
      throw new StartRefusal({
        what: `The database of ${dataDir} is kept in ${home}, because root started Logbook there first.`,
        why: `Only root can go on with it; this process runs as ${user.name}.`,
        mend: 'Start Logbook as root again, or choose another folder with DATA_DIR.',
      });
    }
    await mkdir(home, { recursive: true, mode: 0o711 });
    return home;
  }
  if (canReach(user, { enter: dataDir })) return dataDir;
  if (await openOwnFolder(dataDir, user, say)) return dataDir;

  if (await stat(join(dataDir, 'postgres')).catch(() => undefined)) {
    throw new StartRefusal({
      what: `The user ${user.name}, who owns the database in ${dataDir}, cannot enter that folder any more.`,
      why: 'A folder above it has been closed to other users.',
      mend: `Open it again (chmod o+x on each folder above ${dataDir}), or start Logbook as ${user.name}.`,
    });
  }
  try {
    await mkdir(systemFolder, { recursive: true, mode: 0o711 });
    const home = await mkdtemp(join(systemFolder, 'database-'));
    await chmod(home, 0o711);
    await writeFile(pointer, `${home}\n`, { flag: 'wx', flush: true });
    say(`A folder above ${dataDir} is closed to the user ${user.name}: the database is kept in ${home}.`);
    return home;
  } catch (cause) {
    throw new StartRefusal(
      {
        what: `${dataDir} is closed to the user ${user.name}, and a folder in ${systemFolder} cannot be made instead.`,
        why: `The system says: ${(cause as Error).message}.`,
        mend: 'Choose a folder with DATA_DIR that other users can pass through, or start as an ordinary user.',
      },
      { cause },
    );
  }
}

/** Where DATA_DIR alone is closed and is root's own (as `mktemp -d` makes it), passing through is allowed, not looking. */
async function openOwnFolder(
  dataDir: string,
  user: DatabaseUser,
  say: (line: string) => void,
): Promise<boolean> {
  const { uid, mode } = await stat(dataDir);
  const cluster = await stat(join(dataDir, 'postgres')).catch(() => undefined);
  if (uid !== 0 || cluster || !canReach(user, { enter: dirname(dataDir) })) return false;
  await chmod(dataDir, (mode & 0o777) | 0o001);
  say(`${dataDir} may now be passed through by the user ${user.name}, who runs the database in it.`);
  return true;
}

/** In the home, or, where that path is too long for a socket, under a short name in /tmp. */
function socketFolderOf(home: string): string {
  const inHome = join(home, 'socket');
  if (Buffer.byteLength(inHome) <= longestSocketFolder) return inHome;
  // Not the TMPDIR of the moment: every process has to come to the same name.
  return join('/tmp', `logbook-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
}

/** Makes the socket's folder, for its user alone. */
export async function makeSocketFolder({ socketFolder, user }: Layout): Promise<void> {
  await mkdir(socketFolder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // In /tmp the name may have been taken by somebody else: look without following.
  const found = await lstat(socketFolder);
  const owned = found.uid === user.uid || (user.borrowed && found.uid === 0);
  if (!found.isDirectory() || !owned) {
    throw new StartRefusal({
      what: `The folder ${socketFolder}, where the database's socket should be, is somebody else's.`,
      why: 'Whoever owns that folder could read along.',
      mend: `Remove it, or choose a DATA_DIR whose path is shorter than ${longestSocketFolder - '/socket'.length} bytes.`,
    });
  }
  if (found.uid !== user.uid) await chown(socketFolder, user.uid, user.gid);
  if ((found.mode & 0o777) !== 0o700) await chmod(socketFolder, 0o700);
}
