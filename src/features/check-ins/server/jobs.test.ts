import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach, writeEntry } from '#tests/support/files.ts';
import { work } from '#tests/support/mail.ts';
import { purgeCheckIns, sweepFiles } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function* bytes(text: string) {
  yield Buffer.from(text);
}

it('the sweep deletes only old bytes without a row and old staged files', async () => {
  const ada = await app.signUp();
  const entry = await writeEntry(ada);
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00c' } })
    .png()
    .toBuffer();
  const { json } = await attach(ada, { entry: entry.id, name: 'a.png', content: photo });
  const own = [`log-files/${json.file_path}`, `log-files/${json.file_path}.view.webp`];
  // More than one page.
  const lost = Array.from({ length: 620 }, (_, n) => `log-files/${ada.userId}/${entry.id}/lost-${n}.txt`);
  const young = `log-files/${ada.userId}/${entry.id}/young.txt`;
  for (const key of [...lost, young]) await app.files.put(await app.files.stage(bytes('x'), 10), key);
  for (const key of [...lost, ...own]) await utimes(join(app.filesRoot, key), 1000, 1000);
  const left = await app.files.stage(bytes('left by a crash'), 100);
  await utimes(left.path, 1000, 1000);
  await app.files.stage(bytes('in progress'), 100);

  expect(await sweepFiles(app.database.jobs, app.files, new Date())).toEqual({ objects: 620, staged: 1 });
  const keys = (await app.files.list('log-files/', undefined, 1000)).map((object) => object.key);
  expect(keys.toSorted()).toEqual([...own, young].toSorted());
  expect(await sweepFiles(app.database.jobs, app.files, new Date())).toEqual({ objects: 0, staged: 0 });
});

// The transaction that deletes a row adds the job that deletes its bytes, so a quota over rows matches the disk usage.
describe('the bytes of a file', () => {
  let ada: Caller;
  beforeAll(async () => {
    ada = await app.signUp();
  });

  const storedCount = async (entry: string) =>
    (await app.files.list('log-files/', undefined, 1000)).filter(({ key }) => key.includes(entry)).length;

  /** An entry with a photo, including its rendition, and a note. */
  async function entryWithFiles() {
    const entry = await writeEntry(ada);
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00c' } })
      .png()
      .toBuffer();
    const first = await attach(ada, { entry: entry.id, name: 'a.png', content: photo });
    const second = await attach(ada, { entry: entry.id, content: 'a note' });
    expect(await storedCount(entry.id)).toBe(3);
    return { id: entry.id, photo: first.json.id, note: second.json.id };
  }

  it('are deleted with the file, including its rendition', async () => {
    const entry = await entryWithFiles();
    await ada.call('DELETE /api/log_files/:id', { params: { id: entry.photo } });
    await work(app);
    expect(await storedCount(entry.id)).toBe(1);
  });

  it('are deleted with the files that an edit removes', async () => {
    const entry = await entryWithFiles();
    const body = { remove_files: [entry.photo, entry.note], edited_at: null };
    expect((await ada.call('PATCH /api/check_ins/:id', { params: { id: entry.id }, body })).status).toBe(200);
    await work(app);
    expect(await storedCount(entry.id)).toBe(0);
  });

  it('stay while the entry is in the bin, and are deleted by the purge', async () => {
    const entry = await entryWithFiles();
    const params = { id: entry.id };
    await ada.call('DELETE /api/check_ins/:id', { params });
    await work(app);
    await ada.call('POST /api/check_ins/:id/restore', { params });
    await work(app);
    expect(await storedCount(entry.id)).toBe(3);

    await ada.call('DELETE /api/check_ins/:id', { params });
    await app.database.asOwner((db) =>
      db.query(`update check_ins set deleted_at = now() - interval '31 days' where id = $1`, [entry.id]),
    );
    expect(await purgeCheckIns(app.database.jobs)).toBe(1);
    await work(app);
    expect(await storedCount(entry.id)).toBe(0);
  });

  it('stay when the transaction that deletes the row is rolled back', async () => {
    const entry = await entryWithFiles();
    await app.database.asOwner(async (db) => {
      await db.query('begin');
      await db.query('delete from log_files where id = $1', [entry.photo]);
      await db.query('rollback');
    });
    await work(app);
    expect(await storedCount(entry.id)).toBe(3);
  });

  it('stay when a job lists bytes that have a row', async () => {
    const entry = await entryWithFiles();
    const { json } = await ada.call<{ rows: { file_path: string }[] }>('GET /api/log_files', {
      query: { check_in_id: entry.id },
    });
    await app.database.asOwner((db) =>
      db.query(`select graphile_worker.add_job('remove-log-files', $1)`, [
        { paths: json.rows.map((row) => row.file_path) },
      ]),
    );
    await work(app);
    expect(await storedCount(entry.id)).toBe(3);
  });

  it('are deleted by jobs of at most 500 paths, however many rows one statement deletes', async () => {
    const entry = await writeEntry(ada);
    await app.database.asOwner((db) =>
      db.query(
        `insert into log_files (id, user_id, check_in_id, file_name, file_path, view_path, file_type, file_size, mime_type,
         preview, sha256)
       select gen_random_uuid(), $1::uuid, $2::uuid, 'x', $1::uuid || '/' || $2::uuid || '/' || n, $1::uuid || '/' || $2::uuid || '/' || n || '.view', 'text', 1, 'text/plain', 'none', ''
       from generate_series(1, 600) n`,
        [ada.userId, entry.id],
      ),
    );
    const jobs = await app.database.asOwner(async (db) => {
      await db.query('delete from log_files where check_in_id = $1', [entry.id]);
      const { rows } = await db.query<{ paths: string[] }>(
        `select j.payload -> 'paths' as paths from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remove-log-files'`,
      );
      return rows.map(({ paths }) => paths);
    });
    expect(new Set(jobs.flat()).size).toBe(1200);
    expect(Math.max(...jobs.map((paths) => paths.length))).toBeLessThanOrEqual(500);
    await work(app);
  });

  it('do not accumulate when uploads and deletions alternate', async () => {
    const entry = await writeEntry(ada);
    for (let round = 0; round < 5; round++) {
      const id = newId();
      expect((await attach(ada, { entry: entry.id, id, content: `round ${round}` })).status).toBe(200);
      await ada.call('DELETE /api/log_files/:id', { params: { id } });
      await work(app);
    }
    expect(await storedCount(entry.id)).toBe(0);
  });
});
