import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StorageFull } from '#platform/files/store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer, Caller, ProblemBody } from '#tests/support/caller.ts';
import { work } from '#tests/support/mail.ts';
import { honestPhotos, hostileFiles, quarters, type Quarters, shownBy } from '#tests/support/photos.ts';
import type { Profile } from '../../contract.ts';
import { sweepPhotos } from '../jobs.ts';

let app: TestApp;
let scratch: string;
beforeAll(async () => {
  app = await startApp();
  scratch = await mkdtemp(join(tmpdir(), 'photos-'));
});
afterAll(async () => {
  await app.close();
  await rm(scratch, { recursive: true });
});

function upload(caller: Caller, content: Buffer, name = 'photo.jpg'): Promise<Answer<Profile & ProblemBody>> {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(content)], { type: 'image/jpeg' }), name);
  return caller.call<Profile & ProblemBody>('POST /api/storage/profile-photos', { form });
}
const hostileName = (name: string) => `../../..%2f${name}.svg\r\nx: y`;
const shown = (address: string | null) => app.anonymous().call(`GET ${address}`);
const profileOf = async (caller: Caller) => (await caller.call<Profile>('GET /api/profiles')).json;
const staged = () => readdir(join(app.filesRoot, '.staging'));
const kept = async (caller: Caller) =>
  (await app.files.list(`profile-photos/${caller.userId}/`, undefined, 100)).map(({ key }) => key);

/** Decodes from a file, because the server disables every other input of the decoder. */
async function decode(picture: Buffer): Promise<Sharp> {
  const path = join(scratch, 'shown.jpg');
  await writeFile(path, picture);
  return sharp(path);
}

async function quartersOf(picture: Buffer): Promise<Quarters> {
  const { data, info } = await (await decode(picture)).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)] as unknown as Quarters[0];
  const [near, far] = [Math.floor(info.width / 4), Math.floor((info.width * 3) / 4)];
  return [at(near, near), at(far, near), at(near, far), at(far, far)];
}

/** Fails unless it is a square JPEG of at most 512 pixels without other data. */
async function expectClean(picture: Buffer): Promise<number> {
  const { format, width, height, space, exif, icc, xmp, iptc } = await (await decode(picture)).metadata();
  expect({ format, height, exif, icc, xmp, iptc }).toEqual({ format: 'jpeg', height: width });
  expect(['srgb', 'b-w']).toContain(space);
  expect(width).toBeLessThanOrEqual(512);
  for (const mark of ['script', 'GPS', 'Exif', 'PK\x03\x04', 'acTL'])
    expect(picture.includes(mark)).toBe(false);
  expect(picture.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  return width;
}

describe('a valid photo', () => {
  it('becomes a public square JPEG, regardless of its format', async () => {
    const photos = await honestPhotos();
    expect(photos.length).toBeGreaterThanOrEqual(20);
    for (const [name, content, width] of photos) {
      const ada = await app.signUp();
      const { status, json } = await upload(ada, content);
      expect([name, status, json.code]).toEqual([name, 200, undefined]);
      expect(json).toEqual(await profileOf(ada));
      expect(json.avatar_url).toMatch(
        new RegExp(`^/api/storage/public/profile-photos/${ada.userId}/[0-9a-f]{32}\\.jpg$`),
      );
      const { status: found, bytes, headers } = await shown(json.avatar_url);
      expect(found).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect([name, await expectClean(bytes)]).toEqual([name, width]);
      expect(await kept(ada)).toHaveLength(1);
    }
    expect(await staged()).toEqual([]);
  }, 60_000);

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with EXIF orientation %i is stored upright', async (orientation) => {
    const ada = await app.signUp();
    const photo = await quarters(96).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const { json } = await upload(ada, photo);
    const found = await quartersOf((await shown(json.avatar_url)).bytes);
    const off = found.flatMap((colour, at) =>
      colour.map((n, i) => Math.abs(n - shownBy[orientation]![at]![i]!)),
    );
    expect(Math.max(...off)).toBeLessThan(25);
  });

  it('gets a white background for transparency, and keeps its colors from CMYK', async () => {
    const ada = await app.signUp();
    const clear = sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    });
    const first = await upload(ada, await clear.png().toBuffer());
    const [corner] = await quartersOf((await shown(first.json.avatar_url)).bytes);
    expect(Math.min(...corner)).toBeGreaterThan(250);
    const second = await upload(
      ada,
      await quarters(96).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    );
    const [red, green, blue] = await quartersOf((await shown(second.json.avatar_url)).bytes);
    expect([red, green, blue].map((colour) => colour.indexOf(Math.max(...colour)))).toEqual([0, 1, 2]);
  });
});

