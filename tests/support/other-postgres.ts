// An external PostgreSQL: the system's own programs, on TCP with passwords, like an operator's server.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt'];

/** The folder of the server's programs. */
export function programs(): string {
  const folders = homes
    .filter((home) => existsSync(home))
    .flatMap((home) =>
      readdirSync(home).map((name) => ({
        bin: join(home, name, 'bin'),
        version: parseInt(name.replace(/\D+/, ''), 10),
      })),
    )
    .filter(({ bin, version }) => version >= 15 && existsSync(join(bin, 'initdb')));
  const oldest = folders.toSorted((a, b) => a.version - b.version)[0];
  if (!oldest) throw new Error('This system has no PostgreSQL 15 or newer: npm test installs it.');
  return oldest.bin;
}

export type OtherPostgres = {
  url(user: string, password: string, database: string): string;
  admin: string;
  stop(): Promise<void>;
};

/** Starts the server. `admin` is the URL of its superuser. */
export async function startOtherPostgres(): Promise<OtherPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'other-postgres-'));
  const data = join(folder, 'data');
  const password = join(folder, 'password');
  writeFileSync(password, 'admin password');
  const ids = serverUser();
  if (ids.uid !== undefined) for (const path of [folder, password]) chownSync(path, ids.uid, ids.gid);
  const bin = programs();
  const initdb = [
    '-D',
    data,
    '-U',
    'admin',
    '--auth=scram-sha-256',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
    '--locale=C',
  ];
  execFileSync(join(bin, 'initdb'), [...initdb, '--no-sync'], { ...ids, stdio: 'pipe', cwd: folder });
  const port = await freePort();
  const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'fsync=off'];
  const server = spawn(join(bin, 'postgres'), flags, { ...ids, stdio: 'ignore', cwd: folder });
  const url = (user: string, secret: string, database: string) =>
    `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`;
  const admin = url('admin', 'admin password', 'postgres');
  await untilConnects(admin);
  return {
    url,
    admin,
    async stop() {
      const exited = once(server, 'exit');
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs statements as the superuser, in a database of the server. */
export async function asAdmin(other: OtherPostgres, sql: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client(other.admin.replace(/\/postgres$/, `/${database}`));
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** The user and group that the server runs as, because it refuses to run as root. Empty for the current user. */
export function serverUser(): { uid: number; gid: number } | { uid?: never; gid?: never } {
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
}

// The package's own user if it exists, else an unprivileged one.
function idOf(which: '-u' | '-g'): number {
  for (const user of ['postgres', 'nobody']) {
    try {
      return Number(execFileSync('id', [which, user], { stdio: 'pipe' }));
    } catch {
      continue;
    }
  }
  throw new Error('This system has no user that the server can run as.');
}

/** Resolves when the server accepts connections. */
export async function untilConnects(url: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
