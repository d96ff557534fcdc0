// Brings the PostgreSQL server of a data folder to where it answers, and ends it. A server that outlived
// the Logbook that started it is taken over as it is.
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { StartRefusal } from '../../config/start-refusal.ts';
import type { Binaries } from './binaries.ts';
import { explainEnd, lengthOf, waitsForDeadServersWorkers } from './explain-failure.ts';
import type { Layout } from './layout.ts';
import { identity } from './os-user.ts';
import { forgetDeadPostmaster, isServing, readPostmaster } from './postmaster-file.ts';
import { openLog } from './server-log.ts';
import { serverSettings } from './settings.ts';

export const port = 5432;

const pollMs = 10;
const slowStartMs = 5_000;
const workersEndWithinMs = 30_000;
const fastShutdownWithinMs = 20_000;

/** Resolves when the server answers; `adopted` says that it ran already. Throws StartRefusal where it cannot run. */
export async function ensureServer(
  layout: Layout,
  binaries: Binaries,
  say: (line: string) => void,
): Promise<{ adopted: boolean }> {
  const giveUpAt = Date.now() + workersEndWithinMs;
  for (;;) {
    if (await adopt(layout, say)) return { adopted: true };
    await forgetDeadPostmaster(layout.cluster, layout.socketFolder);
    const saidFrom = await lengthOf(layout.logFile);
    const child = await launch(layout, binaries);
    if (await answersBeforeItEnds(layout, say, () => child.ended === undefined)) return { adopted: false };
    // Another start may have been quicker, or workers of a killed server still hold its memory: look again.
    const found = await readPostmaster(layout.cluster);
    const overtaken = found !== undefined && (await isServing(layout.cluster, found.pid));
    const busy = await waitsForDeadServersWorkers(layout, saidFrom);
    if (!(overtaken || busy) || Date.now() > giveUpAt) {
      throw await explainEnd(layout, saidFrom, child.ended ?? 'no answer');
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
  // Without a listener a connection that the server ends would end this process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ends the server: connections are closed, everything is written, the folder is left clean. */
export async function stopServer(layout: Layout): Promise<void> {
  const found = await readPostmaster(layout.cluster);
  if (!found || !(await isServing(layout.cluster, found.pid))) return;
  signal(found.pid, 'SIGINT');
  const harderAt = Date.now() + fastShutdownWithinMs;
  let asked = false;
  while (await isServing(layout.cluster, found.pid)) {
    if (!asked && Date.now() > harderAt) {
      // Immediate: what was committed is in the log and comes back at the next start.
      signal(found.pid, 'SIGQUIT');
      asked = true;
    }
    await wait(pollMs);
  }
}

/** True when a server that runs already answers; false when none runs. */
async function adopt(layout: Layout, say: (line: string) => void): Promise<boolean> {
  const found = await readPostmaster(layout.cluster);
  if (!found) return false;
  const serving = () => isServing(layout.cluster, found.pid);
  if (found.socketFolder === layout.socketFolder) {
    // Asked before its process is looked for: it may be in another container that shares this folder.
    return (await answers(layout)) || ((await serving()) && answersBeforeItEnds(layout, say, serving));
  }
  if (!(await serving())) return false;
  throw new StartRefusal({
    what: `A PostgreSQL that Logbook did not start (process ${found.pid}) serves ${layout.cluster}.`,
    why: 'Two servers on one data folder would destroy it.',
    mend: `Stop that server and start Logbook again.`,
  });
}

async function answersBeforeItEnds(
  layout: Layout,
  say: (line: string) => void,
  lives: () => boolean | Promise<boolean>,
): Promise<boolean> {
  let sayAt = Date.now() + slowStartMs;
  for (;;) {
    const found = await readPostmaster(layout.cluster);
    if (found?.ready && (await answers(layout))) return true;
    if (!(await lives())) return false;
    if (Date.now() > sayAt) {
      say('Waiting for PostgreSQL: after a crash it first goes through what was not yet in its tables.');
      sayAt = Infinity;
    }
    await wait(pollMs);
  }
}

async function answers(layout: Layout): Promise<boolean> {
  try {
    const client = await connect(layout, 'logbook start');
    await client.end();
    return true;
  } catch {
    return false;
  }
}

type Launched = { ended: string | undefined };

async function launch(layout: Layout, binaries: Binaries): Promise<Launched> {
  const log = await openLog(layout.logFile);
  const launched: Launched = { ended: undefined };
  try {
    const child: ChildProcess = spawn(
      binaries.postgres,
      ['-D', layout.cluster, ...serverSettings(layout.socketFolder)],
      {
        ...identity(layout.user),
        cwd: '/',
        // Nothing of ours: PG* and LD_LIBRARY_PATH would change what it does.
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', log.fd, log.fd],
        // A session of its own, so that Ctrl+C in the terminal reaches Logbook, which ends it in order.
        detached: true,
      },
    );
    child.once('error', (error) => (launched.ended = error.message));
    child.once('exit', (code, name) => (launched.ended = name ?? `exit code ${code}`));
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
