// The built product: `node dist/server/main.js` in try-it mode, with its own port and data folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';

const root = join(import.meta.dirname, '../../..');
const startTimeoutMs = 40_000;
const stopTimeoutMs = 15_000;

/** The folders from which a Logbook starts: the built product, and its build in the pseudo-locale. */
export const builds = { product: root, pseudoLocale: join(root, '.cache/pseudo-locale') } as const;

/** The instance receives email by its webhook. */
export const inboundMail = {
  MAIL_IN_DOMAIN: 'in.logbook.example',
  MAIL_IN_SECRET: 'the secret of the tests of email',
} as const;

export class LogbookProcess {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #settings: Record<string, string>;
  #child: ChildProcess | undefined;
  #output = '';

  readonly #build: string;

  private constructor(port: number, folder: string, settings: Record<string, string>, build: string) {
    this.#settings = settings;
    this.#build = build;
    this.#port = port;
    this.#folder = folder;
    this.url = `http://localhost:${port}`;
  }

  /** Starts a Logbook and waits until it is ready. `settings` are environment variables, `build` is one of `builds`. */
  static async start(
    settings: Record<string, string> = {},
    build: string = builds.product,
  ): Promise<LogbookProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'logbook-e2e-'));
    // When tests run as root, the database runs as another user, who needs access to this folder.
    chmodSync(folder, 0o755);
    const logbook = new LogbookProcess(await freePort(), folder, settings, build);
    await logbook.restart();
    return logbook;
  }

  /** The server's log lines of level error and above. */
  get errors(): string[] {
    return this.#output.split('\n').filter((line) => /^\{"level":(50|60),/.test(line));
  }

  /** Starts it again on the same data and port. `settings` are added to the earlier ones. Resolves when it is ready. */
  async restart(settings: Record<string, string> = {}): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    const child = spawn(process.execPath, [join(this.#build, 'dist/server/main.js')], {
      cwd: this.#build,
      env: {
        PATH: process.env['PATH'],
        PORT: String(this.#port),
        DATA_DIR: join(this.#folder, 'data'),
        LOG_LEVEL: 'warn',
        ...inboundMail,
        ...this.#settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (this.#output += text.toString()));
    }
    this.#child = child;
    const deadline = Date.now() + startTimeoutMs;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`Logbook did not start.\n${this.#output}`);
      }
      await pause(50);
    }
  }

  /** `kill -9`, without any shutdown. Its database survives and is taken over by the next start. */
  async kill(): Promise<void> {
    const child = this.#running();
    child.kill('SIGKILL');
    await once(child, 'exit');
    this.#child = undefined;
  }

  /** Shuts it down gracefully. */
  async stop(): Promise<void> {
    const child = this.#running();
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(stopTimeoutMs) });
    child.kill('SIGTERM');
    const [code] = (await exit) as [number | null];
    this.#child = undefined;
    if (code !== 0) throw new Error(`Logbook exited with ${code}.\n${this.#output}`);
  }

  /** Shuts it down and deletes its data. Throws if it left a process or its database running. */
  async dispose(): Promise<void> {
    try {
      if (!this.#child) await this.restart();
      await this.stop();
      const left = this.#leftovers();
      if (left.length > 0) throw new Error(`Logbook left behind: ${left.join(', ')}`);
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  #running(): ChildProcess {
    if (!this.#child) throw new Error('Logbook is not running.');
    return this.#child;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/health/ready`)).ok;
    } catch {
      return false;
    }
  }

  #leftovers(): string[] {
    const left = existsSync(join(this.#folder, 'data/postgres/postmaster.pid')) ? ['the database'] : [];
    for (const pid of existsSync('/proc') ? readdirSync('/proc') : []) {
      if (/^\d+$/.test(pid) && commandLine(pid).includes(this.#folder)) left.push(`process ${pid}`);
    }
    return left;
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