describe('a hostile file', () => {
  it('is refused with a code and leaves no files', async () => {
    const files = (await hostileFiles()).filter(([, , outcome]) => outcome !== 'clean');
    expect(files.length).toBeGreaterThanOrEqual(40);
    for (const [name, content, code] of files) {
      const eve = await app.signUp('Eve');
      const { status, json } = await upload(eve, content, hostileName(name));
      expect([name, json.code]).toEqual([name, code]);
      expect(status).toBeGreaterThanOrEqual(400);
      expect([await kept(eve), (await profileOf(eve)).avatar_url]).toEqual([[], null]);
    }
    expect(await staged()).toEqual([]);
  }, 60_000);

  it('that is also a valid image is stored as a clean image only', async () => {
    const files = (await hostileFiles()).filter(([, , outcome]) => outcome === 'clean');
    expect(files.length).toBeGreaterThanOrEqual(5);
    for (const [name, content] of files) {
      const eve = await app.signUp('Eve');
      const { status, json } = await upload(eve, content, hostileName(name));
      expect([name, status]).toEqual([name, 200]);
      const { bytes, headers } = await shown(json.avatar_url);
      expect(headers['content-type']).toBe('image/jpeg');
      await expectClean(bytes);
      expect(await kept(eve)).toHaveLength(1);
    }
    const all = (await app.files.list('', undefined, 1000)).map(({ key }) => key);
    expect(all.filter((key) => !/^profile-photos\/[0-9a-f-]{36}\/[0-9a-f]{32}\.jpg$/.test(key))).toEqual([]);
  }, 60_000);

  it('is refused with a message that names the accepted formats', async () => {
    const eve = await app.signUp('Eve');
    const [, svg] = (await hostileFiles())[0]!;
    expect((await upload(eve, svg)).json).toMatchObject({
      title: 'Please select an image file',
      detail: expect.stringContaining('JPEG'),
    });
  });

  it('in a malformed request or without a session is refused', async () => {
    const eve = await app.signUp('Eve');
    const picture = await quarters(9).png().toBuffer();
    const two = new FormData();
    two.append('file', new Blob([Uint8Array.from(picture)]), 'a.png');
    two.append('file', new Blob([Uint8Array.from(picture)]), 'b.png');
    const none = new FormData();
    none.set('id', 'x');
    for (const form of [two, none]) {
      const { status, json } = await eve.call<ProblemBody>('POST /api/storage/profile-photos', { form });
      expect([status, json.code]).toEqual([400, 'invalid_input']);
    }
    const { status } = await eve.call('POST /api/storage/profile-photos', { body: { file: 'x' } });
    expect(status).toBe(415);
    expect((await upload(app.anonymous(), picture)).status).toBe(401);
    expect(await kept(eve)).toEqual([]);
    expect(await staged()).toEqual([]);
  });
});

