// For the tests beside this file: data folders of their own, and owners in processes of their own.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readPostmaster } from './postmaster-file.ts';

export const isRoot = process.getuid?.() === 0;

/** A new folder that every user can pass through; `remove` takes away everything that came of it. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp('/tmp/logbook-test-');
  await chmod(path, 0o755);
  return {
    path,
    async remove() {
      const elsewhere = await readFile(join(path, 'data', 'postgres.location'), 'utf8').catch(() => '');
      if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
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
    console.log('refused ' + JSON.stringify({ name: error.name, what: error.what, mend: error.mend, stack: error.stack }));
    process.exitCode = 1;
  }
`;

type Refused = { name: string; what: string; mend: string; stack: string };

export type Owner = {
  process: ChildProcess;
  said: string[];
  ready?: { host: string; adopted: boolean };
  refused?: Refused;
  /** Ends it with the signal and waits for that. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/**
 * Another Logbook process on the data folder, as far as it got: ready, or refused. `largestFile` bytes are all that it
 * may write to one file.
 */
export async function startOwner(
  dataDir: string,
  options: { uid?: number; gid?: number; largestFile?: number } = {},
): Promise<Owner> {
  const { largestFile, ...identity } = options;
  // The shell counts in blocks of 512 bytes.
  const limit = largestFile === undefined ? 'unlimited' : largestFile / 512;
  const node = [process.execPath, '--input-type=module', '--eval', program, dataDir];
  const child = spawn('/bin/sh', ['-c', `ulimit -f ${limit}; exec "$@"`, 'sh', ...node], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  const owner: Owner = {
    process: child,
    said: [],
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
  await new Promise<void>((settle) => {
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [kind, text] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
        if (kind === 'say') owner.said.push(text);
        if (kind === 'ready') owner.ready = JSON.parse(text) as { host: string; adopted: boolean };
        if (kind === 'refused') owner.refused = JSON.parse(text) as Refused;
        if (kind === 'ready' || kind === 'refused') settle();
      }
    });
    child.once('exit', () => settle());
  });
  return owner;
}

/** The number of the server's process, once it is ready. */
export async function serverPid(cluster: string): Promise<number> {
  const found = await until(() => readPostmaster(cluster), 'a server');
  return found.pid;
}

/** Asks again until there is an answer that counts as true; fails after 20 s. */
export async function until<T>(ask: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(20)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`Waited in vain for ${what}.`);
}
