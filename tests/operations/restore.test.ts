// A restore as an operator runs it: from the embedded database to another server and back, compared by every row and the
// hash of every file; killed; of damaged, foreign and older archives; and a backup without space.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaFiles } from '#app/server/schema.ts';
import { storedFiles } from '#app/server/stored-files.ts';
import { entryNames } from '#platform/backup/manifest.ts';
import { openArchive } from '#platform/backup/read-archive.ts';
import { restorePointBefore } from '#platform/backup/restore-point.ts';
import { writeArchive } from '#platform/backup/write-archive.ts';
import { readConfig } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { openDatabase } from '#platform/database/open.ts';
import { clientConfig } from '#platform/database/pools.ts';
import { zipStream, type ZipEntry } from '#platform/files/zip-stream.ts';
import { asAdmin, startOtherPostgres, type OtherPostgres } from '../support/other-postgres.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';
import {
  asOwner,
  filesOf,
  fill,
  rowsOf,
  runScript,
  startScript,
  storeOf,
  withClient,
} from './support/backup-instance.ts';

const folder = mkdtempSync(join(tmpdir(), 'logbook-restore-'));
const at = (name: string) => join(folder, name);
const archivePath = at('source.zip');
const secret = 'a secret that only this test knows, and long enough';
const programs: Program[] = [];
let source: Program;
let other: OtherPostgres;
let rows: Record<string, string>;
let files: Map<string, string>;

async function newProgram(settings: Record<string, string> = {}): Promise<Program> {
  const program = await makeProgram(settings);
  programs.push(program);
  return program;
}

/** A database whose owner is not a superuser. */
async function newDatabase(name: string): Promise<string> {
  await asAdmin(other, `create role ${name} login createrole password 'owner password'`);
  await asAdmin(other, `create database ${name} owner ${name}`);
  return other.url(name, 'owner password', name);
}

/** Connects as the program does, so that numbers and dates are read in the same way. */
function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { hostname, port, pathname, username, password } = new URL(url);
  const target = { host: hostname, port: Number(port), database: pathname.slice(1) };
  return withClient(clientConfig(target, { user: username, password: decodeURIComponent(password) }), work);
}

beforeAll(async () => {
  other = await startOtherPostgres();
  source = await newProgram();
  source.start();
  await source.untilReady();
  await fill(source);
  const changes = 'select from entry_date_changes';
  const added = async () => (await asOwner(source, (client) => client.query(changes))).rowCount === 0;
  // The only job left is that of an email, so nothing changes when a restored instance starts.
  await until('the dates of the entries are added up', 30_000, added);
  // The database of a killed process keeps running, so nothing changes anymore.
  await source.killProcess();
  await runScript('backup', [archivePath], { DATA_DIR: source.dataDir });
  rows = await asOwner(source, rowsOf);
  files = await filesOf(source.dataDir);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.remove()));
  await other.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What every command says if it would use an instance whose restore was killed. */
const unfinished = `A restore into this instance has not finished.`;

/** Starts Logbook, which has to refuse. */
async function expectRefusedStart(program: Program, archive: string): Promise<void> {
  program.start();
  await until('the start ends', 30_000, () => !program.alive());
  expect([program.exitCode(), program.output()]).toEqual([1, expect.stringContaining(unfinished)]);
  expect(program.output()).toContain(`npm run restore -- ${archive}`);
}

const lockOfMigrations = 7_263_001;

