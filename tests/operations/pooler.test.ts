// pgbouncer between Logbook and PostgreSQL, in session mode: what it needs is named, and with it, users can work.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaFiles } from '#app/server/schema.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase, type Database } from '#platform/database/open.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { migrateWorker } from '#platform/jobs/worker.ts';
import { freePort } from '../support/free-port.ts';
import { asAdmin, startOtherPostgres, type OtherPostgres } from '../support/other-postgres.ts';
import { until } from '../support/until.ts';

const password = 'owner password';
let other: OtherPostgres;
let folder: string;
let pooler: ChildProcess | undefined;

beforeAll(async () => {
  other = await startOtherPostgres();
  folder = mkdtempSync(join(tmpdir(), 'logbook-pooler-'));
  chmodSync(folder, 0o755);
  await asAdmin(other, `create role pooled login createrole password '${password}'`);
  await asAdmin(other, 'create database pooled owner pooled');
  await asAdmin(other, "alter database pooled set timezone = 'Asia/Tokyo'");
});
afterAll(async () => {
  await stopPooler();
  await other.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function stopPooler(): Promise<void> {
  if (!pooler) return;
  const exited = once(pooler, 'exit');
  pooler.kill('SIGTERM');
  await exited;
  pooler = undefined;
}

/** Starts it with more settings, and returns the URL of the database behind it. */
async function startPooler(settings: string): Promise<string> {
  await stopPooler();
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, '"admin" "admin password"\n');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${new URL(other.admin).port} auth_user=admin
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = session
default_pool_size = 50
${settings}
`,
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  pooler = spawn('pgbouncer', [...user, file], { stdio: 'ignore' });
  await until('pgbouncer listens', 10_000, async () => {
    const socket = connect(port, '127.0.0.1');
    const outcome = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).catch(() => [true]);
    socket.destroy();
    return outcome.length === 0;
  });
  return `postgres://pooled:${encodeURIComponent(password)}@127.0.0.1:${port}/pooled`;
}

const open = (url: string): Promise<Database> =>
  openDatabase({
    config: readConfig({ DATABASE_URL: url }),
    appSecret: 'one secret of thirty-two characters',
    schema: schemaFiles,
    say: () => undefined,
    onLost: () => undefined,
  });

async function startupErrorOf(url: string): Promise<StartupError> {
  const error = await open(url).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  return error as StartupError;
}

it('a pooler that refuses or ignores the settings of connections is refused with what it needs, and works with it', async () => {
  const plain = await startupErrorOf(await startPooler(''));
  expect(plain.fix).toContain('ignore_startup_parameters = options');
  expect(plain.fix).toContain('pool_mode = session');

  const ignoring = await startupErrorOf(await startPooler('ignore_startup_parameters = options'));
  expect(ignoring.what).toContain('do not have the settings');
  await asAdmin(other, ignoring.fix.slice(ignoring.fix.indexOf('\n')));

  const database = await open(await startPooler('ignore_startup_parameters = options'));
  await migrateWorker(database.jobs);
  for (const pool of [database.app, database.jobs]) {
    const { rows } = await pool.query<{ zone: string }>(`select current_setting('timezone') as zone`);
    expect(rows).toEqual([{ zone: 'UTC' }]);
  }
  await database.close();
});
