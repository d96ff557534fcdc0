// A Logbook as an operator runs it: the built server in production mode with the embedded database and its own data
// folder. Gives access as its users and as the owner of its database.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { startCommand } from '#tests/support/start-command.ts';
import { parentOf } from './costs.ts';

export type Person = { id: string; email: string; cookie: string; accessToken: string };

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export class Instance {
  readonly dataDir: string;
  readonly port: number;
  #child: ChildProcess | undefined;
  #output = '';

  readonly #settings: Record<string, string>;

  private constructor(port: number, settings: Record<string, string>, dataDir: string) {
    this.port = port;
    this.#settings = settings;
    this.dataDir = dataDir;
  }

  /** Starts an instance with these settings in addition to the standard ones, by default in a new data folder. */
  static async make(settings: Record<string, string> = {}, dataDir?: string): Promise<Instance> {
    const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'logbook-bench-'));
    const instance = new Instance(await freePort(), settings, folder);
    await instance.start();
    return instance;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves to the milliseconds from the start of the process to the first successful readiness check. */
  async start(): Promise<number> {
    const started = performance.now();
    this.#output = '';
    const { env, nodeOptions } = startCommand();
    const child = spawn(process.execPath, [...nodeOptions, 'dist/server/main.js'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        APP_URL: this.url,
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        ...this.#settings,
      },
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (this.#output += String(chunk)));
    for (;;) {
      const response = await fetch(`${this.url}/api/health/ready`).catch(() => null);
      await response?.text();
      if (response?.ok) return performance.now() - started;
      if (child.exitCode !== null) throw new Error(`Logbook did not start:\n${this.#output}`);
      await pause(5);
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** The database's address and its owner role, as connection options for pg. */
  async owner(): Promise<pg.ClientConfig> {
    const { DATABASE_URL: external } = this.#settings;
    if (external) return { connectionString: external };
    const { host, port, user } = await joinEmbedded({ dataDir: this.dataDir, say: () => undefined });
    return { host, port, user, database: 'logbook' };
  }

  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return this.withClients(1, ([client]) => work(client!));
  }

  /** Runs work with this many connections of the owner. */
  async withClients<T>(count: number, work: (clients: pg.Client[]) => Promise<T>): Promise<T> {
    const options = await this.owner();
    const clients = Array.from({ length: count }, () => new pg.Client(options));
    try {
      await Promise.all(clients.map((client) => client.connect()));
      return await work(clients);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  }

  /** The process id of the database server, the parent of its workers; 0 if the system does not provide it. */
  async databasePid(): Promise<number> {
    return this.asOwner(async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      return parentOf(rows[0]?.pid ?? 0) ?? 0;
    });
  }

  async signUp(name: string): Promise<Person> {
    const email = `${name}@example.com`;
    return personOf(email, await this.post('/api/auth/sign-up', { full_name: name, email, password }));
  }

  /** Signs in a user whom `signUp` has created. */
  async signIn(name: string): Promise<Person> {
    const email = `${name}@example.com`;
    return personOf(email, await this.post('/api/auth/sign-in', { email, password }));
  }

  async post(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Signs up a user who has finished the tutorial. */
  async signUpSettled(name: string): Promise<Person> {
    const person = await this.signUp(name);
    const response = await fetch(`${this.url}/api/profiles`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: person.cookie, origin: this.url },
      body: JSON.stringify({ is_new: false }),
    });
    if (!response.ok) throw new Error(`The tutorial could not be closed: ${await response.text()}`);
    return person;
  }
}

export const password = 'a long passphrase for measuring';

/** The user whom this response has signed in. */
async function personOf(email: string, response: Response): Promise<Person> {
  const { user } = (await response.json()) as { user: { id: string } };
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]!);
  const access = cookie.find((pair) => pair.includes('-access=')) ?? '';
  return { id: user.id, email, cookie: cookie.join('; '), accessToken: access.split('=')[1] ?? '' };
}
