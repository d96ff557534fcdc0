import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import {
  compoundFile,
  executable,
  flash,
  gzip,
  pdf,
  png,
  wordEntries,
  zip,
} from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { blockedBy } from '#tests/support/blocked-by.ts';
import type { Caller } from '#tests/support/caller.ts';
import { work } from '#tests/support/mail.ts';
import { photoWithPlace, place } from '#tests/support/photos.ts';
import { askToVouch, attachToVouch, vouchesOf } from '#tests/support/vouches.ts';
import { limits } from '../../constants.ts';
import type { Vouch, VouchFile } from '../../contract.ts';
import { purgeVouches, purgeVouchFiles, sweepVouchFiles } from '../jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const kept = async (caller: Caller) =>
  (await app.files.list(`vouch-files/${caller.userId}/`, undefined, 100)).map(({ key }) => key).toSorted();
const staged = () => readdir(join(app.filesRoot, '.staging'));
const sql = (text: string, values: unknown[]) => app.database.asOwner((db) => db.query(text, values));
async function withVouch(): Promise<{ ada: Caller; vouch: Vouch }> {
  const ada = await app.signUp();
  return { ada, vouch: (await askToVouch(ada)).json };
}
const setVerified = (id: string) =>
  sql(`update vouches set status = 'verified', verified_at = now(), content_sha256 = '\\x00' where id = $1`, [
    id,
  ]);
const remove = (caller: Caller, id: string) =>
  caller.call<{ code: string }>('DELETE /api/vouch_files/:id', { params: { id } });
const restore = (caller: Caller, id: string) =>
  caller.call<VouchFile & { code: string }>('POST /api/vouch_files/:id/restore', { params: { id } });
const makeOld = (id: string) =>
  sql(`update vouch_files set deleted_at = deleted_at - interval '61 minutes' where id = $1`, [id]);

