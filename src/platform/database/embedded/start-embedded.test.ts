import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder, type Owner, serverPid, startOwner, until } from './embedded-testing.ts';
import { isServing, readPostmaster } from './postmaster-file.ts';
import { joinEmbedded, startEmbedded } from './start-embedded.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let owners: Owner[] = [];
const dataDir = () => join(folder.path, 'data');
const cluster = () => join(dataDir(), 'postgres');
const quiet = { say: () => undefined };

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const owner of owners) if (owner.process.exitCode === null) await owner.end('SIGTERM');
  owners = [];
  await folder.remove();
});

async function owner(): Promise<Owner> {
  const started = await startOwner(dataDir());
  owners.push(started);
  return started;
}

async function query<Row>(host: string, sql: string): Promise<Row[]> {
  const client = new Client({ host, port: 5432, user: 'postgres', database: 'postgres', ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

test('a new database is durable, has checksums, uses UTF-8 and is closed to the network', async () => {
  const output: string[] = [];
  const database = await startEmbedded({ dataDir: dataDir(), say: (line) => output.push(line) });
  const settings = await query<{ name: string; setting: string }>(
    database.host,
    `select name, setting from pg_settings where name in
      ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding')`,
  );
  const [locale] = await query<{ provider: string; locale: string }>(
    database.host,
    `select datlocprovider as provider, datlocale as locale from pg_database where datname = 'postgres'`,
  );
  await database.stop();
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
  });
  expect(locale).toEqual({ provider: 'b', locale: 'C.UTF-8' });
  expect((await stat(database.host)).mode & 0o777).toBe(0o700);
  expect(output).toEqual([expect.stringContaining('Created a database')]);
});

test('a restart keeps the data and prints nothing, and a stop leaves no process and no lock', async () => {
  const first = await startEmbedded({ dataDir: dataDir(), ...quiet });
  await query(first.host, `create table kept as select 'ü🎯' as text`);
  await first.stop();
  expect(await readPostmaster(cluster())).toBeUndefined();

  const output: string[] = [];
  const second = await startEmbedded({ dataDir: dataDir(), say: (line) => output.push(line) });
  expect(await query(second.host, 'select text from kept')).toEqual([{ text: 'ü🎯' }]);
  const { pid } = (await readPostmaster(cluster())) ?? { pid: 0 };
  await second.stop();
  await second.stop();
  expect(await isServing(cluster(), pid)).toBe(false);
  expect(output).toEqual([]);
});

test('a new owner adopts a server that outlived its owner, and stops it on exit', async () => {
  const killed = await owner();
  const pid = await serverPid(cluster());
  await killed.end('SIGKILL');
  const newOwner = await owner();
  expect(newOwner.ready?.adopted).toBe(true);
  expect(await serverPid(cluster())).toBe(pid);
  await newOwner.end('SIGTERM');
  expect(await isServing(cluster(), pid)).toBe(false);
});

test('a second owner is refused with the process id of the first', async () => {
  const first = await owner();
  const second = await owner();
  expect(second.refused?.name).toBe('StartupError');
  expect(second.refused?.what).toContain(`process ${first.process.pid}`);
  expect(first.process.exitCode).toBeNull();
});

test('of three concurrent first starts, one gets a working database and the others are refused', async () => {
  await Promise.all([owner(), owner(), owner()]);
  const ready = owners.filter(({ ready: state }) => state);
  expect(ready).toHaveLength(1);
  for (const other of owners.filter((started) => !ready.includes(started))) {
    expect(other.refused).toMatchObject({ name: 'StartupError' });
  }
  expect(await query(ready[0]?.ready?.host ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a server that is killed while its owner runs is restarted', async () => {
  const { ready, output } = await owner();
  const killed = await serverPid(cluster());
  await query(ready?.host ?? '', 'create table kept (n int); insert into kept values (1)');
  process.kill(killed, 'SIGKILL');
  await until(async () => output.some((line) => line.includes('was restarted')), 'the new server');
  expect(await serverPid(cluster())).not.toBe(killed);
  expect(await query(ready?.host ?? '', 'select n from kept')).toEqual([{ n: 1 }]);
});

test('a start after owner and server were killed succeeds, even if other processes now have their ids', async () => {
  const killed = await owner();
  const pid = await serverPid(cluster());
  await query(killed.ready?.host ?? '', 'create table kept (n int); insert into kept values (1)');
  process.kill(pid, 'SIGKILL');
  await killed.end('SIGKILL');
  await until(async () => !(await isServing(cluster(), pid)), 'the exit of the server');
  const text = `${process.pid}\n${cluster()}\n1\n5432\n${killed.ready?.host}\n\n0 0\nready   \n`;
  await writeFile(join(cluster(), 'postmaster.pid'), text);
  await writeFile(join(killed.ready?.host ?? '', '.s.PGSQL.5432.lock'), text);

  const next = await owner();
  expect(next.refused).toBeUndefined();
  expect(await query(next.ready?.host ?? '', 'select n from kept')).toEqual([{ n: 1 }]);
});

test('a script joins the running server and leaves it running', async () => {
  const { ready } = await owner();
  const joined = await joinEmbedded({ dataDir: dataDir(), ...quiet });
  expect(joined).toMatchObject({ adopted: true, host: ready?.host });
  await joined.stop();
  expect(await query(joined.host, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a script without a running server starts one and stops it at the end', async () => {
  const joined = await joinEmbedded({ dataDir: dataDir(), ...quiet });
  const pid = await serverPid(cluster());
  expect(joined.adopted).toBe(false);
  await joined.stop();
  expect(await isServing(cluster(), pid)).toBe(false);
});
