import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StorageFull } from '#platform/files/store.ts';
import {
  compoundFile,
  executable,
  flash,
  gif,
  gzip,
  pdf,
  png,
  wordEntries,
  zip,
} from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach, writeEntry } from '#tests/support/files.ts';
import { work } from '#tests/support/mail.ts';
import { sendResume, shownResume } from '#tests/support/resumes.ts';
import { limits, mimeTypes } from '../../constants.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const docx = zip(wordEntries);
const doc = compoundFile(['Root Entry', 'WordDocument']);
const staged = () => readdir(join(app.filesRoot, '.staging'));
const kept = async (caller: Caller) =>
  (await app.files.list(`resumes/${caller.userId}/`, undefined, 100)).map(({ key }) => key);
const rowsOf = (caller: Caller) =>
  app.database.asOwner(async (db) => {
    const { rows } = await db.query<{ key: string }>(
      `select 'resumes/' || file_path as key from resumes where user_id = $1`,
      [caller.userId],
    );
    return rows.map(({ key }) => key);
  });
/** A PDF with unique content and the given size in bytes. */
const pdfOf = (size = 500) => {
  const start = pdf();
  return Buffer.concat([start, randomBytes(size - start.length)]);
};

describe('a résumé', () => {
  it.each([
    ['a PDF', pdf(), 'cv.pdf', 'application/pdf', 'pdf'],
    ['a Word document', docx, 'cv.docx', mimeTypes[2], 'docx'],
    ['an old Word document', doc, 'cv.doc', 'application/msword', 'doc'],
    // The content decides, not the name.
    ['a PDF with another name', pdf(), 'cv.exe', 'application/pdf', 'pdf'],
  ])('is stored from %s', async (_, content, name, mime, extension) => {
    const ada = await app.signUp();
    expect(await shownResume(ada)).toBeNull();
    const { status, json } = await sendResume(ada, content, name);
    expect([status, json.code]).toEqual([200, undefined]);
    expect(json).toMatchObject({
      user_id: ada.userId,
      file_name: name,
      file_size: content.length,
      mime_type: mime,
    });
    expect(json.file_path).toMatch(new RegExp(`^${ada.userId}/\\d+-[0-9a-f]+\\.${extension}$`));
    expect(await shownResume(ada)).toEqual(json);
    expect(await app.files.sizeOf(`resumes/${json.file_path}`)).toBe(content.length);
    expect(await staged()).toEqual([]);
  });

  it('replaces the earlier one, and its bytes are deleted', async () => {
    const ada = await app.signUp();
    const first = (await sendResume(ada, pdf(), 'old.pdf')).json;
    const second = (await sendResume(ada, docx, 'new.docx')).json;
    expect(second.id).not.toBe(first.id);
    expect(await shownResume(ada)).toEqual(second);
    expect(await rowsOf(ada)).toEqual([`resumes/${second.file_path}`]);
    await work(app);
    expect(await kept(ada)).toEqual([`resumes/${second.file_path}`]);
  });

  it('that is sent again is stored once', async () => {
    const ada = await app.signUp();
    const first = (await sendResume(ada)).json;
    expect((await sendResume(ada)).json).toEqual(first);
    expect(await kept(ada)).toEqual([`resumes/${first.file_path}`]);
    const renamed = (await sendResume(ada, pdf(), 'other name.pdf')).json;
    expect(renamed).toMatchObject({ file_name: 'other name.pdf', file_size: first.file_size });
    await work(app);
    expect(await kept(ada)).toEqual([`resumes/${renamed.file_path}`]);
  });

  it('is one row and one file after 20 parallel uploads', async () => {
    const ada = await app.signUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sendResume(ada, pdfOf(), `cv ${n}.pdf`)),
    );
    const stored = answers.filter(({ status }) => status === 200).map(({ json }) => json.file_path);
    // A user may have ten uploads in progress.
    expect(stored.length).toBeGreaterThanOrEqual(10);
    expect(answers.filter(({ status }) => status !== 200).map(({ json }) => json.code)).toEqual(
      Array.from({ length: 20 - stored.length }, () => 'too_many_uploads'),
    );
    const rows = await rowsOf(ada);
    expect(rows).toHaveLength(1);
    await work(app);
    expect(await kept(ada)).toEqual(rows);
    expect((await shownResume(ada))?.file_path).toBe(rows[0]!.slice('resumes/'.length));
  });

  it('keeps any name as text only', async () => {
    const ada = await app.signUp();
    for (const [name, shown] of [
      ['../../etc/passwd', 'passwd'],
      ['C:\\cv\\Ada\u202Efdp.exe', 'Adafdp.exe'],
      ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
      [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(196)}.pdf`],
    ] as const) {
      const { status, json } = await sendResume(ada, pdf(), name);
      expect([status, json.file_name]).toEqual([200, shown]);
      expect(json.file_path).toMatch(/^[0-9a-f-]{36}\/[0-9]+-[0-9a-f]{16}\.pdf$/);
    }
  });
});

describe('a file that is not a résumé', () => {
  let ada: Caller;
  let first: Awaited<ReturnType<typeof sendResume>>['json'];
  beforeAll(async () => {
    ada = await app.signUp();
    first = (await sendResume(ada)).json;
  });

  const word = wordEntries;
  it.each<[string, Buffer]>([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('My résumé')],
    ['HTML', Buffer.from('<html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg onload="alert(1)"/>')],
    ['HTML before a PDF', pdf('<html><script>alert(1)</script>')],
    ['a binary PDF after HTML', pdf('<html>\0')],
    ['a photo', png(20, 20)],
    ['a GIF with a script', gif('', '*/=1;alert(1)//')],
    ['a Windows program', executable()],
    ['Flash', flash()],
    ['a gzip', gzip()],
    ['a plain zip', zip([{ name: 'notes.txt' }])],
    ['a spreadsheet', zip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }])],
    ['a Word document with macros', zip([...word, { name: 'word/vbaProject.bin' }])],
    ['a zip bomb', zip([...word, { name: 'word/media/a', unpackedSize: 4_000_000_000 }])],
    [
      'a zip bomb with many entries',
      zip([...word, ...Array.from({ length: 2000 }, (_, n) => ({ name: `e${n}` }))]),
    ],
    ['a zip bomb with overlapping entries', zip([...word, { name: 'a', packedSize: 90_000 }])],
    ['an old spreadsheet', compoundFile(['Root Entry', 'Workbook'])],
    ['an installer', compoundFile(['Root Entry', '\u4840\u3f3f'])],
  ])('is refused: %s, and the earlier résumé stays', async (_, content) => {
    const { status, json } = await sendResume(ada, content, 'cv.pdf');
    expect([status, json.code]).toEqual([415, 'resume_type_refused']);
    expect([json.title, json.detail]).toEqual(['Invalid file type', 'Please upload a PDF or Word document']);
    expect(await shownResume(ada)).toEqual(first);
    expect(await kept(ada)).toEqual([`resumes/${first.file_path}`]);
    expect(await staged()).toEqual([]);
  });
});

describe('an upload of a résumé', () => {
  it('accepts less than 10 MB', async () => {
    const ada = await app.signUp();
    const fits = await sendResume(ada, pdfOf(limits.bytes - 1));
    expect([fits.status, fits.json.file_size]).toEqual([200, limits.bytes - 1]);
    const { status, json } = await sendResume(ada, pdfOf(limits.bytes));
    expect([status, json.code]).toEqual([413, 'resume_too_large']);
    expect([json.title, json.detail]).toEqual(['File too large', 'Resume must be less than 10MB']);
    expect((await shownResume(ada))?.id).toBe(fits.json.id);
    expect(await staged()).toEqual([]);
  });

  it('to a full disk returns storage_full and keeps the earlier résumé', async () => {
    const ada = await app.signUp();
    const first = (await sendResume(ada)).json;
    const put = vi.spyOn(app.files, 'put').mockRejectedValueOnce(new StorageFull());
    const { status, json } = await sendResume(ada, docx, 'cv.docx');
    put.mockRestore();
    expect([status, json.code]).toEqual([507, 'storage_full']);
    expect(await shownResume(ada)).toEqual(first);
    expect(await kept(ada)).toEqual([`resumes/${first.file_path}`]);
  });

  it('counts toward the quota of all files, without the résumé that it replaces', async () => {
    const ada = await app.signUp();
    const entry = await writeEntry(ada);
    const { json: file } = await attach(ada, { entry: entry.id, content: 'x' });
    const setSizes = (attached: number, resume: number) =>
      app.database.asOwner(async (db) => {
        await db.query('update log_files set file_size = $1 where id = $2', [attached, file.id]);
        await db.query('update resumes set file_size = $1 where user_id = $2', [resume, ada.userId]);
      });
    const quota = 1024 ** 3;
    const size = 600;
    await sendResume(ada);

    await setSizes(quota - size, quota);
    expect((await sendResume(ada, pdfOf(size))).status).toBe(200);
    await setSizes(quota - size + 1, 1);
    const { status, json } = await sendResume(ada, pdfOf(size));
    expect([status, json.code]).toEqual([507, 'storage_full']);
    await setSizes(1, quota - 1);
    const attached = await attach(ada, { entry: entry.id, content: 'x' });
    expect([attached.status, attached.json.code]).toEqual([507, 'storage_full']);
  });

  it('without a session, a form or a file is refused', async () => {
    const ada = await app.signUp();
    expect((await sendResume(app.anonymous())).status).toBe(401);
    const without = await ada.call<{ code: string }>('POST /api/storage/resumes', { form: new FormData() });
    expect([without.status, without.json.code]).toEqual([400, 'invalid_input']);
    const json = await ada.call<{ code: string }>('POST /api/storage/resumes', { body: {} });
    expect([json.status, json.json.code]).toEqual([415, 'wrong_media_type']);
  });

  it('whose account is deleted meanwhile stores nothing', async () => {
    const ada = await app.signUp();
    const put = app.files.put.bind(app.files);
    const spy = vi.spyOn(app.files, 'put').mockImplementationOnce(async (...stored) => {
      await put(...stored);
      const { status } = await ada.call('POST /api/functions/v1/delete-account');
      expect(status).toBe(200);
    });
    expect((await sendResume(ada)).status).toBe(401);
    spy.mockRestore();
    expect(await rowsOf(ada)).toEqual([]);
    expect(await kept(ada)).toEqual([]);
  });

  it('that is cut off leaves no bytes and keeps the earlier résumé', async () => {
    const ada = await app.signUp();
    const first = (await sendResume(ada)).json;
    if (!app.server.server.listening) await app.server.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1');
    const cookies = Object.entries(ada.cookies).map(([name, value]) => `${name}=${value}`);
    socket.write(
      `POST /api/storage/resumes HTTP/1.1\r\nhost: x\r\norigin: ${app.config.appUrl}\r\ncookie: ${cookies.join('; ')}\r\n` +
        'content-type: multipart/form-data; boundary=xyz\r\ncontent-length: 5000000\r\n\r\n' +
        '--xyz\r\ncontent-disposition: form-data; name="file"; filename="cv.pdf"\r\n\r\n%PDF-1.7\n' +
        'content '.repeat(50_000),
    );
    await expect.poll(staged).toHaveLength(1);
    socket.destroy();
    await expect.poll(staged).toEqual([]);
    expect(await shownResume(ada)).toEqual(first);
    expect(await kept(ada)).toEqual([`resumes/${first.file_path}`]);
  });
});
