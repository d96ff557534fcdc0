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

async function ask<Row>(host: string, sql: string): Promise<Row[]> {
  const client = new Client({ host, port: 5432, user: 'postgres', database: 'postgres', ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

test('makes a database that is durable, checked, UTF-8 and closed to the network', async () => {
  const said: string[] = [];
  const database = await startEmbedded({ dataDir: dataDir(), say: (line) => said.push(line) });
  const settings = await ask<{ name: string; setting: string }>(
    database.host,
    `select name, setting from pg_settings where name in
      ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding')`,
  );
  const [locale] = await ask<{ provider: string; locale: string }>(
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
  expect(said).toEqual([expect.stringContaining('Made a database')]);
});

test('keeps what was written, says nothing at a later start, and leaves no process and no lock', async () => {
  const first = await startEmbedded({ dataDir: dataDir(), ...quiet });
  await ask(first.host, `create table kept as select 'ü🎯' as text`);
  await first.stop();
  expect(await readPostmaster(cluster())).toBeUndefined();

  const said: string[] = [];
  const second = await startEmbedded({ dataDir: dataDir(), say: (line) => said.push(line) });
  expect(await ask(second.host, 'select text from kept')).toEqual([{ text: 'ü🎯' }]);
  const { pid } = (await readPostmaster(cluster())) ?? { pid: 0 };
  await second.stop();
  await second.stop();
  expect(await isServing(cluster(), pid)).toBe(false);
  expect(said).toEqual([]);
});

test('takes over a server that outlived its owner, and stops it at its own end', async () => {
  const killed = await owner();
  const pid = await serverPid(cluster());
  await killed.end('SIGKILL');
  const heir = await owner();
  expect(heir.ready?.adopted).toBe(true);
  expect(await serverPid(cluster())).toBe(pid);
  await heir.end('SIGTERM');
  expect(await isServing(cluster(), pid)).toBe(false);
});

test('refuses a second owner and names the first', async () => {
  const first = await owner();
  const second = await owner();
  expect(second.refused?.name).toBe('StartRefusal');
  expect(second.refused?.what).toContain(`process ${first.process.pid}`);
  expect(first.process.exitCode).toBeNull();
});

test('gives one of several first starts at once the database, and it is whole', async () => {
  await Promise.all([owner(), owner(), owner()]);
  const ready = owners.filter(({ ready: state }) => state);
  expect(ready).toHaveLength(1);
  for (const other of owners.filter((one) => !ready.includes(one))) {
    expect(other.refused).toMatchObject({ name: 'StartRefusal' });
  }
  expect(await ask(ready[0]?.ready?.host ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('starts a server again that was killed under a living owner', async () => {
  const { ready, said } = await owner();
  const killed = await serverPid(cluster());
  await ask(ready?.host ?? '', 'create table kept (n int); insert into kept values (1)');
  process.kill(killed, 'SIGKILL');
  await until(async () => said.some((line) => line.includes('runs again')), 'the new server');
  expect(await serverPid(cluster())).not.toBe(killed);
  expect(await ask(ready?.host ?? '', 'select n from kept')).toEqual([{ n: 1 }]);
});

test('starts after owner and server were killed, also when their numbers belong to others by now', async () => {
  const killed = await owner();
  const pid = await serverPid(cluster());
  await ask(killed.ready?.host ?? '', 'create table kept (n int); insert into kept values (1)');
  process.kill(pid, 'SIGKILL');
  await killed.end('SIGKILL');
  await until(async () => !(await isServing(cluster(), pid)), 'the end of the server');
  const text = `${process.pid}\n${cluster()}\n1\n5432\n${killed.ready?.host}\n\n0 0\nready   \n`;
  await writeFile(join(cluster(), 'postmaster.pid'), text);
  await writeFile(join(killed.ready?.host ?? '', '.s.PGSQL.5432.lock'), text);

  const next = await owner();
  expect(next.refused).toBeUndefined();
  expect(await ask(next.ready?.host ?? '', 'select n from kept')).toEqual([{ n: 1 }]);
});

test('a script joins the running server and leaves it running', async () => {
  const { ready } = await owner();
  const joined = await joinEmbedded({ dataDir: dataDir(), ...quiet });
  expect(joined).toMatchObject({ adopted: true, host: ready?.host });
  await joined.stop();
  expect(await ask(joined.host, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a script alone has the server for as long as it runs', async () => {
  const joined = await joinEmbedded({ dataDir: dataDir(), ...quiet });
  const pid = await serverPid(cluster());
  expect(joined.adopted).toBe(false);
  await joined.stop();
  expect(await isServing(cluster(), pid)).toBe(false);
});