describe('a file of a vouch', () => {
  it.each([
    ['a PDF', pdf(), 'proof.pdf', 'application/pdf', 'pdf'],
    ['a photo', png(20, 20), 'photo.png', 'image/png', 'image'],
    ['a Word document', zip(wordEntries), 'a.docx', expect.stringContaining('wordprocessingml'), 'none'],
    [
      'an old Word document',
      compoundFile(['Root Entry', 'WordDocument']),
      'a.doc',
      'application/msword',
      'none',
    ],
  ])('is stored from %s', async (_, content, name, mime, preview) => {
    const { ada, vouch } = await withVouch();
    const { status, json } = await attachToVouch(ada, vouch.id, content, name);
    expect([status, json.code]).toEqual([200, undefined]);
    expect(json).toMatchObject({
      ...{ vouch_id: vouch.id, file_name: name, file_size: content.length, mime_type: mime, preview },
    });
    expect((await vouchesOf(ada))[0]!.files).toEqual([json]);
    expect(await kept(ada)).toContain(`vouch-files/${json.file_path}`);
    expect(await staged()).toEqual([]);
  });

  it.each<[string, Buffer]>([
    ['text', Buffer.from('My proof')],
    ['HTML', Buffer.from('<html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg onload="alert(1)"/>')],
    ['HTML before a PDF', pdf('<html><script>alert(1)</script>')],
    ['a Windows program', executable()],
    ['Flash', flash()],
    ['a gzip', gzip()],
    ['a plain zip', zip([{ name: 'notes.txt' }])],
    ['a zip bomb', zip([...wordEntries, { name: 'word/media/a', unpackedSize: 4_000_000_000 }])],
  ])('is refused: %s', async (_, content) => {
    const { ada, vouch } = await withVouch();
    const { status, json } = await attachToVouch(ada, vouch.id, content, 'proof.pdf');
    expect([status, json.code]).toEqual([415, 'file_type_refused']);
    expect([await kept(ada), await staged()]).toEqual([[], []]);
  });

  it('is refused if it is empty, or there are already five, even under 10 parallel uploads', async () => {
    const { ada, vouch } = await withVouch();
    expect((await attachToVouch(ada, vouch.id, Buffer.alloc(0))).json.code).toBe('file_empty');
    const answers = await Promise.all(Array.from({ length: 10 }, () => attachToVouch(ada, vouch.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.files);
    for (const { json } of answers.filter(({ status }) => status !== 200))
      expect(json.code).toBe('too_many_files');
    expect(await kept(ada)).toHaveLength(limits.files);
  });

  it('that is sent again is stored once, and its id cannot be reused', async () => {
    const { ada, vouch } = await withVouch();
    const { json: other } = await askToVouch(ada);
    const id = newId();
    const first = await attachToVouch(ada, vouch.id, pdf(), 'a.pdf', id);
    expect((await attachToVouch(ada, vouch.id, pdf(), 'a.pdf', id)).json).toEqual(first.json);
    expect((await attachToVouch(ada, other.id, pdf(), 'a.pdf', id)).json.code).toBe('id_taken');
    expect(await kept(ada)).toHaveLength(1);
  });

  it('counts toward the quota of all files', async () => {
    const { ada, vouch } = await withVouch();
    const { json } = await attachToVouch(ada, vouch.id);
    await sql('update vouch_files set file_size = $1 where id = $2', [1024 ** 3, json.id]);
    expect((await attachToVouch(ada, vouch.id)).json.code).toBe('storage_full');
    await sql('update vouch_files set file_size = $1 where id = $2', [1024 ** 3 - pdf().length, json.id]);
    expect((await attachToVouch(ada, vouch.id)).status).toBe(200);
  });
});

describe('the files of an answered vouch (R-F3)', () => {
  it('cannot be added or deleted once it is verified, not even by SQL', async () => {
    const { ada, vouch } = await withVouch();
    const { json } = await attachToVouch(ada, vouch.id);
    await setVerified(vouch.id);
    for (const { status, json: refused } of [await attachToVouch(ada, vouch.id), await remove(ada, json.id)])
      expect([status, refused.code]).toEqual([409, 'vouch_closed']);
    for (const change of ['delete from vouch_files', 'update vouch_files set deleted_at = now()'])
      await expect(sql(`${change} where id = $1`, [json.id])).rejects.toThrow('can no longer change');
    expect(await kept(ada)).toHaveLength(1);
  });

  it('are not found if the vouch is verified and deleted at the same moment as the file', async () => {
    const { ada, vouch } = await withVouch();
    const { json } = await attachToVouch(ada, vouch.id);
    const answers = await blockedBy(
      app,
      `update vouches set status = 'verified', verified_at = now(), content_sha256 = '\\x00', deleted_at = now()
       where id = $1`,
      [vouch.id],
      [() => remove(ada, json.id)],
    );
    expect(answers).toEqual([expect.objectContaining({ status: 404 })]);
    expect(await kept(ada)).toHaveLength(1);
  });

  it('can be deleted, but not added, once it is withdrawn', async () => {
    const { ada, vouch } = await withVouch();
    const { json } = await attachToVouch(ada, vouch.id);
    await ada.call('POST /api/vouches/:id/withdraw', { params: { id: vouch.id } });
    expect((await attachToVouch(ada, vouch.id)).json.code).toBe('vouch_closed');
    expect((await remove(ada, json.id)).status).toBe(200);
    expect((await remove(ada, json.id)).status).toBe(404);
  });
});

describe('a removed file', () => {
  it('is shown to no one, and Undo returns it to its place, for any number of callers', async () => {
    const { ada, vouch } = await withVouch();
    const files: VouchFile[] = [];
    for (const name of ['a.pdf', 'b.pdf']) files.push((await attachToVouch(ada, vouch.id, pdf(), name)).json);
    const [file] = files as [VouchFile];
    const sign = 'POST /api/storage/vouch-files/:id/sign';
    const signed = { params: { id: file.id }, body: { as: 'view' } };
    const { url } = (await ada.call<{ url: string }>(sign, signed)).json;

    expect((await remove(ada, file.id)).status).toBe(200);
    expect((await vouchesOf(ada))[0]!.files).toEqual(files.slice(1));
    expect((await ada.call(sign, signed)).status).toBe(404);
    expect((await app.anonymous().call(`GET ${url}`)).status).toBe(404);
    // An upload that is repeated late does not bring it back.
    expect((await attachToVouch(ada, vouch.id, pdf(), 'a.pdf', file.id)).status).toBe(404);

    const answers = await Promise.all(Array.from({ length: 20 }, () => restore(ada, file.id)));
    for (const { status, json } of answers) expect([status, json]).toEqual([200, file]);
    expect((await vouchesOf(ada))[0]!.files).toEqual(files);
    expect((await app.anonymous().call(`GET ${url}`)).status).toBe(200);
    expect((await restore(await app.signUp(), file.id)).status).toBe(404);
  });

  it('is deleted with its bytes after an hour, even from a vouch that was verified since', async () => {
    const { ada, vouch } = await withVouch();
    const { json } = await attachToVouch(ada, vouch.id);
    await remove(ada, json.id);
    expect(await purgeVouchFiles(app.database.jobs)).toBe(0);
    await makeOld(json.id);
    await setVerified(vouch.id);
    expect((await restore(ada, json.id)).json.code).toBe('vouch_closed');
    expect(await purgeVouchFiles(app.database.jobs)).toBe(1);
    await work(app);
    expect(await kept(ada)).toEqual([]);
    expect((await restore(ada, json.id)).status).toBe(404);
  });

  it('does not return to a vouch that has five other files, or was deleted', async () => {
    const { ada, vouch } = await withVouch();
    const { json } = await attachToVouch(ada, vouch.id);
    await remove(ada, json.id);
    for (let n = 0; n < limits.files; n++)
      expect((await attachToVouch(ada, vouch.id, pdf(), `${n}.pdf`)).status).toBe(200);
    expect((await restore(ada, json.id)).json.code).toBe('too_many_files');
    await ada.call('DELETE /api/vouches/:id', { params: { id: vouch.id } });
    expect((await restore(ada, json.id)).status).toBe(404);
  });
});

describe('the signed URL of a file', () => {
  const sign = async (caller: Caller, id: string, as: 'view' | 'download') => {
    const { json } = await caller.call<{ url: string; expires_at: number }>(
      'POST /api/storage/vouch-files/:id/sign',
      { params: { id }, body: { as } },
    );
    return json;
  };

  it('is valid for an hour and ends with the vouch', async () => {
    const { ada, vouch } = await withVouch();
    const { json } = await attachToVouch(ada, vouch.id);
    const { url, expires_at } = await sign(ada, json.id, 'view');
    expect(Math.abs(expires_at - Date.now() / 1000 - 3600)).toBeLessThan(10);
    expect((await app.anonymous().call(`GET ${url}`)).status).toBe(200);
    await ada.call('DELETE /api/vouches/:id', { params: { id: vouch.id } });
    expect((await app.anonymous().call(`GET ${url}`)).status).toBe(404);
  });

  it('shows a photo without its metadata, and downloads the original', async () => {
    const { ada, vouch } = await withVouch();
    const photo = await photoWithPlace();
    const { json } = await attachToVouch(ada, vouch.id, photo, 'photo.jpg');
    const bytes = async (as: 'view' | 'download') => {
      const { url } = await sign(ada, json.id, as);
      return (await app.server.inject({ url })).rawPayload;
    };
    expect((await bytes('view')).includes(place)).toBe(false);
    expect((await bytes('download')).equals(photo)).toBe(true);
  });
});

describe('the bytes of the files of vouches', () => {
  it('are deleted with a purged vouch, verified or not, and with the account', async () => {
    const { ada, vouch } = await withVouch();
    await attachToVouch(ada, vouch.id, png(20, 20), 'photo.png');
    await setVerified(vouch.id);
    expect(await kept(ada)).toHaveLength(2);
    await sql(`update vouches set deleted_at = now() - interval '2 hours' where id = $1`, [vouch.id]);
    expect(await purgeVouches(app.database.jobs)).toBe(1);
    await work(app);
    expect(await kept(ada)).toEqual([]);

    const { json: next } = await askToVouch(ada);
    await attachToVouch(ada, next.id);
    await setVerified(next.id);
    expect((await ada.call('POST /api/functions/v1/delete-account')).status).toBe(200);
    await work(app);
    expect(await kept(ada)).toEqual([]);
    const { rowCount } = await sql('select 1 from vouches where user_id = $1', [ada.userId]);
    expect(rowCount).toBe(0);
  });

  it('without a row are deleted by the sweep, and renditions are kept', async () => {
    const { ada, vouch } = await withVouch();
    await attachToVouch(ada, vouch.id, png(20, 20), 'photo.png');
    const own = await kept(ada);
    const lost = `vouch-files/${ada.userId}/lost.pdf`;
    async function* bytes() {
      yield Buffer.from('x');
    }
    await app.files.put(await app.files.stage(bytes(), 10), lost);
    for (const key of [lost, ...own]) await utimes(join(app.filesRoot, key), 1000, 1000);
    expect(await sweepVouchFiles(app.database.jobs, app.files, new Date())).toBe(1);
    expect(await kept(ada)).toEqual(own);
  });
});
