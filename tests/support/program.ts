// Runs the built product as a child process with its own data folder, and stops or kills it.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { readPostmaster } from '#platform/database/embedded/postmaster-file.ts';
import { startCommand } from './start-command.ts';
import { until } from './until.ts';
import { freePort } from './free-port.ts';

const main = 'dist/server/main.js';
const readyTimeoutMs = 40_000;

export type Program = {
  readonly dataDir: string;
  readonly url: string;
  /** The last 3,000 characters of the process's output since its last start. */
  output(): string;
  /** All of its output since its last start. */
  log(): string;
  start(): void;
  /** The process id. Throws when the process is not running. */
  pid(): number;
  /** The exit code of the last process, once it has exited without a signal. */
  exitCode(): number | null;
  /** Whether the process is running. */
  alive(): boolean;
  /** Whether it serves and reaches its database. */
  ready(): Promise<boolean>;
  untilReady(): Promise<void>;
  /** Kills the process immediately, as a power cut would. Its database keeps running. */
  killProcess(): Promise<void>;
  /** The same for the database's postmaster. */
  killDatabase(): Promise<void>;
  /** The connection settings of its database for this user. Undefined while the database is not running. */
  database(user: string): Promise<pg.ClientConfig | undefined>;
  /** Shuts the process down gracefully, together with its database. */
  stop(): Promise<void>;
  /** Stops everything that is still running and deletes the data. */
  remove(): Promise<void>;
};

/**
 * Prepares a program without starting it. `settings` are additional environment variables. `checkout` is the folder of
 * the built product.
 */
export async function makeProgram(
  settings: Record<string, string> = {},
  checkout = process.cwd(),
): Promise<Program> {
  if (!existsSync(join(checkout, main))) throw new Error(`${main} is missing: build first (npm start does).`);
  const folder = mkdtempSync(join(tmpdir(), 'logbook-crash-'));
  // When tests run as root, the database runs as another user, who needs access to this folder.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const cluster = join(dataDir, 'postgres');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  const alive = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const signalAndWait = async (signal: NodeJS.Signals) => {
    if (!alive()) return;
    child!.kill(signal);
    await until(`the process exits on ${signal}`, 20_000, () => !alive());
  };
  const databaseProcess = async () => (await readPostmaster(cluster))?.pid;

  const program: Program = {
    dataDir,
    url,
    output: () => output.slice(-3000),
    log: () => output,
    start() {
      output = '';
      const { env, nodeOptions } = startCommand();
      child = spawn(process.execPath, [...nodeOptions, main], {
        cwd: checkout,
        env: {
          ...env,
          PATH: '/usr/bin:/bin',
          PORT: String(port),
          DATA_DIR: dataDir,
          LOG_LEVEL: 'error',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (chunk) => (output += String(chunk)));
    },
    pid() {
      if (!alive()) throw new Error('The process is not running.');
      return child!.pid!;
    },
    exitCode: () => child?.exitCode ?? null,
    alive,
    async ready() {
      const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(5000) }).catch(
        () => undefined,
      );
      return response?.ok === true;
    },
    async untilReady() {
      await until('the server is ready', readyTimeoutMs, async () => {
        if (!alive()) throw new Error(`The server exited unexpectedly:\n${program.output()}`);
        return program.ready();
      });
    },
    killProcess: () => signalAndWait('SIGKILL'),
    async killDatabase() {
      const pid = await databaseProcess();
      if (pid === undefined) throw new Error('The database is not running.');
      killIfAlive(pid, 'SIGKILL');
    },
    async database(user) {
      const server = await readPostmaster(cluster);
      return server && { host: server.socketFolder, port: 5432, user, database: 'logbook' };
    },
    stop: () => signalAndWait('SIGTERM'),
    async remove() {
      await signalAndWait('SIGTERM');
      const pid = await databaseProcess();
      if (pid !== undefined) killIfAlive(pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return program;
}

function killIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