/** Kills restores into a database and its folder where a condition holds, or where they wait for a lock of the test. */
async function killAtEveryStage(
  { DATABASE_URL: url, DATA_DIR: dataDir }: { DATABASE_URL: string; DATA_DIR: string },
  afterEach: () => Promise<void>,
): Promise<string[]> {
  const inDatabase = other.admin.replace(/\/postgres$/, new URL(url).pathname);
  const sessions = (client: pg.Client, which: string) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
    );
  const has = (which: string) =>
    withDatabase(inDatabase, async (client) => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
      );
      return rowCount! > 0;
    });
  const isLoading = () => has(`query like 'copy%'`);
  const isWaiting = () => has(`wait_event_type = 'Lock'`);
  const takeMigrations = `select pg_advisory_lock(${lockOfMigrations})`;
  type Stage = {
    reached: () => Promise<boolean>;
    before?: string;
    during?: (client: pg.Client) => Promise<unknown>;
  };
  const stages: Record<string, Stage> = {
    'while files are stored': {
      reached: async () => (await filesOf(dataDir).catch(() => new Map())).size > 5,
    },
    'before the first row': { before: takeMigrations, reached: isWaiting },
    'while rows are loaded': { reached: isLoading },
    'after the last row': {
      // Granted when the transaction of the rows has released it, before the restore takes it again.
      during: (client) => client.query(takeMigrations),
      reached: isWaiting,
    },
    'while it migrates': {
      during: async (client) => {
        await client.query(takeMigrations);
        await client.query('begin; lock table check_ins in row exclusive mode');
        await client.query(`select pg_advisory_unlock(${lockOfMigrations})`);
      },
      reached: isWaiting,
    },
    'at its last step': {
      during: (client) => client.query('begin; lock table logbook_restore in access share mode'),
      reached: isWaiting,
    },
  };
  for (const { before, during, reached } of Object.values(stages)) {
    await withDatabase(inDatabase, async (holder) => {
      if (before) await holder.query(before);
      const restore = startScript('restore', [archivePath], { DATA_DIR: dataDir, DATABASE_URL: url });
      if (during) {
        await until('rows are loaded', 60_000, isLoading);
        await during(holder);
      }
      await until('the stage', 60_000, reached);
      restore.process.kill('SIGKILL');
      expect(await restore.done).toMatchObject({ code: null });
      // Statements that wait for the lock would continue when it is released, although no one is left to read their
      // results.
      await sessions(holder, `wait_event_type = 'Lock'`);
      await until('the waiting session ends', 10_000, async () => !(await isWaiting()));
    });
    await afterEach();
  }
  return Object.keys(stages);
}

it('after a restore that was killed at any stage, Logbook does not start, and the repeated restore is complete', async () => {
  const url = await newDatabase('killed');
  const env = { DATA_DIR: at('killed'), DATABASE_URL: url };
  const program = await newProgram(env);
  const stages = await killAtEveryStage(env, () => expectRefusedStart(program, archivePath));
  for (const [name, args] of [
    ['backup', []],
    ['admin', ['usage']],
    ['doctor', []],
  ] as const) {
    const { code, output } = await startScript(name, [...args], env).done;
    expect([name, code, output]).toEqual([name, 1, expect.stringContaining(unfinished)]);
  }

  await runScript('restore', [archivePath], env);
  expect(await withDatabase(url, rowsOf)).toEqual(rows);
  expect(await filesOf(env.DATA_DIR)).toEqual(files);
  const jobs = `select from graphile_worker.jobs`;
  expect((await withDatabase(url, (client) => client.query(jobs))).rowCount).toBe(1);
  program.start();
  await program.untilReady();
  await program.stop();
  console.log(`killed restores: ${stages.join(', ')}`);
});

