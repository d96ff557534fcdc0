// Starts and stops the PostgreSQL server of a data folder. A server that outlived the Logbook process that started it
// is adopted.
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { explainExit, lengthOf, hasWorkersOfDeadServer } from './explain-failure.ts';
import type { Layout } from './layout.ts';
import { identity } from './os-user.ts';
import { clearStaleLockFiles, isServing, readPostmaster } from './postmaster-file.ts';
import { openLog } from './server-log.ts';
import { serverSettings } from './settings.ts';

export const port = 5432;

const pollMs = 10;
const slowStartMs = 5_000;
const workersEndWithinMs = 30_000;
const fastShutdownWithinMs = 20_000;

/** Resolves when the server responds; `adopted` if it was already running. Throws StartupError if it cannot run. */
export async function ensureServer(
  layout: Layout,
  binaries: Binaries,
  say: (line: string) => void,
): Promise<{ adopted: boolean }> {
  const giveUpAt = Date.now() + workersEndWithinMs;
  for (;;) {
    if (await adopt(layout, say)) return { adopted: true };
    await clearStaleLockFiles(layout.cluster, layout.socketFolder);
    const logStart = await lengthOf(layout.logFile);
    const child = await launch(layout, binaries);
    if (await respondsBeforeExit(layout, say, () => child.exit === undefined)) return { adopted: false };
    // Another start may have been faster, or workers of a killed server still hold its memory: check again.
    const found = await readPostmaster(layout.cluster);
    const overtaken = found !== undefined && (await isServing(layout.cluster, found.pid));
    const busy = await hasWorkersOfDeadServer(layout, logStart);
    if (!(overtaken || busy) || Date.now() > giveUpAt) {
      throw await explainExit(layout, logStart, child.exit ?? 'no response');
    }
    await wait(busy ? 100 : pollMs);
  }
}

/** Opens a connection as the superuser of the embedded server, over its socket. */
export async function connect(layout: Layout, applicationName: string): Promise<Client> {
  const client = new Client({
    host: layout.socketFolder,
    port,
    user: 'postgres',
    database: 'postgres',
    application_name: applicationName,
    ssl: false,
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener, a connection that the server closes would crash this process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Shuts the server down: it closes connections, writes everything to disk and removes its lock files. */
export async function stopServer(layout: Layout): Promise<void> {
  const found = await readPostmaster(layout.cluster);
  if (!found || !(await isServing(layout.cluster, found.pid))) return;
  signal(found.pid, 'SIGINT');
  const quitAt = Date.now() + fastShutdownWithinMs;
  let quitSent = false;
  while (await isServing(layout.cluster, found.pid)) {
    if (!quitSent && Date.now() > quitAt) {
      // Immediate shutdown: commits are in the write-ahead log and are recovered at the next start.
      signal(found.pid, 'SIGQUIT');
      quitSent = true;
    }
    await wait(pollMs);
  }
}

/** True if a running server accepts connections, false if none is running. */
async function adopt(layout: Layout, say: (line: string) => void): Promise<boolean> {
  const found = await readPostmaster(layout.cluster);
  if (!found) return false;
  const serving = () => isServing(layout.cluster, found.pid);
  if (found.socketFolder === layout.socketFolder) {
    // Try to connect before looking for the process, which may be in another container that shares this folder.
    return (await responds(layout)) || ((await serving()) && respondsBeforeExit(layout, say, serving));
  }
  if (!(await serving())) return false;
  throw new StartupError({
    what: `A PostgreSQL server that Logbook did not start (process ${found.pid}) is using ${layout.cluster}.`,
    why: 'Two servers on one data folder would destroy it.',
    fix: `Stop that server and start Logbook again.`,
  });
}

async function respondsBeforeExit(
  layout: Layout,
  say: (line: string) => void,
  isRunning: () => boolean | Promise<boolean>,
): Promise<boolean> {
  let sayAt = Date.now() + slowStartMs;
  for (;;) {
    const found = await readPostmaster(layout.cluster);
    if (found?.ready && (await responds(layout))) return true;
    if (!(await isRunning())) return false;
    if (Date.now() > sayAt) {
      say('Waiting for PostgreSQL: after a crash, it first recovers changes from its log.');
      sayAt = Infinity;
    }
    await wait(pollMs);
  }
}

async function responds(layout: Layout): Promise<boolean> {
  try {
    const client = await connect(layout, 'logbook start');
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** `exit` is set once the process has exited: its signal, exit code or error. */
type Launched = { exit: string | undefined };

async function launch(layout: Layout, binaries: Binaries): Promise<Launched> {
  const log = await openLog(layout.logFile);
  const launched: Launched = { exit: undefined };
  try {
    const child: ChildProcess = spawn(
      binaries.postgres,
      ['-D', layout.cluster, ...serverSettings(layout.socketFolder)],
      {
        ...identity(layout.user),
        cwd: '/',
        // Not our environment: PG* and LD_LIBRARY_PATH would change its behavior.
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', log.fd, log.fd],
        // Its own session, so that Ctrl+C in the terminal reaches only Logbook, which then shuts it down.
        detached: true,
      },
    );
    child.once('error', (error) => (launched.exit = error.message));
    child.once('exit', (code, name) => (launched.exit = name ?? `exit code ${code}`));
    child.unref();
  } finally {
    await log.close();
  }
  return launched;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
