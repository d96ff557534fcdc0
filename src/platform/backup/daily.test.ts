// The job that backs up every day, restore points, what they delete, and the lock that keeps bytes.
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import { hourMs } from '../clock/durations.ts';
import type { Job } from '../jobs/worker.ts';
import { afterBackups, keepingBytes } from './bytes-lock.ts';
import { backupJobs } from './daily.ts';
import { dailyPath, deleteOlder, deletePartial, lastBackup, manualPath, restorePointPath } from './folder.ts';
import type { NamedFile } from './named-file.ts';
import { openArchive } from './read-archive.ts';
import { restorePointBefore } from './restore-point.ts';

let app: TestApp;
let backupDir: string;
let named: NamedFile[];
type Write = (fields: unknown, message?: string) => void;
const log = { info: vi.fn<Write>(), warn: vi.fn<Write>(), error: vi.fn<Write>() };
const key = 'log-files/a/plan.txt';
beforeAll(async () => {
  app = await startApp();
  await app.files.put(await app.files.stage(Readable.from([Buffer.from('plan')]), 100), key);
});
afterAll(() => app.close());
beforeEach(() => {
  backupDir = mkdtempSync(join(tmpdir(), 'logbook-daily-'));
  named = [{ key, size: 4, sha256: null }];
  for (const write of Object.values(log)) write.mockClear();
  return () => rmSync(backupDir, { recursive: true, force: true });
});

const config = (more: object = {}) => ({ ...app.config, backupDir, backupKeep: 2, ...more });
const touch = (...names: string[]) => {
  for (const name of names) writeFileSync(join(backupDir, name), 'x');
};
const files = () => readdirSync(backupDir).toSorted();
const today = () => `daily-${new Date().toISOString().slice(0, 10)}.zip`;