it('an instance moves to another server and back, even after a killed restore, with every row and file', async () => {
  const url = await newDatabase('moved');
  const dataDir = at('moved');
  const env = { DATA_DIR: dataDir, DATABASE_URL: url };
  const started = performance.now();
  expect(await runScript('restore', [archivePath], env)).toContain('1 pending jobs');
  const seconds = (performance.now() - started) / 1000;
  expect(await withDatabase(url, rowsOf)).toEqual(rows);
  expect(await filesOf(dataDir)).toEqual(files);
  const second = startScript('restore', [archivePath], env);
  expect(await second.done).toMatchObject({
    code: 1,
    output: expect.stringContaining('already has data') as string,
  });

  await runScript('backup', [at('back.zip')], env);
  const back = await newProgram();
  // Started once and never used: a restore accepts that as well.
  back.start();
  await back.untilReady();
  const running = await startScript('restore', [at('back.zip')], { DATA_DIR: back.dataDir }).done;
  expect(running).toMatchObject({ code: 1, output: expect.stringContaining('Logbook is running') as string });
  await back.stop();
  const killed = startScript('restore', [at('back.zip')], { DATA_DIR: back.dataDir });
  await until('files are stored', 60_000, async () => (await filesOf(back.dataDir)).size > 5);
  killed.process.kill('SIGKILL');
  await killed.done;
  await expectRefusedStart(back, at('back.zip'));
  await runScript('restore', [at('back.zip')], { DATA_DIR: back.dataDir });
  back.start();
  await back.untilReady();
  // The start changes no rows, but a job may: they are compared before the first one is due.
  await back.killProcess();
  expect(await asOwner(back, rowsOf)).toEqual(rows);
  expect(await filesOf(back.dataDir)).toEqual(files);
  expect(readFileSync(join(back.dataDir, 'app-secret'), 'utf8')).toBe(
    readFileSync(join(source.dataDir, 'app-secret'), 'utf8'),
  );
  console.log(
    `restore: ${Object.keys(rows).length - 1} tables and ${files.size} files of ${(statSync(archivePath).size / 2 ** 20).toFixed(0)} MB ` +
      `equal on PostgreSQL 15 and back on the embedded one; ${seconds.toFixed(1)} s with verification`,
  );
});

it('an archive that was cut or changed at any byte is refused before anything is written', async () => {
  const { size } = statSync(archivePath);
  const copy = at('changed.zip');
  const refusalOf = async () => {
    const error = await openArchive(copy, () => undefined).then(
      (archive) => archive.close(),
      (cause: unknown) => cause,
    );
    rmSync(copy);
    return error;
  };
  for (const end of [0, 1000, Math.floor(size / 2), size - 1]) {
    copyFileSync(archivePath, copy);
    truncateSync(copy, end);
    expect(await refusalOf()).toBeInstanceOf(StartupError);
  }
  const archive = await openArchive(archivePath, () => undefined);
  archive.close();
  // Contents, from the first table to the last file, and each of the compressed lists at its beginning. The manifest is
  // covered by its checksum.
  const contents = [0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((part) => Math.floor(size * part));
  const whole = readFileSync(archivePath);
  const lists = [entryNames.jobs, entryNames.files].flatMap((name) =>
    [0, 8, 16, 32, 64].map((n) => whole.indexOf(name) + name.length + n),
  );
  for (const offset of [...contents, ...lists]) {
    copyFileSync(archivePath, copy);
    const file = openSync(copy, 'r+');
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, offset);
    writeSync(file, Buffer.from([byte[0]! ^ 1]), 0, 1, offset);
    closeSync(file);
    expect(await refusalOf()).toBeInstanceOf(StartupError);
  }
  copyFileSync(archivePath, copy);
  truncateSync(copy, size - 1000);
  const dataDir = at('untouched');
  const cut = await startScript('restore', [copy], { DATA_DIR: dataDir }).done;
  expect(cut).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was restored') as string });
  expect(readdirSync(folder)).not.toContain('untouched');
});

/** An archive with another manifest, correctly signed. */
async function withManifest(change: (manifest: Record<string, unknown>) => void): Promise<string> {
  const path = at('foreign.zip');
  const archive = await openArchive(archivePath, () => undefined);
  const manifest = JSON.parse(await text(await archive.read(entryNames.manifest))) as Record<string, unknown>;
  archive.close();
  change(manifest);
  const body = JSON.stringify(manifest);
  const checksum = createHash('sha256').update(body).digest('hex');
  const entry = (path: string, content: string): ZipEntry => ({
    ...{ path, bytes: Readable.from([Buffer.from(content)]), modified: new Date(), compress: true },
  });
  async function* entries() {
    yield entry(entryNames.files, '');
    yield entry(entryNames.jobs, '');
    yield entry(entryNames.manifest, body);
    yield entry(entryNames.checksum, checksum);
  }
  await pipeline(zipStream(entries()), createWriteStream(path));
  return path;
}

