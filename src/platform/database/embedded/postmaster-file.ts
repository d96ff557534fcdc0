// PostgreSQL's lock file: which process serves a data folder, where its socket is, and whether it is ready.
import { spawnSync } from 'node:child_process';
import { chown, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type Postmaster = { pid: number; socketFolder: string; ready: boolean };

/** Higher than any process id can be, so that the system answers "no such process". */
const nobodysPid = 2_147_483_646;

/** What `postmaster.pid` says, or undefined where it is missing or half written. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7] === 'ready' };
}

/** Whether the process exists and is the server of this data folder (a real path), and not a later process with the same number. */
export async function isServing(cluster: string, pid: number): Promise<boolean> {
  if (pid === process.pid || !processExists(pid)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' });
    return basename(stdout.trim()) === 'postgres';
  }
  // A server stands in its data folder and was called with it. In a container root may not see where the
  // processes of other users stand, but their arguments are open to everybody.
  const [folder, words] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  ]);
  const [program = '', ...args] = words.split('\0');
  return basename(program) === 'postgres' && (folder === cluster || args.includes(cluster));
}

/**
 * After a crash the lock files may name a process number that belongs to something else by now, or to a dead
 * process that nobody has buried yet, and PostgreSQL then refuses to start.
 */
export async function forgetDeadPostmaster(cluster: string, socketFolder: string): Promise<void> {
  await forgetEmptyFile(cluster);
  await forgetNumber(cluster);
  const socketLock = join(socketFolder, '.s.PGSQL.5432.lock');
  const pid = Number((await readFile(socketLock, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid > 0 && !(await isServing(cluster, pid))) await rm(socketLock, { force: true });
}

/**
 * A disk that was full, or a loss of power, leaves the file empty. So does a server in its first moment, hence the
 * pause. Workers that still live are found by PostgreSQL without the file too, by the folder's inode.
 */
async function forgetEmptyFile(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  for (let looks = 0; (await readFile(path, 'utf8').catch(() => 'none')) === ''; looks += 1) {
    if (looks === 10) await rm(path, { force: true });
    await wait(100);
  }
}

/**
 * The number in the data folder's file is replaced and the file kept: its last line lets PostgreSQL find out
 * whether workers of the dead server still live, which it must wait for.
 */
async function forgetNumber(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const found = await readPostmaster(cluster);
  if (!found || found.pid === nobodysPid || !processExists(found.pid)) return;
  if (await isServing(cluster, found.pid)) return;
  const text = await readFile(path, 'utf8');
  const { uid, gid } = await stat(path);
  const next = `${path}.healed`;
  await writeFile(next, text.replace(/^\s*\d+/, String(nobodysPid)), { mode: 0o600, flush: true });
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