describe('the daily backup', () => {
  const jobs = (more: object = {}) =>
    backupJobs({
      ...{ config: config(more), appSecret, version: '1.2.3', asOwner: app.database.asOwner, log },
      files: { store: app.files, named: () => Promise.resolve(named) },
    });
  const run = () => jobs()[0]!.run({});

  it('is written at night, or within a day after a machine was off, unless none are kept', () => {
    expect(jobs({ backupKeep: 0 })).toEqual([]);
    expect(jobs()).toEqual([
      expect.objectContaining({ name: 'back-up', every: '13 2 * * *', catchUpMs: 24 * hourMs }),
    ]);
  });

  it('contains the secret only if the instance generated it', async () => {
    for (const [secret, expected] of [
      [undefined, appSecret],
      ['of the operator', null],
    ]) {
      await jobs({ appSecret: secret })[0]!.run({});
      const archive = await openArchive(join(backupDir, today()), () => undefined);
      expect(archive.manifest.appSecret).toBe(expected);
      archive.close();
    }
  });

  it('replaces the oldest daily ones, and no other file', async () => {
    touch(
      'daily-2026-01-01.zip',
      'daily-2026-01-02.zip',
      'logbook-2026-01-01-101010.zip',
      'before-update.zip',
    );
    touch('daily-2026-01-03.zip.partial', 'notes.zip.partial');
    await run();
    expect(files()).toEqual([
      'before-update.zip',
      'daily-2026-01-02.zip',
      today(),
      'logbook-2026-01-01-101010.zip',
      'notes.zip.partial',
    ]);
    expect(log.info).toHaveBeenCalledWith(expect.objectContaining({ files: 1 }), 'backup written');
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('deletes no older ones if most files are missing, and reports them', async () => {
    named.push({ key: 'log-files/a/lost.txt', size: 4, sha256: null });
    touch('daily-2026-01-01.zip', 'daily-2026-01-02.zip');
    await run();
    expect(log.warn).toHaveBeenCalledWith(
      { missing: ['log-files/a/lost.txt'], damaged: [] },
      expect.anything(),
    );
    expect([log.error.mock.calls.length, files().length]).toEqual([0, 2]);

    named.push({ key: 'log-files/a/lost-too.txt', size: 4, sha256: null });
    touch('daily-2026-01-01.zip');
    await run();
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(files()).toHaveLength(3);
  });

  it('reports files that differ from their rows', async () => {
    named = [{ key, size: 5, sha256: null }];
    await run();
    expect(log.warn).toHaveBeenCalledWith({ missing: [], damaged: [key] }, expect.anything());
  });

  it('that fails is reported and runs again', async () => {
    named = undefined as never;
    await expect(run()).rejects.toThrow('not iterable');
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(files()).toEqual([]);
  });
});

describe('the folder of the backups', () => {
  const at = new Date('2026-11-23T14:15:03.999Z');

  it('names archives after the day, the second, or the migration', () => {
    const names = [dailyPath({ backupDir }, at), manualPath({ backupDir }, at)];
    expect([...names, restorePointPath({ backupDir }, '0026_what.sql')]).toEqual(
      ['daily-2026-11-23.zip', 'logbook-2026-11-23-141503.zip', 'before-0026_what.zip'].map((name) =>
        join(backupDir, name),
      ),
    );
  });

  it('keeps as many as the newest names', async () => {
    touch('a-1.zip', 'a-3.zip', 'a-2.zip', 'b-0.zip');
    await deleteOlder(backupDir, /^a-\d\.zip$/, 2);
    expect(files()).toEqual(['a-2.zip', 'a-3.zip', 'b-0.zip']);
    await deleteOlder(backupDir, /^a-\d\.zip$/, 2);
    expect(files()).toHaveLength(3);
  });

  it('loses only incomplete archives of Logbook', async () => {
    touch(
      'daily-1.zip.partial',
      'logbook-1.zip.partial',
      'before-1.zip.partial',
      'own.zip.partial',
      'daily-1.zip',
    );
    await deletePartial(backupDir);
    expect(files()).toEqual(['daily-1.zip', 'own.zip.partial']);
  });

  it('knows its newest complete backup', async () => {
    expect(await lastBackup({ backupDir: join(backupDir, 'none') })).toBeUndefined();
    expect(await lastBackup({ backupDir })).toBeUndefined();
    touch(
      'daily-2026-01-02.zip',
      'logbook-2026-01-01-101010.zip',
      'daily-2026-01-03.zip.partial',
      'before-1.zip',
    );
    utimesSync(join(backupDir, 'daily-2026-01-02.zip'), 10, 10);
    utimesSync(join(backupDir, 'logbook-2026-01-01-101010.zip'), 20, 20);
    expect(await lastBackup({ backupDir })).toEqual({
      path: join(backupDir, 'logbook-2026-01-01-101010.zip'),
      at: new Date(20_000),
      size: 1,
    });
    writeFileSync(join(backupDir, 'file'), '');
    await expect(lastBackup({ backupDir: join(backupDir, 'file') })).rejects.toThrow('ENOTDIR');
  });
});

describe('a restore point', () => {
  const say = vi.fn<(line: string) => void>();
  const before = (migration: string, more: object = {}) =>
    restorePointBefore({ config: config(more), appSecret, version: '1.2.3', say })(
      app.database.asOwner,
      migration,
    );

  it('is written before a migration if there is data and backups are kept', async () => {
    await before('0026_what.sql');
    expect(files()).toEqual([]);
    await app.signUp();
    await before('0026_what.sql', { backupKeep: 0 });
    expect(files()).toEqual([]);
    touch('before-0001_a.zip', 'before-0002_b.zip', 'before-0003_c.zip', 'before-update.zip');
    await before('0026_what.sql');
    expect(files()).toEqual([
      ...['before-0002_b.zip', 'before-0003_c.zip', 'before-0026_what.zip', 'before-update.zip'],
    ]);
    expect(say).toHaveBeenCalledWith(
      expect.stringMatching(/^restore point: .*before-0026_what\.zip \(\d+ rows, /),
    );
    const archive = await openArchive(join(backupDir, 'before-0026_what.zip'), () => undefined);
    expect(archive.manifest.files).toBeNull();
    archive.close();
  });
});

describe('while a backup runs', () => {
  const ran: unknown[] = [];
  const job = (more: Partial<Job>): Job => ({
    name: 'delete-bytes',
    run: (payload) => Promise.resolve(void ran.push(payload)),
    ...more,
  });
  const wrapped = (more: Partial<Job>) => afterBackups(app.database.jobs, [job(more)])[0]!;
  const postponed = async () => {
    const { rows } = await app.database.asOwner((owner) =>
      owner.query<{ payload: unknown; later: boolean }>(
        `select j.payload, run_at > now() + interval '30 seconds' as later from graphile_worker._private_jobs j
         join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'delete-bytes'`,
      ),
    );
    return rows;
  };
  beforeEach(() => void ran.splice(0));

  it('jobs that delete bytes wait for a minute, and scheduled ones for the next time', async () => {
    await app.database.asOwner((owner) =>
      keepingBytes(
        owner,
        () => undefined,
        async () => {
          await wrapped({ deletesBytes: true, every: '* * * * *' }).run({ n: 1 });
          expect(await postponed()).toEqual([]);
          await wrapped({ deletesBytes: true }).run({ n: 2 });
          await wrapped({}).run({ n: 3 });
        },
      ),
    );
    expect(ran).toEqual([{ n: 3 }]);
    expect(await postponed()).toEqual([{ payload: { n: 2 }, later: true }]);
  });

  it('another one waits for it', async () => {
    const { promise: waited, resolve } = Promise.withResolvers<void>();
    const order: string[] = [];
    let second: Promise<void> | undefined;
    await app.database.asOwner((owner) =>
      keepingBytes(owner, expect.unreachable, async () => {
        second = app.database.asOwner((other) =>
          keepingBytes(other, resolve, () => Promise.resolve(void order.push('second'))),
        );
        await waited;
        order.push('first');
      }),
    );
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('and after it, jobs that delete bytes run, and release the lock even if they fail', async () => {
    await wrapped({ deletesBytes: true }).run({ n: 4 });
    const failing = wrapped({ deletesBytes: true, run: () => Promise.reject(new Error('failed')) });
    await expect(failing.run({})).rejects.toThrow('failed');
    await app.database.asOwner((owner) => keepingBytes(owner, expect.unreachable, () => Promise.resolve()));
    expect(ran).toEqual([{ n: 4 }]);
  });
});
