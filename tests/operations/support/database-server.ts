// PostgreSQL servers as processes of the test: killed like a machine that dies, frozen like one that hangs, and copied
// to a streaming standby.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../support/free-port.ts';
import { programs, serverUser, untilConnects } from '../../support/other-postgres.ts';

const run = promisify(execFile);
const password = 'admin password';

export class DatabaseServer {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /** Creates a server with an empty database `logbook`. */
  static async create(): Promise<DatabaseServer> {
    const server = new DatabaseServer(serverFolder(), await freePort());
    const secret = join(server.#folder, 'password');
    writeFileSync(secret, password);
    chmodSync(secret, 0o644);
    const options = ['-U', 'admin', '--auth=scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--locale=C'];
    await run(join(programs(), 'initdb'), ['-D', server.#data, ...options], server.#spawnOptions);
    return server;
  }

  /** Creates a standby that streams from the server at `primaryPort`, under this name. */
  static async createStandby(primaryPort: number, name: string): Promise<DatabaseServer> {
    const server = new DatabaseServer(serverFolder(), await freePort());
    const from = `host=127.0.0.1 port=${primaryPort} user=admin password='${password}' application_name=${name}`;
    const options = ['-d', from, '-R', '-X', 'stream', '-c', 'fast'];
    await run(join(programs(), 'pg_basebackup'), ['-D', server.#data, ...options], server.#spawnOptions);
    return server;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  get #spawnOptions() {
    return { ...serverUser(), cwd: this.#folder };
  }

  /** The URL of its superuser. */
  url(port = this.port, database = 'logbook'): string {
    return `postgres://admin:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  }

  /** Starts the server with these settings. Resolves when it accepts connections. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const address = ['-p', String(this.port), '-h', '127.0.0.1', '-k', ''];
    this.#child = spawn(join(programs(), 'postgres'), ['-D', this.#data, ...address, ...flags], {
      ...this.#spawnOptions,
      stdio: 'ignore',
    });
    await untilConnects(this.url(this.port, 'postgres'));
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await run(join(programs(), 'pg_ctl'), ['promote', '-w', '-D', this.#data], this.#spawnOptions);
  }

  /** Runs a statement as the superuser. */
  async query<R extends object>(sql: string, values: unknown[] = [], database = 'logbook'): Promise<R[]> {
    const client = new pg.Client(this.url(this.port, database));
    // The query reports it.
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<R>(sql, values);
      return rows;
    } finally {
      await client.end();
    }
  }

  /** Kills all its processes, as a power cut would. */
  async kill(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#signal('SIGKILL');
    await exited;
  }

  /** Stops the processes without closing their connections, like a machine that hangs. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** Restarts it immediately: sessions are cut off, and the log is replayed. */
  async restart(settings: Record<string, string> = {}): Promise<void> {
    const exited = once(this.#child!, 'exit');
    this.#child!.kill('SIGQUIT');
    await exited;
    await this.start(settings);
  }

  /** Kills it and deletes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  // The postmaster first, so that it starts no further processes.
  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child!.pid!;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    for (const each of [pid, ...children.map(Number)]) {
      try {
        process.kill(each, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
}

function serverFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'logbook-database-server-'));
  const { uid, gid } = serverUser();
  if (uid !== undefined) chownSync(folder, uid, gid);
  return folder;
}
