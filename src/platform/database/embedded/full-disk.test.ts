// Starts on a disk without room: they say so, lose nothing, and go through once there is room. A small disk needs the
// right to mount one; what PostgreSQL hears from a full one can be had without it as well.
import { existsSync } from 'node:fs';
import { readdir, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canMount, mountSmallDisk, type SmallDisk } from '../../../../tests/support/small-disk.ts';
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

async function ask<Row>(host: string, sql: string): Promise<Row[]> {
  const client = new Client({ host, port: 5432, user: 'postgres', database: 'postgres', ssl: false });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** A database with a row, at rest. */
async function makeKept(): Promise<void> {
  const database = await start();
  await ask(database.host, 'create table kept as select 1 as n');
  await database.stop();
}

async function expectKept(): Promise<void> {
  const database = await start();
  const rows = await ask(database.host, 'select n from kept');
  await database.stop();
  expect(rows).toEqual([{ n: 1 }]);
}

const tooLittleRoom = {
  name: 'StartRefusal',
  what: expect.stringMatching(/^There is too little room on the disk that holds .*data \(\d+ MB left\)\.$/),
  why: expect.stringContaining('What was saved before is unharmed'),
  mend: expect.stringContaining('Make at least 100 MB of room'),
};

test('a first start that may not write large files says so, and leaves nothing half made', async () => {
  const owner = await startOwner(dataDir(), { largestFile: 8 * 1024 * 1024 });
  expect(owner.refused).toMatchObject({
    name: 'StartRefusal',
    what: expect.stringContaining('kept from writing a file'),
    mend: expect.stringContaining('ulimit -f'),
  });
  expect((await readdir(dataDir())).filter((name) => name.startsWith('postgres'))).toEqual([]);
  await makeKept();
});

/* oxlint-disable vitest/no-conditional-tests -- Not every system has a file that is always full, or lets a disk be mounted; a test that is skipped would prove nothing. */
if (existsSync('/dev/full')) {
  test('a later start without room for what PostgreSQL writes first says so, and the data stay', async () => {
    await makeKept();
    const written = join(dataDir(), 'postgres', 'postmaster.opts');
    await unlink(written);
    await symlink('/dev/full', written);
    await expect(start()).rejects.toMatchObject(tooLittleRoom);
    await unlink(written);
    await expectKept();
  });
}

if (canMount) {
  test('a first start on a full disk says so, leaves nothing half made, and goes through with room', async () => {
    disk = mountSmallDisk(dataDir(), 30);
    await expect(start()).rejects.toMatchObject(tooLittleRoom);
    expect(await readdir(dataDir())).toEqual([]);
    disk.resize(120);
    await makeKept();
    await expectKept();
  });

  test('a later start on a disk that was filled meanwhile says so, and the data stay', async () => {
    disk = mountSmallDisk(dataDir(), 120);
    await makeKept();
    const filler = join(dataDir(), 'filler');
    await expect(writeFile(filler, Buffer.alloc(120 * 1024 * 1024))).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    await expect(start()).rejects.toMatchObject(tooLittleRoom);
    await rm(filler);
    await expectKept();
  });
}
