// An archive of a small instance: what it contains, how it is verified, and what is restored from it.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { schemaFiles as schema } from '#app/server/schema.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { writeEntry } from '#tests/support/files.ts';
import { appSecret, template } from '#tests/support/open-test-database.ts';
import { unzip } from '#tests/support/unzip.ts';
import { StartupError } from '../config/startup-error.ts';
import { clientConfig } from '../database/pools.ts';
import { rolesOf } from '../database/roles.ts';
import { beginRestore, endRestore, unfinishedRestore } from '../database/unfinished-restore.ts';
import { diskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/store.ts';
import { zipStream } from '../files/zip-stream.ts';
import type { NamedFile } from './named-file.ts';
import { openArchive } from './read-archive.ts';
import { requireNoOtherFiles, restoreFiles } from './restore-files.ts';
import { migrationsOf, requireEmpty, restoreRows } from './restore-rows.ts';
import { secretMarkOf, writeArchive, type Parts, type Progress } from './write-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'logbook-archive-'));
const at = (name: string) => join(folder, name);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const roles = rolesOf('logbook', null);

let app: TestApp;
let contents: Map<string, Buffer>;
const progress: Progress[] = [];
const stored = Buffer.from('the bytes of a file');
/** Two stored files, one of which differs from its row in size or hash, and two that are missing. */
const named: NamedFile[] = [
  { key: 'log-files/a/plan.txt', size: stored.length, sha256: sha256(stored) },
  { key: 'log-files/a/shorter.txt', size: 3, sha256: null },
  { key: 'log-files/a/changed.txt', size: null, sha256: sha256(Buffer.from('other')) },
  { key: 'log-files/a/unknown.txt', size: null, sha256: null },
  { key: 'log-files/a/missing.txt', size: 5, sha256: null },
  { key: '../outside', size: 5, sha256: null },
];
const parts = (more: Partial<Parts> = {}): Omit<Parts, 'owner'> => ({
  version: '1.2.3',
  appSecret,
  ownsSecret: true,
  path: at('whole.zip'),
  files: { store: app.files, named: () => Promise.resolve(named) },
  onProgress: () => undefined,
  onWait: () => undefined,
  ...more,
});
const write = (more: Partial<Parts> = {}) =>
  app.database.asOwner((owner) => writeArchive({ ...parts(more), owner }));

/** Runs work on a new database with the current schema and no data. */
async function onNewDatabase<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const database = `restored_${randomUUID().replaceAll('-', '')}`;
  await app.database.asOwner((owner) => owner.query(`create database ${database} template ${template}`));
  const owner = new pg.Client(clientConfig({ ...inject('postgres'), database }, { user: 'postgres' }));
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

beforeAll(async () => {
  app = await startApp();
  const ada = await app.signUp();
  await writeEntry(ada);
  for (const { key } of named.slice(0, 4))
    await app.files.put(await app.files.stage(Readable.from([stored]), 100), key);
  await app.database.asOwner((owner) =>
    owner.query(`select app.enqueue('note', '{"n": 1}', 'a key', '2030-01-01T00:00:00Z')`),
  );
  await write({ onProgress: (made) => progress.push(made) });
  contents = unzip(await readFile(at('whole.zip')));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('an archive', () => {
  test('has the rows of every table, the files, and a manifest with their hashes', async () => {
    const written = await write({ path: at('again.zip') });
    expect(written).toMatchObject({
      path: at('again.zip'),
      files: 4,
      missing: ['log-files/a/missing.txt', '../outside'],
      damaged: ['log-files/a/shorter.txt', 'log-files/a/changed.txt'],
      bytes: (await stat(at('again.zip'))).size,
    });
    expect((await stat(at('again.zip'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).not.toContain('again.zip.partial');
    const { manifest, files, jobs, read, close } = await openArchive(at('again.zip'), () => undefined);
    expect(manifest).toMatchObject({ format: 1, version: '1.2.3', appSecret });
    expect(manifest.secretMark).toBe(secretMarkOf(appSecret));
    const countOf = (name: string) => manifest.tables.find((table) => table.name === name)?.count;
    expect([countOf('public.users'), countOf('public.check_ins')]).toEqual([1, 1]);
    expect(written.rows).toBe(manifest.tables.reduce((sum, { count }) => sum + count, 0));
    expect(files).toHaveLength(4);
    expect(files[0]).toEqual({ key: named[0]!.key, bytes: stored.length, sha256: sha256(stored) });
    expect(manifest.files).toMatchObject({ count: 4, totalBytes: 4 * stored.length });
    expect(await buffer(await read('files/log-files/a/plan.txt'))).toEqual(stored);
    expect(jobs).toEqual([
      { task: 'note', payload: { n: 1 }, key: 'a key', runAt: expect.stringContaining('2030-01-01') },
    ]);
    close();
  });

  test('has no secret that the operator has set, and no files as a restore point', async () => {
    await write({ path: at('rows.zip'), ownsSecret: false, files: null });
    const archive = await openArchive(at('rows.zip'), () => undefined);
    expect([archive.manifest.appSecret, archive.manifest.files, archive.files]).toEqual([null, null, []]);
    archive.close();
  });

  test('reports its progress by table and by file', () => {
    const tables = progress.filter(({ part }) => part === 'rows');
    expect(tables.map(({ done }) => done)).toEqual(tables.map((_, index) => index));
    expect(tables.at(-1)).toMatchObject({ done: tables.length - 1, of: tables.length });
    const files = progress.filter(({ part }) => part === 'files');
    expect(files.map(({ done, of }) => [done, of])).toEqual([0, 1, 2, 3, 4, 4].map((done) => [done, 6]));
  });

  test('reports how much of it was verified', async () => {
    const reports: { done: number; of: number }[] = [];
    (await openArchive(at('whole.zip'), (report) => reports.push(report))).close();
    expect(reports.at(-1)!.done).toBe(reports.at(-1)!.of);
    expect(reports.map(({ done }) => done)).toEqual(
      reports.map(({ done }) => done).toSorted((a, b) => a - b),
    );
  });

  test('that cannot be written leaves nothing behind, and the previous one stays', async () => {
    const before = await readFile(at('whole.zip'));
    const failing = { store: app.files, named: () => Promise.reject(new Error('no rows')) };
    const writing = app.database.asOwner((owner) => writeArchive({ ...parts({ files: failing }), owner }));
    await expect(writing).rejects.toThrow('no rows');
    expect(await readFile(at('whole.zip'))).toEqual(before);
    expect(await readdir(folder)).not.toContain('whole.zip.partial');
  });

  test('of a database without Logbook, or in the middle of a restore, is refused', async () => {
    await onNewDatabase(async (owner) => {
      await beginRestore(owner, 'some.zip');
      await expect(writeArchive({ ...parts(), owner })).rejects.toThrow('A restore into this instance');
    });
    await onNewDatabase(async (owner) => {
      await owner.query('drop schema public cascade; drop schema app cascade; create schema public');
      await expect(writeArchive({ ...parts(), owner })).rejects.toThrow('contains no Logbook');
    });
  });
});

describe('an archive is refused', () => {
  type Change = (entries: Map<string, Buffer>) => void;
  const withManifest =
    (change: (manifest: Record<string, unknown>) => object): Change =>
    (entries) => {
      const manifest = JSON.parse(entries.get('manifest.json')!.toString()) as Record<string, unknown>;
      const text = Buffer.from(JSON.stringify(change(manifest)));
      entries.set('manifest.json', text).set('manifest.sha256', Buffer.from(sha256(text)));
    };
  const changes: [string, Change, string][] = [
    ['without a manifest', (entries) => entries.delete('manifest.json'), 'It has no manifest.json.'],
    ['without rows', (entries) => entries.delete('rows/public.users.copy'), 'has no rows/public.users.copy'],
    ['without a file', (entries) => entries.delete('files/log-files/a/plan.txt'), 'plan.txt'],
    [
      'with changed rows',
      (entries) => entries.set('rows/public.users.copy', Buffer.from('x')),
      'has changed',
    ],
    [
      'with a changed file of the same size',
      (entries) => entries.set('files/log-files/a/plan.txt', Buffer.alloc(stored.length)),
      'plan.txt has changed',
    ],
    ['with other jobs', (entries) => entries.set('jobs.jsonl', Buffer.from('')), 'jobs.jsonl has changed'],
    ['with an unknown entry', (entries) => entries.set('files/x', Buffer.from('')), 'files/x is not in its'],
    ['with a changed manifest', (entries) => entries.set('manifest.json', Buffer.from('{}')), 'manifest has'],
    [
      'with a long checksum',
      (entries) => entries.set('manifest.sha256', Buffer.alloc(101, ' ')),
      'manifest is too large',
    ],
    ['with a later format', withManifest((manifest) => ({ ...manifest, format: 2 })), 'has a format that'],
    [
      'with an incomplete manifest',
      withManifest((manifest) => ({ ...manifest, tables: undefined })),
      'not a complete archive',
    ],
  ];

  test.each(changes)('%s', async (_what, change, reason) => {
    const entries = new Map(contents);
    change(entries);
    const list = [...entries].map(([path, content]) => ({
      ...{ path, modified: new Date(), compress: false },
      bytes: Readable.from([content]),
    }));
    await pipeline(zipStream(Readable.from(list)), createWriteStream(at('changed.zip')));
    const error: unknown = await openArchive(at('changed.zip'), () => undefined).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toContain(reason);
  });

  test('that is cut off, is not a ZIP, or does not exist', async () => {
    const whole = await readFile(at('whole.zip'));
    writeFileSync(at('cut.zip'), whole.subarray(0, whole.length - 10));
    writeFileSync(at('text.zip'), 'text');
    const opening = (name: string) => openArchive(at(name), () => undefined);
    await expect(opening('cut.zip')).rejects.toThrow('not a complete archive');
    await expect(opening('text.zip')).rejects.toThrow('not a complete archive');
    await expect(opening('none.zip')).rejects.toThrow('There is no file');
  });
});

describe('a restore', () => {
  const open = () => openArchive(at('whole.zip'), () => undefined);

  test('loads the rows and the jobs that the archive has, and may be repeated', async () => {
    const archive = await open();
    await onNewDatabase(async (owner) => {
      await beginRestore(owner, 'whole.zip');
      const tables: number[] = [];
      const restoring = { archive, schema, roles, onTable: (done: number) => void tables.push(done) };
      await restoreRows(owner, restoring);
      expect(await unfinishedRestore(owner)).toEqual({ archive: 'whole.zip', hasRows: true });
      const { rows, unknown } = await restoreRows(owner, restoring);
      expect(unknown).toEqual([]);
      expect(rows).toBe(archive.manifest.tables.reduce((sum, { count }) => sum + count, 0));
      expect(tables.slice(0, 2)).toEqual([0, 1]);
      await endRestore(owner);
      await expect(requireEmpty(owner, roles)).rejects.toThrow('This instance already has data.');
      await writeArchive({ ...parts({ path: at('restored.zip'), files: null }), owner });
    });
    const restored = await openArchive(at('restored.zip'), () => undefined);
    expect(restored.manifest.tables).toEqual(archive.manifest.tables);
    expect(restored.manifest.sequences).toEqual(archive.manifest.sequences);
    expect(restored.jobs).toEqual(archive.jobs);
    for (const { close } of [archive, restored]) close();
  });

  test('leaves out tables that no migration creates', async () => {
    await app.database.asOwner((owner) => owner.query('create table public.notes (line text)'));
    await write({ path: at('notes.zip'), files: null });
    await app.database.asOwner((owner) => owner.query('drop table public.notes'));
    const archive = await openArchive(at('notes.zip'), () => undefined);
    await onNewDatabase(async (owner) => {
      await beginRestore(owner, 'notes.zip');
      const options = { archive, schema, roles, onTable: () => undefined };
      expect((await restoreRows(owner, options)).unknown).toEqual(['public.notes']);
    });
    archive.close();
  });

  test.each([
    ['other text', { checksum: 'x' }, 'Its migration 0001_base.sql differs.'],
    ['an unknown name', { name: '9999_later.sql' }, 'does not know its migration 9999_later.sql'],
  ])('is refused if a migration of the archive has %s', async (_what, change, reason) => {
    const { manifest, close } = await open();
    const [first, ...rest] = manifest.migrations;
    const other = { ...manifest, migrations: [{ ...first!, ...change }, ...rest] };
    expect(() => migrationsOf(other, schema)).toThrow(reason);
    expect(migrationsOf(manifest, schema).map(({ name }) => name)).toContain('0001_base.sql');
    close();
  });

  test('stores the files, and is refused if there are others', async () => {
    const archive = await open();
    const root = at('store');
    const store: FileStore = await diskStore(root);
    await restoreFiles(store, archive, () => undefined);
    expect(await buffer((await store.read(named[0]!.key))!)).toEqual(stored);
    await requireNoOtherFiles(store, ['log-files', 'resumes'], archive);
    await store.put(await store.stage(Readable.from([stored]), 100), 'resumes/b/other.pdf');
    await expect(requireNoOtherFiles(store, ['log-files', 'resumes'], archive)).rejects.toThrow(
      'resumes/b/other.pdf',
    );
    await requireNoOtherFiles(store, ['log-files'], archive);
    archive.close();
  });

  test('fails if the bytes of a file have changed since they were verified', async () => {
    const archive = await open();
    const [first] = archive.files;
    const store = await diskStore(at('other-store'));
    const changed = { ...archive, files: [{ ...first!, sha256: '0'.repeat(64) }] };
    await expect(restoreFiles(store, changed, () => undefined)).rejects.toThrow('The archive changed');
    expect(await store.sizeOf(first!.key)).toBeUndefined();
    archive.close();
  });
});
