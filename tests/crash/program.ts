// The built product as a process of its own on a data folder of its own, and the ways of ending it.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { readPostmaster } from '#platform/database/embedded/postmaster-file.ts';
import { startCommand } from '../support/start-command.ts';
import { until } from './until.ts';

const main = 'dist/server/main.js';
const readyWithin = 40_000;

export type Program = {
  readonly dataDir: string;
  readonly url: string;
  /** The end of what the process wrote since its last start. */
  output(): string;
  start(): void;
  /** Its process id; it must be running. */
  pid(): number;
  /** Whether the process lives. */
  alive(): boolean;
  /** Whether it serves and reaches its database. */
  ready(): Promise<boolean>;
  untilReady(): Promise<void>;
  /** Ends the process at once, as a power cut would; its database lives on. */
  killProcess(): Promise<void>;
  /** The same for the database's postmaster. */
  killDatabase(): Promise<void>;
  /** How to reach its database as the given user; undefined while it has none. */
  database(user: string): Promise<pg.ClientConfig | undefined>;
  /** Ends the process in order, and its database with it. */
  stop(): Promise<void>;
  /** Ends whatever lives, in order, and removes the data. */
  remove(): Promise<void>;
};

/** Prepares it; `start` starts it, with these settings beside its own. */
export async function makeProgram(settings: Record<string, string> = {}): Promise<Program> {
  if (!existsSync(main)) throw new Error(`${main} is missing: build first (npm start does).`);
  const folder = mkdtempSync(join(tmpdir(), 'logbook-crash-'));
  // Where root runs the tests, the database's user must be able to pass.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const cluster = join(dataDir, 'postgres');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  const alive = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (!alive()) return;
    child!.kill(signal);
    await until(`the process ends by ${signal}`, 20_000, () => !alive());
  };
  const databaseProcess = async () => (await readPostmaster(cluster))?.pid;

  const program: Program = {
    dataDir,
    url,
    output: () => output.slice(-3000),
    start() {
      output = '';
      const { env, nodeOptions } = startCommand();
      child = spawn(process.execPath, [...nodeOptions, main], {
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
    alive,
    async ready() {
      const answer = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(5000) }).catch(
        () => undefined,
      );
      return answer?.ok === true;
    },
    async untilReady() {
      await until('the server is ready', readyWithin, async () => {
        if (!alive()) throw new Error(`The server ended by itself:\n${program.output()}`);
        return program.ready();
      });
    },
    killProcess: () => end('SIGKILL'),
    async killDatabase() {
      const pid = await databaseProcess();
      if (pid === undefined) throw new Error('There is no database to end.');
      endAt(pid, 'SIGKILL');
    },
    async database(user) {
      const server = await readPostmaster(cluster);
      return server && { host: server.socketFolder, port: 5432, user, database: 'logbook' };
    },
    stop: () => end('SIGTERM'),
    async remove() {
      await end('SIGTERM');
      const pid = await databaseProcess();
      if (pid !== undefined) endAt(pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return program;
}

function endAt(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was free.');
  return address.port;
}
