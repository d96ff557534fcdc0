import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { gif, pdf } from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach, signed, writeEntry } from '#tests/support/files.ts';

let app: TestApp;
let ada: Caller;
let anyone: Caller;
let entry: string;
beforeAll(async () => {
  app = await startApp();
  ada = await app.signUp();
  anyone = app.anonymous();
  entry = (await writeEntry(ada)).id;
});
afterAll(() => app.close());

const text = 'abcdefghijklmnopqrstuvwxyz';
async function uploadAndSign(content: Buffer | string, name: string, as: 'view' | 'download' = 'view') {
  const { status, json } = await attach(ada, { entry: (await writeEntry(ada)).id, name, content });
  expect(status).toBe(200);
  return { file: json, address: await signed(ada, json.id, as) };
}

describe('a signed URL', () => {
  it('returns the bytes to any caller, for an hour', async () => {
    const { address, file } = await uploadAndSign(text, 'a.txt');
    const answer = await anyone.call(address);
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers['content-length']).toBe('26');
    vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ['Date'] });
    try {
      expect((await anyone.call(address)).status).toBe(404);
    } finally {
      vi.useRealTimers();
    }
    const { json } = await ada.call<{ expires_at: number }>('POST /api/storage/log-files/:id/sign', {
      params: { id: file.id },
      body: { as: 'view' },
    });
    expect(Math.abs(json.expires_at - Date.now() / 1000 - 3600)).toBeLessThan(5);
  });

  it('is only issued to the owner of the file', async () => {
    const { file } = await uploadAndSign(text, 'a.txt');
    const eve = await app.signUp('Eve');
    const sign = (caller: Caller, id: string) =>
      caller.call('POST /api/storage/log-files/:id/sign', { params: { id }, body: { as: 'view' } });
    expect((await sign(eve, file.id)).status).toBe(404);
    expect((await sign(eve, newId())).status).toBe(404);
    expect((await sign(anyone, file.id)).status).toBe(401);
  });

  it('returns 404 after any of its parts is changed', async () => {
    const [one, other] = [await uploadAndSign(text, 'a.txt'), await uploadAndSign('other', 'b.txt')];
    const eve = await app.signUp('Eve');
    const changes: [string, string][] = [
      [one.file.id, other.file.id],
      ['as=view', 'as=download'],
      [`viewer=${ada.userId}`, `viewer=${eve.userId}`],
      ['exp=', 'exp=1'],
      ['sig=', 'sig=A'],
    ];
    for (const [from, to] of changes) {
      const forged = one.address.replace(from, to);
      expect(forged).not.toBe(one.address);
      const { status, text: body } = await anyone.call(forged);
      expect(status).toBe(404);
      expect(body).not.toContain(text);
    }
  });

  it('returns 404 after the account is deleted', async () => {
    const bob = await app.signUp('Bob');
    const { json } = await attach(bob, { entry: (await writeEntry(bob)).id, content: text });
    const address = await signed(bob, json.id, 'download');
    expect((await anyone.call(address)).status).toBe(200);
    await app.database.asOwner((db) => db.query('delete from users where id = $1', [bob.userId]));
    expect((await anyone.call(address)).status).toBe(404);
  });
});

describe('file requests with ranges', () => {
  it.each<[string | undefined, number, string, string?]>([
    [undefined, 200, text],
    ['bytes=0-0', 206, 'a', 'bytes 0-0/26'],
    ['bytes=20-', 206, 'uvwxyz', 'bytes 20-25/26'],
    ['bytes=-3', 206, 'xyz', 'bytes 23-25/26'],
    ['bytes=3-500', 206, text.slice(3), 'bytes 3-25/26'],
    ['bytes=0-1,4-5', 200, text],
    ['bytes=9-3', 200, text],
    ['bytes=26-', 416, '', 'bytes */26'],
    ['bytes=-0', 416, '', 'bytes */26'],
  ])('a request for range %s returns %i', async (range, status, body, contentRange) => {
    const { address } = await uploadAndSign(text, 'a.txt');
    const answer = await anyone.call(address, { headers: { range } });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      status,
      body,
      contentRange,
    ]);
    expect(answer.headers['content-length']).toBe(String(body.length));
    expect(answer.headers['accept-ranges']).toBe('bytes');
  });

  it('HEAD returns the size without a body, and a matching ETag returns 304', async () => {
    const { address } = await uploadAndSign(text, 'a.txt');
    const head = await anyone.call(address.replace('GET', 'HEAD'));
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '26']);
    const etag = head.headers['etag'];
    const again = await anyone.call(address, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const range = { range: 'bytes=0-1' };
    expect((await anyone.call(address, { headers: { ...range, 'if-range': etag } })).text).toBe('ab');
    expect((await anyone.call(address, { headers: { ...range, 'if-range': '"old"' } })).text).toBe(text);
  });
});

describe('file response headers', () => {
  const shared = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };

  it.each<[string, string, Buffer | string, string, string]>([
    ['an SVG', 'a.svg', '<svg onload="alert(1)"/>', 'application/octet-stream', 'attachment'],
    ['HTML', 'a.html', '<html><script>alert(1)</script>', 'application/octet-stream', 'attachment'],
    ['text', 'a.txt', '<b>not markup', 'application/octet-stream', 'attachment'],
    ['plain text', 'a.txt', 'words', 'text/plain; charset=utf-8', 'attachment'],
    ['a GIF', 'a.gif', gif(), 'image/gif', 'inline'],
    ['a PDF', 'a.pdf', pdf(), 'application/pdf', 'inline'],
  ])('of %s prevent any script from running', async (_, name, content, type, disposition) => {
    const { address } = await uploadAndSign(content, name);
    const { status, headers } = await anyone.call(address);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ ...shared, 'content-type': type });
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}; `));
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'self'$/);
    expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe-eval/);
    expect(headers['content-security-policy']!.includes('sandbox')).toBe(type !== 'application/pdf');
    expect(headers['cache-control']).toMatch(/^private, max-age=\d{1,3}$/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('of a download contain its name with an extension that matches the content', async () => {
    const { address } = await uploadAndSign('echo hi', 'Rechnung für "Ä";.bat', 'download');
    const { headers } = await anyone.call(address);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Rechnung f_r ____.bat.txt"; filename*=UTF-8''Rechnung%20f%C3%BCr%20%22%C3%84%22%3B.bat.txt`,
    );
  });
});

it('a photo is viewed without its metadata and downloaded unchanged (R-B4)', async () => {
  const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#00c' } })
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' } })
    .jpeg()
    .toBuffer();
  const { file, address } = await uploadAndSign(photo, 'photo.jpg');
  const view = await anyone.call(address);
  expect(view.headers['content-type']).toBe('image/webp');
  expect(view.bytes.subarray(8, 12).toString()).toBe('WEBP');
  expect(view.bytes.includes('SECRET-OWNER')).toBe(false);
  const download = await anyone.call(await signed(ada, file.id, 'download'));
  expect(download.headers['content-type']).toBe('image/jpeg');
  expect(download.bytes.equals(photo)).toBe(true);
  expect(download.headers['etag']).not.toBe(view.headers['etag']);
});

it('a file whose bytes are missing returns 404 instead of 500', async () => {
  const { json } = await attach(ada, { entry, content: 'soon deleted' });
  const address = await signed(ada, json.id, 'view');
  await app.files.remove(`log-files/${json.file_path}`);
  expect((await anyone.call(address)).status).toBe(404);
});