describe('a replaced photo', () => {
  it('is deleted by a job of the transaction that replaces or removes it', async () => {
    const ada = await app.signUp();
    const photo = await quarters(20).png().toBuffer();
    await upload(ada, photo);
    const { json } = await upload(ada, photo);
    await work(app);
    const last = `profile-photos/${ada.userId}/${json.avatar_url!.split('/').at(-1)}`;
    expect(await kept(ada)).toEqual([last]);
    await ada.call('PATCH /api/profiles', { body: { avatar_url: null } });
    await work(app);
    expect(await kept(ada)).toEqual([]);
  });

  it('stays if the profile shows it again before the job runs', async () => {
    const ada = await app.signUp();
    const address = (await upload(ada, await quarters(20).png().toBuffer())).json.avatar_url;
    await ada.call('PATCH /api/profiles', { body: { avatar_url: null } });
    await ada.call('PATCH /api/profiles', { body: { avatar_url: address } });
    await work(app);
    expect((await shown(address)).status).toBe(200);
  });

  it('is no longer public immediately, and the sweep deletes it if the job did not', async () => {
    const ada = await app.signUp();
    const photo = await quarters(20).png().toBuffer();
    const first = (await upload(ada, photo)).json.avatar_url;
    const second = (await upload(ada, photo)).json.avatar_url;
    expect(second).not.toBe(first);
    expect([(await shown(first)).status, (await shown(second)).status]).toEqual([404, 200]);

    expect(await sweepPhotos(app.database.jobs, app.files, new Date())).toBe(0);
    for (const key of await kept(ada)) await utimes(join(app.filesRoot, key), 1000, 1000);
    expect(await sweepPhotos(app.database.jobs, app.files, new Date())).toBe(1);
    expect((await shown(second)).status).toBe(200);

    await ada.call('PATCH /api/profiles', { body: { avatar_url: '' } });
    expect((await shown(second)).status).toBe(404);
    expect(await sweepPhotos(app.database.jobs, app.files, new Date())).toBe(1);
    expect(await kept(ada)).toEqual([]);
  });

  it('of parallel uploads is no longer public: exactly one photo stays', async () => {
    const ada = await app.signUp();
    const photo = await quarters(20).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 14 }, () => upload(ada, photo)));
    // Ten uploads may run concurrently. The others are refused with 429.
    const taken = answers.filter(({ status }) => status === 200);
    const others = answers.filter(({ status }) => status !== 200);
    expect(taken.length).toBeGreaterThanOrEqual(10);
    for (const { status, json } of others) expect([status, json.code]).toEqual([429, 'too_many_requests']);
    const found = await Promise.all(taken.map(async ({ json }) => (await shown(json.avatar_url)).status));
    expect(found.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe('a failed upload leaves no files', () => {
  it.each([
    ['when the account is deleted during the upload', 'delete from users where id = $1', 401],
    ['when the session ends during the upload', 'delete from sessions where user_id = $1', 401],
  ])('%s', async (_, ending, wanted) => {
    const bob = await app.signUp('Bob');
    const put = app.files.put.bind(app.files);
    const spy = vi.spyOn(app.files, 'put').mockImplementationOnce(async (...what) => {
      await put(...what);
      await app.database.asOwner((db) => db.query(ending, [bob.userId]));
    });
    const { status } = await upload(bob, await quarters(20).png().toBuffer());
    spy.mockRestore();
    expect(status).toBe(wanted);
    expect(await kept(bob)).toEqual([]);
    expect(await staged()).toEqual([]);
  });

  it('when storage is full, which it reports', async () => {
    const bob = await app.signUp('Bob');
    const spy = vi.spyOn(app.files, 'put').mockRejectedValueOnce(new StorageFull());
    const { status, json } = await upload(bob, await quarters(20).png().toBuffer());
    spy.mockRestore();
    expect([status, json.code]).toEqual([507, 'storage_full']);
    expect([await kept(bob), await staged()]).toEqual([[], []]);
  });
});

it('a photo address serves only its own photo, with ETag and HEAD support', async () => {
  const ada = await app.signUp();
  const { json } = await upload(ada, await quarters(20).png().toBuffer());
  const address = json.avatar_url!;
  const { headers, bytes } = await shown(address);
  const anonymous = app.anonymous();
  const again = await anonymous.call(`GET ${address}`, { headers: { 'if-none-match': headers['etag'] } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const head = await anonymous.call(`HEAD ${address}`);
  expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)]);
  const stranger = await app.signUp('Eve');
  const name = address.split('/').at(-1)!;
  for (const other of [
    address.replace(ada.userId, stranger.userId),
    address.replace('.jpg', '.png'),
    address.replace(name, '..%2f..%2f.staging'),
    address.replace(name, `${'0'.repeat(32)}.jpg`),
  ]) {
    expect((await anonymous.call(`GET ${other}`)).status).toBe(404);
  }
});
