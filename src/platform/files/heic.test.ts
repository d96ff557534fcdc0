import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { largeHeic, tiledHeic } from '#tests/support/heic.ts';
import { showingOf } from './photo.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heic-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function show(content: Buffer) {
  const path = join(folder, 'photo.heic');
  await writeFile(path, content);
  return showingOf(path, 'image/heic', 'ada');
}

/** The size of the rendition and its corners: red, green and blue of each. */
async function shownAs(content: Buffer) {
  const shown = await show(content);
  if (shown.as !== 'rendition') throw new Error(`shown as ${shown.as}`);
  const path = join(folder, 'shown.webp');
  await writeFile(path, shown.bytes);
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const colorAt = (x: number, y: number) => (data[(y * width + x) * 3]! > 232 ? 'red' : 'purple');
  const corners = [
    colorAt(0, 0),
    colorAt(width - 1, 0),
    colorAt(0, height - 1),
    colorAt(width - 1, height - 1),
  ];
  return { width, height, corners: corners.join(' ') };
}

test.each([
  [0, 400, 300, 'red red purple purple'],
  [1, 300, 400, 'red purple red purple'],
  [2, 400, 300, 'purple purple red red'],
  [3, 300, 400, 'purple red purple red'],
])(
  'a HEIC photo of tiles with %i quarter turns is upright and complete',
  async (turns, width, height, corners) => {
    expect(await shownAs(tiledHeic(2, 2, { turns, width: 400, height: 300 }))).toMatchObject({
      width,
      height,
      corners,
    });
  },
);

test('a HEIC photo of 48 million pixels is shown at 2,560 pixels', async () => {
  const size = { width: 8064, height: 6048 };
  expect(await shownAs(tiledHeic(32, 24, size))).toMatchObject({ width: 2560, height: 1920 });
}, 60_000);

test('a HEIC photo has a rendition without its metadata', async () => {
  const photo = await readFile(join(import.meta.dirname, '../../../tests/support/details/photo.heic'));
  const shown = await show(photo);
  expect(shown.as === 'rendition' && !shown.bytes.includes('CANARY')).toBe(true);
});

test.each([
  ['in one piece of 64 million pixels', largeHeic()],
  ['that claims to be small', largeHeic(512)],
  ['of tiles with more than 64 million pixels', tiledHeic(40, 40)],
  ['that ends early', tiledHeic(2, 2).subarray(0, 300)],
  ['of nothing', Buffer.from('nothing')],
])('a HEIC photo %s has no rendition', async (_, content) => {
  expect(await show(content)).toEqual({ as: 'nothing' });
});
