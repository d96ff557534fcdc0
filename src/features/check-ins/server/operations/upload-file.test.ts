import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { StorageFull, StorageUnavailable } from '#platform/files/store.ts';
import { executable, gif, pdf, png } from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { attach, formOf, writeEntry } from '#tests/support/files.ts';
import { limits } from '../../constants.ts';
import type { CheckIn, LogFile } from '../../contract.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
  ada = await app.signUp();
});
afterAll(() => app.close());

const staged = () => readdir(join(app.filesRoot, '.staging'));
const storedObjects = async (entry: string) =>
  (await app.files.list('log-files/', undefined, 1000)).filter((object) => object.key.includes(entry));
const read = (caller: Caller, id: string) =>
  caller.call<CheckIn>('GET /api/check_ins/:id', { params: { id } });

describe('an upload', () => {
  it('is stored, counted, listed and removed from the missing files (R-B4, R-B5)', async () => {
    const id = newId();
    const content = pdf();
    const entry = await writeEntry(ada, [{ id, name: 'Plan.pdf', size: content.length }]);
    expect(entry).toMatchObject({ file_count: 0, missing_files: [{ id, name: 'Plan.pdf' }] });

    const { status, json } = await attach(ada, { entry: entry.id, id, name: 'Plan.pdf', content });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id,
      check_in_id: entry.id,
      file_name: 'Plan.pdf',
      file_type: 'application',
      mime_type: 'application/pdf',
      file_size: content.length,
      preview: 'pdf',
      position: 0,
    });
    expect(json.file_path).toMatch(new RegExp(`^${ada.userId}/${entry.id}/\\d+-[0-9a-f]+\\.pdf$`));
    expect((await read(ada, entry.id)).json).toMatchObject({ file_count: 1, missing_files: [] });
    const list = await ada.call<{ rows: LogFile[] }>('GET /api/log_files', {
      query: { check_in_id: entry.id },
    });
    expect(list.json.rows).toEqual([json]);
    expect(await app.files.sizeOf(`log-files/${json.file_path}`)).toBe(content.length);
    expect(await staged()).toEqual([]);
  });

  it('of a photo stores the original and a rendition', async () => {
    const entry = await writeEntry(ada);
    const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#080' } })
      .jpeg()
      .toBuffer();
    const { json } = await attach(ada, { entry: entry.id, name: 'a.jpg', content: photo });
    expect(json).toMatchObject({ mime_type: 'image/jpeg', file_type: 'image', preview: 'image' });
    const keys = (await storedObjects(entry.id)).map((object) => object.key);
    expect(keys).toEqual([`log-files/${json.file_path}`, `log-files/${json.file_path}.view.webp`]);
  });

  it('of a text file gets a preview up to the size limit, and is download-only above it', async () => {
    const entry = await writeEntry(ada);
    const short = await attach(ada, { entry: entry.id, content: 'a'.repeat(limits.textPreview) });
    const long = await attach(ada, { entry: entry.id, content: 'a'.repeat(limits.textPreview + 1) });
    expect([short.json.preview, long.json.preview]).toEqual(['text', 'none']);
  });

  it('of a photo that cannot be decoded is download-only', async () => {
    const entry = await writeEntry(ada);
    const bomb = await attach(ada, { entry: entry.id, name: 'a.png', content: png(30_000, 30_000) });
    expect(bomb.json).toMatchObject({ mime_type: 'image/png', preview: 'none' });
  });

  it('is idempotent: repeated and concurrent uploads with one id store one file', async () => {
    const entry = await writeEntry(ada);
    const again = { entry: entry.id, id: newId(), content: 'the same' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => attach(ada, again)));
    answers.push(await attach(ada, again));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json.file_path)).size).toBe(1);
    expect(await storedObjects(entry.id)).toHaveLength(1);
    expect((await read(ada, entry.id)).json.file_count).toBe(1);
  });

  it('with a hostile file name gets a sanitized name and a generated path', async () => {
    const entry = await writeEntry(ada);
    const { json } = await attach(ada, {
      entry: entry.id,
      name: '../../..\\evil\u202egpj.txt',
      content: 'x',
    });
    expect(json.file_name).toBe('evilgpj.txt');
    expect(json.file_path).toMatch(/\.txt$/);
    const long = await attach(ada, { entry: entry.id, name: `${'ß'.repeat(2000)}.md`, content: 'x' });
    expect(Array.from(long.json.file_name)).toHaveLength(limits.fileName);
  });
});