it('an archive of a newer version is refused with the versions', async () => {
  const none = { count: 0, bytes: 0, sha256: createHash('sha256').digest('hex') };
  const empty = { tables: [], jobs: none, files: { ...none, totalBytes: 0 } };
  const newer = [
    [{ format: 2 }, 'this one knows format 1'],
    [
      { migrations: [{ name: '9999_future.sql', checksum: 'x' }] },
      'does not know its migration 9999_future.sql',
    ],
  ] as const;
  for (const [change, reason] of newer) {
    const path = await withManifest((manifest) => Object.assign(manifest, empty, change));
    const refused = await startScript('restore', [path], { DATA_DIR: at('newer') }).done;
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(reason) as string });
  }
});

it('the rows of an earlier version are restored and migrated as an update in place does', async () => {
  const config = (url: string) =>
    readConfig({ DATABASE_URL: url, DATA_DIR: at('earlier'), BACKUP_DIR: at('points') });
  const [updated, restored] = [await newDatabase('updated'), await newDatabase('restored')];
  await withDatabase(updated, (client) =>
    client.query(
      gunzipSync(readFileSync(join(import.meta.dirname, '../upgrade/previous.sql.gz'))).toString(),
    ),
  );
  const output: string[] = [];
  const say = (line: string) => void output.push(line);
  const parts = { config: config(updated), appSecret: secret, say };
  const database = await openDatabase({
    ...{ ...parts, schema: schemaFiles, onLost: () => undefined },
    beforeMigrating: restorePointBefore({ ...parts, version: 'test' }),
  });
  await database.close();
  const [point] = readdirSync(at('points'));
  expect(point).toMatch(/^before-\d{4}_\w+\.zip$/);
  expect(output[0]).toMatch(/^restore point: .* rows, .* MB, .* s\)$/);

  const env = { DATA_DIR: at('earlier'), DATABASE_URL: restored, APP_SECRET: secret };
  const printed = await runScript('restore', [join(at('points'), point!)], env);
  expect(printed).toContain('The files are those in place');
  expect(printed).not.toContain('APP_SECRET differs');
  expect(await withDatabase(restored, rowsOf)).toEqual(await withDatabase(updated, rowsOf));
});

/* oxlint-disable vitest/no-conditional-tests -- A skipped test would prove nothing. */
if (canMount) {
  it('a backup without enough space is refused, before or while it is written, and leaves nothing', async () => {
    const target = at('disk');
    mkdirSync(target);
    const disk = mountSmallDisk(target, 80);
    try {
      const early = await startScript('backup', [join(target, 'a.zip')], { DATA_DIR: source.dataDir }).done;
      expect(early).toMatchObject({ code: 1, output: expect.stringContaining('not enough room') as string });
      expect(readdirSync(target)).toEqual([]);
      disk.resize(300);
      const store = await storeOf(source.dataDir);
      const quiet = () => undefined;
      const late = asOwner(source, (owner) =>
        writeArchive({
          ...{ owner, path: join(target, 'a.zip'), version: 'test', appSecret: secret, ownsSecret: false },
          files: {
            named: storedFiles,
            store: {
              ...store,
              async read(key) {
                disk.leave(20);
                return store.read(key);
              },
            },
          },
          ...{ onProgress: quiet, onWait: quiet },
        }),
      );
      await expect(late).rejects.toThrow('not enough room');
      expect(readdirSync(target)).toEqual([]);
    } finally {
      disk.remove();
    }
  });
}
