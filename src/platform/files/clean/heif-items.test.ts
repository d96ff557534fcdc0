import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cleanIsoMedia } from './iso-media.ts';
import { applyPatches, Patches } from './patches.ts';
import { CannotClean, Source } from './source.ts';

const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]));
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)));
const box = (type: string, ...content: (Buffer | string)[]) => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([u32(8 + body.length), Buffer.from(type), body]);
};

const samples = box('mdat', 'PICTUREexifdata');
const place = { picture: 8, exif: 15 };
const idat = box('idat', 'small exif');

type Photo = { places: Buffer; ids?: 16 | 32; handler?: string; more?: Buffer[] };

/** A photo with a picture (item 1) and Exif (item 2), whose bytes `places` locates. */
function photo({ places, ids = 16, handler = 'pict', more = [] }: Photo): Buffer {
  const id = (value: number) => (ids === 16 ? u16(value) : u32(value));
  const item = (value: number, type: string) =>
    box('infe', Buffer.from([ids === 16 ? 2 : 3, 0, 0, 0]), id(value), u16(0), type, 'name\0');
  const list = box('iinf', u32(0), u16(2), item(1, 'hvc1'), item(2, 'Exif'));
  const hdlr = box('hdlr', u32(0, 0), handler, u32(0, 0, 0), 'x');
  return Buffer.concat([samples, box('meta', u32(0), hdlr, list, box('iloc', places), ...more)]);
}

async function cleaned(content: Buffer): Promise<Buffer> {
  const patches = new Patches();
  await cleanIsoMedia(
    new Source(content.length, async (first, last) => content.subarray(first, last + 1)),
    patches,
  );
  return buffer(applyPatches(Readable.from([content]), 0, patches.all));
}
const shown = async (parts: Photo) => (await cleaned(photo(parts))).toString('latin1').replaceAll('\0', '.');

const version = (number: number, sizes: number, more = 0) => Buffer.from([number, 0, 0, 0, sizes, more]);
const long = (value: number) => u32(0, value);

test.each<[string, Photo]>([
  [
    'of 32 bits',
    {
      places: Buffer.concat([
        ...[version(0, 0x44), u16(2)],
        ...[u16(1, 0, 1), u32(place.picture, 7)],
        ...[u16(2, 0, 1), u32(place.exif, 8)],
      ]),
    },
  ],
  [
    'of 64 bits',
    {
      places: Buffer.concat([
        ...[version(0, 0x88), u16(2)],
        ...[u16(1, 0, 1), long(place.picture), long(7)],
        ...[u16(2, 0, 1), long(place.exif), long(8)],
      ]),
    },
  ],
  [
    'from a base, in two parts with an index',
    {
      places: Buffer.concat([
        ...[version(1, 0x44, 0x42), u16(1)],
        ...[u16(2, 0, 0), u32(10), u16(2), u16(1), u32(place.exif - 10, 4), u16(2), u32(place.exif - 6, 4)],
      ]),
    },
  ],
  [
    'with ids of 32 bits',
    {
      ids: 32,
      places: Buffer.concat([version(2, 0x44), u32(1), u32(2), u16(0, 0, 1), u32(place.exif, 8)]),
    },
  ],
])('a photo loses its Exif at places %s, and keeps its picture', async (_which, parts) => {
  const text = await shown(parts);
  expect(text).toContain('PICTURE........');
  expect(text).not.toContain('name');
});

test('a photo loses Exif without a length up to the end of the file', async () => {
  const places = Buffer.concat([version(0, 0x44), u16(1), u16(2, 0, 1), u32(place.exif, 0)]);
  expect(await shown({ places })).toMatch(/PICTURE\.+$/);
});

test('a photo loses Exif that is among its small items, and needs them', async () => {
  const places = Buffer.concat([version(1, 0x44), u16(1), u16(2, 1, 0, 1), u32(6, 4)]);
  const text = await shown({ places, more: [idat] });
  expect(text).toContain('PICTUREexifdata');
  expect(text).toContain('small .');
  expect(text).not.toContain('small exif');
  await expect(shown({ places })).rejects.toThrow('a part within another part');
});

test.each([
  ['places Exif in another item', Buffer.concat([version(1, 0x44), u16(1), u16(2, 2, 0, 1), u32(0, 1)])],
  [
    'has a list of places that ends early',
    Buffer.concat([version(0, 0x44), u16(2), u16(2, 0, 1), u32(15, 8)]),
  ],
])('a photo that %s is refused', async (_what, places) => {
  await expect(shown({ places })).rejects.toThrow(CannotClean);
});

test('the description of a video is removed as a whole', async () => {
  const file = photo({ places: Buffer.alloc(8), handler: 'mdir' });
  const copy = (await cleaned(file)).subarray(samples.length);
  expect(copy.toString('latin1', 4, 8)).toBe('free');
  expect(copy.subarray(8).every((byte) => byte === 0)).toBe(true);
});
