// Starts on a full disk report it, lose no data, and succeed once there is room. Mounting a small disk needs
// privileges; the errors that PostgreSQL gets from a full one can be produced without them.
import { existsSync } from 'node:fs';
import { readdir, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canMount, mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts';
import { makeFolder, startOwner } from './embedded-testing.ts';
import { startEmbedded } from './start-embedded.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let disk: SmallDisk | undefined;
const dataDir = () => join(folder.path, 'data');
const start = () => startEmbedded({ dataDir: dataDir(), say: () => undefined });

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  disk?.remove();
  disk = undefined;
  await folder.remove();
});

async function query<Row>(host: string, sql: string): Promise<Row[]> {
  const client = new Client({ host, port: 5432, user: 'postgres', database: 'postgres', ssl: false });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** A database with one row, stopped. */
async function createWithRow(): Promise<void> {
  const database = await start();
  await query(database.host, 'create table kept as select 1 as n');
  await database.stop();
}

async function expectRow(): Promise<void> {
  const database = await start();
  const rows = await query(database.host, 'select n from kept');
  await database.stop();
  expect(rows).toEqual([{ n: 1 }]);
}

const tooLittleRoom = {
  name: 'StartupError',
  what: expect.stringMatching(/^There is too little room on the disk that holds .*data \(\d+ MB left\)\.$/),
  why: expect.stringContaining('Your saved data is safe'),
  fix: expect.stringContaining('Free at least 100 MB'),
};

test('a first start with a file size limit reports it and leaves no incomplete database', async () => {
  const owner = await startOwner(dataDir(), { maxFileSize: 8 * 1024 * 1024 });
  expect(owner.refused).toMatchObject({
    name: 'StartupError',
    what: expect.stringContaining('could not write a file'),
    fix: expect.stringContaining('ulimit -f'),
  });
  expect((await readdir(dataDir())).filter((name) => name.startsWith('postgres'))).toEqual([]);
  await createWithRow();
});

/* oxlint-disable vitest/no-conditional-tests -- Not every system has /dev/full or allows mounts; a skipped test would prove nothing. */
if (existsSync('/dev/full')) {
  test('a later start that cannot write its first file reports a full disk and keeps the data', async () => {
    await createWithRow();
    const written = join(dataDir(), 'postgres', 'postmaster.opts');
    await unlink(written);
    await symlink('/dev/full', written);
    await expect(start()).rejects.toMatchObject(tooLittleRoom);
    await unlink(written);
    await expectRow();
  });
}

if (canMount) {
  test('a first start on a full disk reports it, leaves no incomplete database, and succeeds with room', async () => {
    disk = mountSmallDisk(dataDir(), 30);
    await expect(start()).rejects.toMatchObject(tooLittleRoom);
    expect(await readdir(dataDir())).toEqual([]);
    disk.resize(120);
    await createWithRow();
    await expectRow();
  });

  test('a later start on a disk that has filled up reports it and keeps the data', async () => {
    disk = mountSmallDisk(dataDir(), 120);
    await createWithRow();
    const filler = join(dataDir(), 'filler');
    await expect(writeFile(filler, Buffer.alloc(120 * 1024 * 1024))).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    await expect(start()).rejects.toMatchObject(tooLittleRoom);
    await rm(filler);
    await expectRow();
  });
}