describe('a refused upload', () => {
  it.each<[string, Buffer | string, string, number, string?]>([
    ['an empty file', '', 'file_empty', 400],
    ['a program', executable(), 'file_type_refused', 415],
    [
      'HTML with the name of a photo',
      '<html><script>alert(1)</script>',
      'file_type_refused',
      415,
      'photo.png',
    ],
    ['a file one byte above the limit', Buffer.alloc(limits.fileBytes + 1, 'a'), 'file_too_large', 413],
    ['a file of 30 MB', Buffer.alloc(30 * 1024 * 1024, 'a'), 'file_too_large', 413],
  ])(
    'of %s has a code and a title, and stores nothing',
    async (_, content, code, status, name = 'file.bin') => {
      const id = newId();
      const entry = await writeEntry(ada, [{ id, name, size: content.length }]);
      const answer = await attach(ada, { entry: entry.id, id, name, content });
      expect([answer.status, answer.json.code]).toEqual([status, code]);
      expect(answer.json.title).toMatch(/^[A-Z]/);
      expect((await read(ada, entry.id)).json).toMatchObject({ file_count: 0, missing_files: [{ id }] });
      expect(await storedObjects(entry.id)).toEqual([]);
      expect(await staged()).toEqual([]);
    },
  );

  it('does not include a file of exactly the maximum size', async () => {
    const entry = await writeEntry(ada);
    const { status, json } = await attach(ada, {
      entry: entry.id,
      content: Buffer.alloc(limits.fileBytes, 'a'),
    });
    expect([status, json.file_size]).toEqual([200, limits.fileBytes]);
  });

  it('of the eleventh file is exact under parallel uploads', async () => {
    const entry = await writeEntry(ada);
    const attachMany = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) => attach(ada, { entry: entry.id, content: `file ${n}` })),
      );
    await attachMany(limits.files - 4);
    const answers = await attachMany(8);
    const codes = answers.map((answer) => (answer.status === 200 ? 'stored' : answer.json.code)).sort();
    expect(codes).toEqual([...Array(4).fill('stored'), ...Array(4).fill('too_many_files')]);
    expect(await storedObjects(entry.id)).toHaveLength(limits.files);
  });

  it("to an unknown or another user's entry returns the same 404, and without a session 401", async () => {
    const entry = await writeEntry(ada);
    const eve = await app.signUp('Eve');
    const others = await attach(eve, { entry: entry.id, content: 'x' });
    const none = await attach(eve, { entry: newId(), content: 'x' });
    const facts = ({ status, json: { code, title } }: typeof none) => ({ status, code, title });
    expect(facts(others)).toEqual(facts(none));
    expect(others.status).toBe(404);
    expect((await attach(app.anonymous(), { entry: entry.id, content: 'x' })).status).toBe(401);
    expect(await storedObjects(entry.id)).toEqual([]);
  });

  it('with the id of a file of another entry or user returns id_taken', async () => {
    const [first, second] = [await writeEntry(ada), await writeEntry(ada)];
    const id = newId();
    await attach(ada, { entry: first.id, id, content: 'x' });
    expect((await attach(ada, { entry: second.id, id, content: 'x' })).json.code).toBe('id_taken');
    const eve = await app.signUp('Eve');
    const own = await writeEntry(eve);
    expect((await attach(eve, { entry: own.id, id, content: 'x' })).json.code).toBe('id_taken');
    expect(await storedObjects(own.id)).toEqual([]);
  });

  it('with a malformed form returns invalid_input, and with a JSON body 415', async () => {
    const entry = await writeEntry(ada);
    const late = new FormData();
    late.set('file', new Blob(['x']), 'a.txt');
    late.set('check_in_id', entry.id);
    late.set('id', newId());
    const fileless = new FormData();
    fileless.set('check_in_id', entry.id);
    const two = formOf({ entry: entry.id, content: 'x' });
    two.append('file', new Blob(['y']), 'b.txt');
    const wrongId = formOf({ entry: 'x', content: 'x' });
    const crowded = new FormData();
    for (let n = 0; n < 50; n++) crowded.set(`field${n}`, 'x');
    for (const form of [late, fileless, two, wrongId, crowded]) {
      const { status, json } = await ada.call<ProblemBody>('POST /api/storage/log-files', { form });
      expect([status, json.code]).toEqual([400, 'invalid_input']);
    }
    const plain = await ada.call<ProblemBody>('POST /api/storage/log-files', { body: { file: 'x' } });
    expect([plain.status, plain.json.code]).toEqual([415, 'wrong_media_type']);
    expect(await storedObjects(entry.id)).toEqual([]);
    expect(await staged()).toEqual([]);
  });

  it('to a full disk returns storage_full and stores nothing', async () => {
    const entry = await writeEntry(ada);
    const put = vi.spyOn(app.files, 'put').mockRejectedValueOnce(new StorageFull());
    const { status, json } = await attach(ada, { entry: entry.id, content: 'x' });
    put.mockRestore();
    expect([status, json.code]).toEqual([507, 'storage_full']);
    expect(await storedObjects(entry.id)).toEqual([]);
    expect(await staged()).toEqual([]);
  });

  it('while the files cannot be reached returns unavailable, writes no row, and succeeds later', async () => {
    const entry = await writeEntry(ada);
    const attachment = { entry: entry.id, content: 'x' };
    const put = vi.spyOn(app.files, 'put').mockRejectedValueOnce(new StorageUnavailable('away'));
    const { status, json, headers } = await attach(ada, attachment);
    put.mockRestore();
    expect([status, json.code, headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    expect(json.title).toContain('file storage');
    expect(await staged()).toEqual([]);
    const again = await attach(ada, attachment);
    expect([again.status, (await storedObjects(entry.id)).length]).toEqual([200, 1]);
  });

  it("above the user's quota returns storage_full", async () => {
    const bob = await app.signUp('Bob');
    const entry = await writeEntry(bob);
    const { json } = await attach(bob, { entry: entry.id, content: 'x' });
    await app.database.asOwner((db) =>
      db.query('update log_files set file_size = 1024 ^ 3 where id = $1', [json.id]),
    );
    const { status, json: answer } = await attach(bob, { entry: entry.id, content: 'x' });
    expect([status, answer.code]).toEqual([507, 'storage_full']);
  });

  it('above the quota because of renditions returns storage_full', async () => {
    const bob = await app.signUp('Bob');
    const entry = await writeEntry(bob);
    const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#080' } })
      .png()
      .toBuffer();
    const { json } = await attach(bob, { entry: entry.id, name: 'a.png', content: photo });
    const view = await app.files.sizeOf(`log-files/${json.file_path}.view.webp`);
    const { rows } = await app.database.asOwner((db) =>
      db.query<{ view_size: number }>('select view_size from log_files where id = $1', [json.id]),
    );
    expect(rows[0]!.view_size).toBe(view);
    await app.database.asOwner((db) =>
      db.query('update log_files set view_size = 1024 ^ 3 where id = $1', [json.id]),
    );
    const { json: answer } = await attach(bob, { entry: entry.id, content: 'x' });
    expect(answer.code).toBe('storage_full');
  });
});

