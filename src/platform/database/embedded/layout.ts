// Decides where the embedded database lives. Usually that is DATA_DIR; where root started Logbook and a
// closed folder above keeps the database's user out, it is a folder under /var/lib/logbook.
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartRefusal } from '../../config/start-refusal.ts';
import { canReach, chooseDatabaseUser, type DatabaseUser, userName } from './os-user.ts';

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

/** Creates what is missing (DATA_DIR, the socket folder) and says where everything is. */
export async function layOut(dataDirAsGiven: string, say: (line: string) => void): Promise<Layout> {
  const dataDir = await makeDataDir(resolve(dataDirAsGiven));
  const user = await chooseDatabaseUser(join(dataDir, 'postgres'));
  const home = await chooseHome(dataDir, user, say);
  const cluster = join(home, 'postgres');
  await refuseForeign(cluster, user);
  return {
    user,
    dataDir,
    home,
    cluster,
    socketFolder: await makeSocketFolder(home, user),
    logFile: join(home, 'postgres.log'),
    spareFolder: user.borrowed ? systemFolder : dataDir,
  };
}

async function makeDataDir(dataDir: string): Promise<string> {
  try {
    // Root's own folder can be walked through (not listed), so that the database's user reaches its part.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    return await realpath(dataDir);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StartRefusal(
      {
        what: `The data folder ${dataDir} cannot be made.`,
        why: code === 'ENOSPC' ? 'The disk is full.' : `The system says: ${message}.`,
        mend: 'Make room or choose another folder with DATA_DIR.',
      },
      { cause },
    );
  }
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

  if (await stat(join(dataDir, 'postgres')).catch(() => undefined)) {
    throw new StartRefusal({
      what: `The user ${user.name}, who owns the database in ${dataDir}, cannot enter that folder any more.`,
      why: 'A folder above it has been closed to other users.',
      mend: `Open it again (chmod o+x on each folder above ${dataDir}), or start Logbook as ${user.name}.`,
    });
  }
  const home = join(systemFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  say(`${dataDir} is closed to the user ${user.name}: the database is kept in ${home}.`);
  try {
    await mkdir(home, { recursive: true, mode: 0o711 });
    await writeFile(pointer, `${home}\n`, { flush: true });
  } catch (cause) {
    throw new StartRefusal(
      {
        what: `${dataDir} is closed to the user ${user.name}, and ${home} cannot be made instead.`,
        why: `The system says: ${(cause as Error).message}.`,
        mend: 'Choose a folder with DATA_DIR that other users can pass through, or start as an ordinary user.',
      },
      { cause },
    );
  }
  return home;
}

async function refuseForeign(cluster: string, user: DatabaseUser): Promise<void> {
  const found = await stat(cluster).catch(() => undefined);
  if (!found || found.uid === user.uid) return;
  throw new StartRefusal({
    what: `The database in ${cluster} belongs to the user ${userName(found.uid)}, and this is ${user.name}.`,
    why: 'PostgreSQL opens a data folder only for its owner.',
    mend: `Start Logbook as the user who began it, or choose another folder with DATA_DIR.`,
  });
}

/** In the home, or, where that path is too long for a socket, under a short name in /tmp. */
async function makeSocketFolder(home: string, user: DatabaseUser): Promise<string> {
  const inHome = join(home, 'socket');
  const name = `logbook-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  // Not the TMPDIR of the moment: every process has to come to the same name.
  const folder = Buffer.byteLength(inHome) <= longestSocketFolder ? inHome : join('/tmp', name);
  await mkdir(folder, { mode: 0o700 }).then(
    async () => user.borrowed && (await chown(folder, user.uid, user.gid)),
    () => undefined,
  );
  // In a folder that everybody can write, the name may have been taken by somebody else: look without following.
  const found = await lstat(folder);
  const owned = found.uid === user.uid || (user.borrowed && found.uid === 0);
  if (!found.isDirectory() || !owned) {
    throw new StartRefusal({
      what: `The folder ${folder}, where the database's socket should be, is somebody else's.`,
      why: 'Whoever owns that folder could read along.',
      mend: `Remove it, or choose a DATA_DIR whose path is shorter than ${longestSocketFolder - 7} bytes.`,
    });
  }
  if (found.uid !== user.uid) await chown(folder, user.uid, user.gid);
  if ((found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  return folder;
}
