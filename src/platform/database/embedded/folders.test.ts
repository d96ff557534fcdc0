// Data folders as they occur in practice: path too long, no access, another user's, incomplete, another version.
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRoot, makeFolder, type Owner, startOwner, until } from './embedded-testing.ts';
import { startEmbedded } from './start-embedded.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
const output: string[] = [];
const say = (line: string) => void output.push(line);

beforeEach(async () => {
  folder = await makeFolder();
  output.length = 0;
});

afterEach(async () => {
  await folder.remove();
});

async function startupErrorOf(dataDir: string) {
  return startEmbedded({ dataDir, say }).then(
    async (database) => {
      await database.stop();
      throw new Error('It started.');
    },
    (error: unknown) => error,
  );
}

test('a path that is too long for a socket gets a short socket folder, closed to other users', async () => {
  const dataDir = join(folder.path, 'a'.repeat(60), 'ü'.repeat(30), 'data');
  const database = await startEmbedded({ dataDir, say });
  const found = await stat(database.host);
  await database.stop();
  await rm(database.host, { recursive: true });
  expect(database.host).toMatch(/^\/tmp\/logbook-[0-9a-f]{12}$/);
  expect(found.mode & 0o777).toBe(0o700);
});

test('a data folder path with a comma, quotes and spaces works', async () => {
  const database = await startEmbedded({ dataDir: join(folder.path, `a, "b" 'c' d`), say });
  await database.stop();
  expect(database.host).toContain(`a, "b" 'c' d/socket`);
});

test('after a first start is killed midway, the next start succeeds and removes the leftovers', async () => {
  const dataDir = join(folder.path, 'data');
  let killed: Owner | undefined;
  const starting = startOwner(dataDir).then((owner) => (killed = owner));
  const incomplete = await until(async () => {
    const names = await readdir(dataDir).catch(() => []);
    return names.find((name) => name.startsWith('postgres.making-'));
  }, 'an incomplete data folder');
  process.kill(Number(incomplete.split('-')[1]), 'SIGKILL');
  await starting;
  expect(killed?.ready).toBeUndefined();

  const database = await startEmbedded({ dataDir, say });
  await database.stop();
  expect((await readdir(dataDir)).filter((name) => name.includes('making'))).toEqual([]);
});

test('a data folder of another major version is refused with its version and left unchanged', async () => {
  const cluster = join(folder.path, 'postgres');
  await mkdir(cluster);
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  expect(await startupErrorOf(folder.path)).toMatchObject({
    name: 'StartupError',
    what: expect.stringContaining('PostgreSQL 17'),
  });
  expect(await readdir(cluster)).toEqual(['PG_VERSION']);
});

test('a folder with unknown files is refused and left unchanged', async () => {
  await mkdir(join(folder.path, 'postgres'));
  await writeFile(join(folder.path, 'postgres', 'notes.txt'), 'mine');
  expect(await startupErrorOf(folder.path)).toMatchObject({
    what: expect.stringContaining('not a PostgreSQL data folder'),
  });
  expect(await readFile(join(folder.path, 'postgres', 'notes.txt'), 'utf8')).toBe('mine');
});

test('a data folder that cannot be created is refused', async () => {
  await writeFile(join(folder.path, 'file'), '');
  expect(await startupErrorOf(join(folder.path, 'file', 'data'))).toMatchObject({
    name: 'StartupError',
    what: expect.stringContaining('cannot be created'),
  });
});

/* oxlint-disable vitest/no-conditional-tests -- Only root can run processes as other users; a skipped test would prove nothing. */
if (isRoot) {
  const otherUid = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));

  test('root runs the server as an unprivileged user, who can pass through the data folder', async () => {
    const dataDir = join(folder.path, 'data');
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  });

  test('root stores the database under /var/lib if a parent folder is closed, and finds it again', async () => {
    await chmod(folder.path, 0o700);
    const dataDir = join(folder.path, 'data');
    const first = await startEmbedded({ dataDir, say });
    await first.stop();
    expect(output.join('\n')).toMatch(
      /The user .* has no access to .*: the database is stored in \/var\/lib\/logbook\//,
    );
    expect(first.host).toMatch(/^\/var\/lib\/logbook\//);

    await chmod(folder.path, 0o755);
    const again = await startEmbedded({ dataDir, say });
    await again.stop();
    expect(again.host).toBe(first.host);
  });

  test('root lets others pass through its closed data folder, but not list it', async () => {
    const dataDir = join(folder.path, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    expect(database.host).toBe(join(dataDir, 'socket'));
    expect((await stat(dataDir)).mode & 0o777).toBe(0o701);
  });

  test('a removed and recreated data folder gets a new database, even if it was stored in /var/lib', async () => {
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

  test('root refuses a database that its user can no longer reach instead of creating a new one', async () => {
    const dataDir = join(folder.path, 'data');
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    await chmod(folder.path, 0o700);
    expect(await startupErrorOf(dataDir)).toMatchObject({
      what: expect.stringContaining('can no longer enter that folder'),
    });
  });

  test('root runs a database that an ordinary user created as that user', async () => {
    const dataDir = join(folder.path, 'data');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await chown(join(dataDir, 'postgres'), otherUid, otherUid);
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(otherUid);
  });

  test("an ordinary user is refused another user's folder with the name of its owner", async () => {
    const dataDir = join(folder.path, 'data');
    const database = await startEmbedded({ dataDir, say });
    await database.stop();
    const cluster = join(dataDir, 'postgres');
    await chown(cluster, 12_345, 12_345);
    // Otherwise the folder around it is refused first.
    await chmod(dataDir, 0o777);
    const other = await startOwner(dataDir, { uid: otherUid, gid: otherUid });
    expect(other.refused?.what).toContain('belongs to the user 12345, but Logbook runs as nobody');
  });

  test('an ordinary user can create and run a database', async () => {
    await chown(folder.path, otherUid, otherUid);
    const dataDir = join(folder.path, 'data');
    const owner = await startOwner(dataDir, { uid: otherUid, gid: otherUid });
    await owner.end('SIGTERM');
    expect(owner.refused).toBeUndefined();
    expect(owner.process.exitCode).toBe(0);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(otherUid);
  });
}