describe('an upload over a real connection', () => {
  const boundary = 'xyz';
  const part = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const start = (entry: string, id: string) =>
    `${part('check_in_id', entry)}${part('id', id)}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.gif"\r\ncontent-type: image/gif\r\n\r\n`;

  let port: number;
  beforeAll(async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.server.address() as AddressInfo).port;
  });

  /** Sends a request's headers and the start of its body. Returns the socket. */
  function begin(length: number, piece: string) {
    const socket = connect(port, '127.0.0.1');
    const cookies = Object.entries(ada.cookies).map(([name, value]) => `${name}=${value}`);
    socket.write(
      `POST /api/storage/log-files HTTP/1.1\r\nhost: x\r\norigin: ${app.config.appUrl}\r\ncookie: ${cookies.join('; ')}\r\n` +
        `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${length}\r\n\r\n${piece}`,
    );
    return socket;
  }

  async function answerOf(socket: ReturnType<typeof connect>): Promise<string> {
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (/\r\n\r\n[^]*\}\s*$/.test(text)) break;
    }
    return text;
  }

  it('that is interrupted leaves no bytes, and can be retried', async () => {
    const id = newId();
    const entry = await writeEntry(ada, [{ id, name: 'a.gif', size: 5_000_000 }]);
    const socket = begin(5_000_000, start(entry.id, id) + 'GIF89a'.repeat(50_000));
    await expect.poll(staged).toHaveLength(1);
    socket.destroy();
    await expect.poll(staged).toEqual([]);
    expect(await storedObjects(entry.id)).toEqual([]);
    expect((await read(ada, entry.id)).json.missing_files).toHaveLength(1);
    expect((await attach(ada, { entry: entry.id, id, name: 'a.gif', content: gif() })).status).toBe(200);
  });

  it('is refused with 429 and Retry-After while the user has ten uploads in progress', async () => {
    const [entry, other] = [await writeEntry(ada), await writeEntry(ada)];
    const sockets = Array.from({ length: 10 }, () =>
      begin(5_000_000, start(entry.id, newId()) + 'GIF89a'.repeat(50_000)),
    );
    await expect.poll(staged).toHaveLength(10);
    const eleventh = { entry: other.id, id: newId(), content: 'one more' };
    const answers = await Promise.all([1, 2, 3].map(() => attach(ada, eleventh)));
    for (const { status, json, headers } of answers)
      expect([status, json.code, headers['retry-after']]).toEqual([429, 'too_many_uploads', '2']);
    const eve = await app.signUp('Eve');
    expect((await attach(eve, { entry: (await writeEntry(eve)).id, content: 'x' })).status).toBe(200);

    sockets.pop()!.destroy();
    await expect.poll(async () => (await attach(ada, eleventh)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(staged).toEqual([]);
    expect(await storedObjects(entry.id)).toEqual([]);
  });

  it('whose form ends too early is refused with file_incomplete', async () => {
    const entry = await writeEntry(ada);
    const body = start(entry.id, newId()) + 'GIF89a';
    const answer = await answerOf(begin(Buffer.byteLength(body), body));
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer).toContain('"code":"file_incomplete"');
    expect(await staged()).toEqual([]);
  });

  it('that is too large is refused early, by its content-length or by its bytes', async () => {
    const entry = await writeEntry(ada);
    const early = await answerOf(begin(40_000_000, start(entry.id, newId())));
    expect(early).toMatch(/^HTTP\/1\.1 413/);

    const socket = begin(limits.fileBytes + 60_000, start(entry.id, newId()));
    socket.write(Buffer.alloc(limits.fileBytes + 1000, 'a'));
    const answer = await answerOf(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(answer).toContain('"code":"file_too_large"');
    expect(await staged()).toEqual([]);
  });

  it('whose client disconnects after a refusal does not affect the server', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = begin(5_000_000, start(newId(), newId()) + 'x'.repeat(100_000));
      socket.once('data', (chunk) => {
        socket.destroy();
        resolve(String(chunk));
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 404/);
    expect((await ada.call('GET /api/auth/user')).status).toBe(200);
  });

  it('stores exactly the bytes that were sent', async () => {
    const entry = await writeEntry(ada);
    const content = Buffer.concat([gif(), Buffer.alloc(3_000_000, 'z')]);
    const { json } = await attach(ada, { entry: entry.id, content });
    const stored = await app.database.asOwner((db) =>
      db.query<{ sha256: Buffer }>('select sha256 from log_files where id = $1', [json.id]),
    );
    const hash = createHash('sha256');
    for await (const chunk of (await app.files.read(`log-files/${json.file_path}`))!)
      hash.update(chunk as Buffer);
    expect(stored.rows[0]!.sha256).toEqual(hash.digest());
    expect(stored.rows[0]!.sha256).toEqual(createHash('sha256').update(content).digest());
  });
});
