// PostgreSQL refuses to run as root, so a Logbook started by root runs it as an unprivileged user.
import { execFileSync, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { StartupError } from '../../config/startup-error.ts';

/** The user that the database runs as. `borrowed`: it is not the user of this process, which is then root. */
export type DatabaseUser = { uid: number; gid: number; name: string; borrowed: boolean };

/**
 * The user of this process, or, if that is root, the data folder's owner, else the system user `postgres`, else
 * `nobody`.
 */
export async function chooseDatabaseUser(existingDataFolder: string): Promise<DatabaseUser> {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) return { uid, gid, name: userName(uid), borrowed: false };

  // A database created by an ordinary user keeps running as that user, so that both root and the user can start it.
  const owner = await stat(existingDataFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid, name: userName(owner.uid), borrowed: true };
  }
  for (const name of ['postgres', 'nobody']) {
    const found = lookUp(name);
    if (found) return { ...found, name, borrowed: true };
  }
  throw new StartupError({
    what: 'PostgreSQL must not run as root, and this system has neither a user "postgres" nor "nobody".',
    why: 'Logbook was started by root and needs an unprivileged user to run its database.',
    fix: 'Start Logbook as an ordinary user, add a user "postgres", or set DATABASE_URL.',
  });
}

/** Whether the user can enter the folder and run the file. The system itself checks this, including ACLs. */
export function canReach(user: DatabaseUser, paths: { enter?: string; run?: string }): boolean {
  if (!user.borrowed) return true;
  const { status } = spawnSync(
    '/bin/sh',
    [
      '-c',
      '{ [ -z "$1" ] || cd -- "$1"; } && { [ -z "$2" ] || [ -x "$2" ]; }',
      'sh',
      paths.enter ?? '',
      paths.run ?? '',
    ],
    { ...identity(user), cwd: '/', stdio: 'ignore' },
  );
  return status === 0;
}

/** The options that make a child process run as the user. */
export function identity(user: DatabaseUser): { uid?: number; gid?: number } {
  return user.borrowed ? { uid: user.uid, gid: user.gid } : {};
}

/** The user's name, or the uid if the system has no name for it. */
export function userName(uid: number): string {
  try {
    if (uid === process.getuid?.()) return userInfo().username;
    return execFileSync('id', ['-un', String(uid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return String(uid);
  }
}

function lookUp(name: string): { uid: number; gid: number } | undefined {
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    const found = { uid: idOf('-u'), gid: idOf('-g') };
    return found.uid > 0 ? found : undefined;
  } catch {
    return undefined;
  }
}
