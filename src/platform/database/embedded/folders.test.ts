// Folders as people have them: too long a path, closed, another user's, half made, of another version.
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRoot, makeFolder, type Owner, startOwner, until } from './embedded-testing.ts';
import { startEmbedded } from './start-embedded.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
const said: string[] = [];
const say = (line: string) => void said.push(line);

beforeEach(async () => {
  folder = await makeFolder();
  said.length = 0;
});

afterEach(async () => {
  await folder.remove();
});

async function refusalOf(dataDir: string) {
  return startEmbedded({ dataDir, say }).then(
    async (database) => {
      await database.stop();
      throw new Error('It started.');
    },
    (error: unknown) => error,
  );
}

test('a path that is too long for a socket gets a short folder of its own, closed to others', async () => {
  const dataDir = join(folder.path, 'a'.repeat(60), 'ü'.repeat(30), 'data');
  const database = await startEmbedded({ dataDir, say });
  const found = await stat(database.host);
  await database.stop();
  await rm(database.host, { recursive: true });
  expect(database.host).toMatch(/^\/tmp\/logbook-[0-9a-f]{12}$/);
  expect(found.mode & 0o777).toBe(0o700);
});

test('a path with a comma, quotes and spaces works', async () => {
  const database = await startEmbedded({ dataDir: join(folder.path, `a, "b" 'c' d`), say });
  await database.stop();
  expect(database.host).toContain(`a, "b" 'c' d/socket`);
});

test('a first start that was killed in the middle is begun again, and nothing of it stays', async () => {
  const dataDir = join(folder.path, 'data');
  let killed: Owner | undefined;
  const starting = startOwner(dataDir).then((owner) => (killed = owner));
  const half = await until(async () => {
    const names = await readdir(dataDir).catch(() => []);
    return names.find((name) => name.startsWith('postgres.making-'));
  }, 'a data folder in the making');
  process.kill(Number(half.split('-')[1]), 'SIGKILL');
  await starting;
  expect(killed?.ready).toBeUndefined();

  const database = await startEmbedded({ dataDir, say });
  await database.stop();
  expect((await readdir(dataDir)).filter((name) => name.includes('making'))).toEqual([]);
});

test('a data folder of another major version is left alone and explained', async () => {
  const cluster = join(folder.path, 'postgres');
  await mkdir(cluster);
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  expect(await refusalOf(folder.path)).toMatchObject({
    name: 'StartRefusal',
    what: expect.stringContaining('PostgreSQL 17'),
  });
  expect(await readdir(cluster)).toEqual(['PG_VERSION']);
});

test('a folder with unknown files is left alone', async () => {
  await mkdir(join(folder.path, 'postgres'));
  await writeFile(join(folder.path, 'postgres', 'letter.txt'), 'mine');
  expect(await refusalOf(folder.path)).toMatchObject({
    what: expect.stringContaining('no PostgreSQL data folder'),
  });
  expect(await readFile(join(folder.path, 'postgres', 'letter.txt'), 'utf8')).toBe('mine');
});

test('a data folder that cannot be made is explained', async () => {
  await writeFile(join(folder.path, 'file'), '');
  expect(await refusalOf(join(folder.path, 'file', 'data'))).toMatchObject({
    name: 'StartRefusal',
    what: expect.stringContaining('cannot be made'),
  });
});

/* oxlint-disable vitest/no-conditional-tests -- Only root has other users to lend; a test that is skipped would prove nothing. */
if (isRoot) {
  const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));

  test('root lends the server an unprivileged user and keeps the folder passable', async () => {
    const dataDir = join(folder.path, 'data');
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  });

  test('root keeps the database elsewhere when a folder above is closed, says so, and finds it again', async () => {
    await chmod(folder.path, 0o700);
    const dataDir = join(folder.path, 'data');
    const first = await startEmbedded({ dataDir, say });
    await first.stop();
    expect(said.join('\n')).toMatch(/closed to the user .*: the database is kept in \/var\/lib\/logbook\//);
    expect(first.host).toMatch(/^\/var\/lib\/logbook\//);

    await chmod(folder.path, 0o755);
    const again = await startEmbedded({ dataDir, say });
    await again.stop();
    expect(again.host).toBe(first.host);
  });

  test('root opens its own closed folder for passing through, and no further', async () => {
    const dataDir = join(folder.path, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    expect(database.host).toBe(join(dataDir, 'socket'));
    expect((await stat(dataDir)).mode & 0o777).toBe(0o701);
  });

  test('a data folder that was removed takes its database with it, wherever that was kept', async () => {
    await chmod(folder.path, 0o700);
    const dataDir = join(folder.path, 'data');
    const hosts: string[] = [];
    for (const _ of [1, 2]) {
      const database = await startEmbedded({ dataDir, say });
      hosts.push(database.host);
      await database.stop();
      await rm(dirname(database.host), { recursive: true });
      await rm(dataDir, { recursive: true });
    }
    expect(hosts[0]).not.toBe(hosts[1]);
  });

  test('root refuses a database that its user cannot reach any more, rather than begin a new one', async () => {
    const dataDir = join(folder.path, 'data');
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    await chmod(folder.path, 0o700);
    expect(await refusalOf(dataDir)).toMatchObject({
      what: expect.stringContaining('cannot enter that folder'),
    });
  });

  test('root goes on with the folder that an ordinary user began, as that user', async () => {
    const dataDir = join(folder.path, 'data');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await chown(join(dataDir, 'postgres'), nobody, nobody);
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(nobody);
  });

  test('an ordinary user is told whose folder it is', async () => {
    const dataDir = join(folder.path, 'data');
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    const cluster = join(dataDir, 'postgres');
    await chown(cluster, 12_345, 12_345);
    await chmod(dataDir, 0o755);
    const other = await startOwner(dataDir, { uid: nobody, gid: nobody });
    expect(other.refused?.what).toContain('belongs to the user 12345, and this is nobody');
  });

  test('an ordinary user makes and serves a database of its own', async () => {
    await chown(folder.path, nobody, nobody);
    const dataDir = join(folder.path, 'data');
    const owner = await startOwner(dataDir, { uid: nobody, gid: nobody });
    await owner.end('SIGTERM');
    expect(owner.refused).toBeUndefined();
    expect(owner.process.exitCode).toBe(0);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody);
  });
}
