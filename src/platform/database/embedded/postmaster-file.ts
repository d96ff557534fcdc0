// PostgreSQL's lock file: which process serves a data folder, where its socket is, and whether it is ready.
import { spawnSync } from 'node:child_process';
import { chown, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type Postmaster = { pid: number; socketFolder: string; ready: boolean };

/** Higher than any real process id, so that the system reports "no such process". */
const unusedPid = 2_147_483_646;

/** The content of `postmaster.pid`; undefined if the file is missing or half written. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7] === 'ready' };
}

/** Whether the process is the server of this data folder (a real path), not a later process with the same id. */
export async function isServing(cluster: string, pid: number): Promise<boolean> {
  if (pid === process.pid || !processExists(pid)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' });
    return basename(stdout.trim()) === 'postgres';
  }
  // A server's working directory is its data folder, which is also in its arguments. In a container, root may not see
  // the working directories of other users' processes, but anyone can read their arguments.
  const [folder, commandLine] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  ]);
  const [program = '', ...args] = commandLine.split('\0');
  return basename(program) === 'postgres' && (folder === cluster || args.includes(cluster));
}

/**
 * After a crash, the lock files may name a process id that now belongs to another process, or to a zombie that is not
 * reaped yet. PostgreSQL would then refuse to start.
 */
export async function clearStaleLockFiles(cluster: string, socketFolder: string): Promise<void> {
  await removeEmptyLockFile(cluster);
  await replaceStalePid(cluster);
  const socketLock = join(socketFolder, '.s.PGSQL.5432.lock');
  const pid = Number((await readFile(socketLock, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid > 0 && !(await isServing(cluster, pid))) await rm(socketLock, { force: true });
}

/**
 * A full disk or a power loss leaves the file empty. So does a server that is just starting, hence the pause.
 * Even without the file, PostgreSQL finds workers that are still alive, by the folder's inode.
 */
async function removeEmptyLockFile(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  for (let checks = 0; (await readFile(path, 'utf8').catch(() => 'none')) === ''; checks += 1) {
    if (checks === 10) await rm(path, { force: true });
    await wait(100);
  }
}

/**
 * Replaces the process id but keeps the rest of the file: from its last line, PostgreSQL learns whether workers of the
 * dead server are still alive, which it must wait for.
 */
async function replaceStalePid(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const found = await readPostmaster(cluster);
  if (!found || found.pid === unusedPid || !processExists(found.pid)) return;
  if (await isServing(cluster, found.pid)) return;
  const text = await readFile(path, 'utf8');
  const { uid, gid } = await stat(path);
  const next = `${path}.new`;
  await writeFile(next, text.replace(/^\s*\d+/, String(unusedPid)), { mode: 0o600, flush: true });
  if (process.getuid?.() === 0) await chown(next, uid, gid);
  await rename(next, path);
}

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
