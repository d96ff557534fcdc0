import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showingOf, squareJpegOf } from './photo.ts';
import { gif, isoMedia, png } from './test-contents.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photo-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function show(content: Buffer, mime: string) {
  const path = join(folder, 'photo');
  await writeFile(path, content);
  return showingOf(path, mime, 'ada');
}

/** Reads a rendition's metadata. From a file, because the renderer has blocked all other decoder inputs. */
async function metadataOf(bytes: Buffer) {
  const path = join(folder, 'shown');
  await writeFile(path, bytes);
  return sharp(path).metadata();
}

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } });
const exif = {
  IFD0: { Copyright: 'SECRET-OWNER', Orientation: '6' },
  IFD3: { GPSLatitude: '51/1 30/1 0/1' },
};

/** A WebP made of these chunks, each a name and its bytes. */
function webp(chunks: [string, Buffer][]): Buffer {
  const parts = chunks.map(([name, data]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)]);
  });
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), length, body]);
}

async function animated(): Promise<Buffer> {
  const still = await red(4, 4).webp().toBuffer();
  const frame = Buffer.concat([
    Buffer.from([0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 0, 0, 100, 0, 0, 0]),
    still.subarray(12),
  ]);
  const head = Buffer.from([0x02, 0, 0, 0, 3, 0, 0, 3, 0, 0]);
  return webp([
    ['VP8X', head],
    ['ANIM', Buffer.alloc(6)],
    ['ANMF', frame],
    ['ANMF', frame],
  ]);
}

test.each(['jpeg', 'png', 'webp'] as const)(
  'a rendition of a %s is upright and has no metadata',
  async (format) => {
    const photo = await red(40, 20).withExif(exif).withMetadata({ orientation: 6 })[format]().toBuffer();
    expect(photo.includes('SECRET-OWNER')).toBe(true);
    const shown = await show(photo, `image/${format}`);
    if (shown.as !== 'rendition') throw new Error(`shown as ${shown.as}`);
    expect(shown.bytes.includes('SECRET-OWNER')).toBe(false);
    const { width, height, exif: left, xmp, icc, format: made } = await metadataOf(shown.bytes);
    expect({ width, height, left, xmp, icc, made }).toEqual({ width: 20, height: 40, made: 'webp' });
  },
);

test('a large photo is scaled down to 2,560 pixels', async () => {
  const large = await show(await red(4000, 3000).jpeg().toBuffer(), 'image/jpeg');
  if (large.as !== 'rendition') throw new Error(`shown as ${large.as}`);
  const { width, height } = await metadataOf(large.bytes);
  expect([width, height]).toEqual([2560, 1920]);
});

test('bytes after the end of a JPEG are not in its rendition', async () => {
  const photo = Buffer.concat([await red(8, 8).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  const shown = await show(photo, 'image/jpeg');
  expect(shown.as === 'rendition' && !shown.bytes.includes('script')).toBe(true);
});

test('decompression bombs, broken photos and other content have no rendition', async () => {
  const jpeg = await red(200, 200).jpeg().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  expect(await show(png(30_000, 30_000), 'image/png')).toEqual({ as: 'nothing' });
  expect(await show(jpeg.subarray(0, jpeg.length / 2), 'image/jpeg')).toEqual({ as: 'nothing' });
  expect(await show(svg, 'image/png')).toEqual({ as: 'nothing' });
  expect(await show(gif(), 'image/jpeg')).toEqual({ as: 'nothing' });
  expect(await show(isoMedia('heic', 'mif1'), 'image/heic')).toEqual({ as: 'nothing' });
});

test('an animated image is shown as is: others get it without its metadata when it is sent', async () => {
  expect(await show(gif(), 'image/gif')).toEqual({ as: 'itself' });
  expect(await show(await animated(), 'image/webp')).toEqual({ as: 'itself' });
  expect(await show(isoMedia('avif', 'mif1'), 'image/avif')).toEqual({ as: 'itself' });
});

test.each([
  [1, 20_000_000],
  [20_001, 1],
])('an image of %i × %i pixels is not decoded, however small the file is', async (width, height) => {
  expect(await show(png(width, height), 'image/png')).toEqual({ as: 'nothing' });
  const path = join(folder, 'edge');
  await writeFile(path, png(width, height));
  expect(await squareJpegOf(path, 512, 'ada')).toBeUndefined();
});

test('an image with an edge of 20,000 pixels is shown', async () => {
  expect(await show(png(20_000, 2), 'image/png')).toMatchObject({ as: 'rendition' });
});

test('concurrent images of several users are all rendered', async () => {
  const path = join(folder, 'many');
  await writeFile(path, await red(300, 300).jpeg().toBuffer());
  const all = await Promise.all(
    Array.from({ length: 9 }, (_, n) => showingOf(path, 'image/jpeg', `user ${n % 2}`)),
  );
  expect(all.every((shown) => shown.as === 'rendition')).toBe(true);
});
