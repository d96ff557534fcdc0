// For the tests in this folder: temporary data folders, and owners in separate processes.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readPostmaster } from './postmaster-file.ts';

export const isRoot = process.getuid?.() === 0;

/** A new folder that every user can pass through. `remove` deletes everything that was created because of it. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp('/tmp/logbook-test-');
  await chmod(path, 0o755);
  return {
    path,
    async remove() {
      const location = await readFile(join(path, 'data', 'postgres.location'), 'utf8').catch(() => '');
      if (location) await rm(location.trim(), { recursive: true, force: true });
      await rm(path, { recursive: true, force: true });
    },
  };
}

const program = `
  const { startEmbedded } = await import(${JSON.stringify(fileURLToPath(new URL('start-embedded.ts', import.meta.url)))});
  const say = (line) => console.log('say ' + line);
  try {
    const database = await startEmbedded({ dataDir: process.argv[1], say });
    process.on('SIGTERM', () => database.stop().then(() => process.exit(0)));
    console.log('ready ' + JSON.stringify(database));
  } catch (error) {
    console.log('refused ' + JSON.stringify({ name: error.name, what: error.what, fix: error.fix, stack: error.stack }));
    process.exitCode = 1;
  }
`;

type Refused = { name: string; what: string; fix: string; stack: string };

export type Owner = {
  process: ChildProcess;
  output: string[];
  ready?: { host: string; adopted: boolean };
  refused?: Refused;
  /** Sends the signal and waits for the exit. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/**
 * Starts another Logbook process on the data folder and waits until it is ready or refused. `maxFileSize` limits, in
 * bytes, the files that it may write.
 */
export async function startOwner(
  dataDir: string,
  options: { uid?: number; gid?: number; maxFileSize?: number } = {},
): Promise<Owner> {
  const { maxFileSize, ...identity } = options;
  // `ulimit -f` counts blocks of 512 bytes.
  const limit = maxFileSize === undefined ? 'unlimited' : maxFileSize / 512;
  const node = [process.execPath, '--input-type=module', '--eval', program, dataDir];
  const child = spawn('/bin/sh', ['-c', `ulimit -f ${limit}; exec "$@"`, 'sh', ...node], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const owner: Owner = {
    process: child,
    output: [],
    async end(signal) {
      child.kill(signal);
      await exited;
    },
  };
  await new Promise<void>((resolve) => {
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [kind, text] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
        if (kind === 'say') owner.output.push(text);
        if (kind === 'ready') owner.ready = JSON.parse(text) as { host: string; adopted: boolean };
        if (kind === 'refused') owner.refused = JSON.parse(text) as Refused;
        if (kind === 'ready' || kind === 'refused') resolve();
      }
    });
    child.once('exit', () => resolve());
  });
  return owner;
}

/** The server's process id, once it is ready. */
export async function serverPid(cluster: string): Promise<number> {
  const found = await until(() => readPostmaster(cluster), 'a server');
  return found.pid;
}

/** Polls until the result is truthy. Throws after 20 s. */
export async function until<T>(poll: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(20)) {
    const result = await poll();
    if (result) return result;
  }
  throw new Error(`Timed out waiting for ${what}.`);
}
