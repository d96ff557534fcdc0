// Photos for the tests of profile photos: valid ones of every kind, and hostile files.
import sharp, { type Sharp } from 'sharp';
import { crc32 } from 'node:zlib';
import * as made from '#platform/files/test-contents.ts';

type Color = readonly [number, number, number];
const red: Color = [200, 20, 20];
const green: Color = [20, 160, 20];
const blue: Color = [20, 20, 200];
const gray: Color = [128, 128, 128];
/** The colors of the four quarters: top left, top right, bottom left, bottom right. */
export type Quarters = readonly [Color, Color, Color, Color];
export const upright: Quarters = [red, green, blue, gray];

/** How a picture that stores `upright` appears for each EXIF orientation. */
export const shownBy: Record<number, Quarters> = {
  1: [red, green, blue, gray],
  2: [green, red, gray, blue],
  3: [gray, blue, green, red],
  4: [blue, gray, red, green],
  5: [red, blue, green, gray],
  6: [blue, red, gray, green],
  7: [gray, green, blue, red],
  8: [green, gray, red, blue],
};

/** A picture of four colored quarters. */
export function quarters(width: number, height = width): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = upright[(y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0)]!;
      pixels.set(color, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** What the metadata of `photoWithPlace` says. */
export const place = 'secret place';

/** A photo that reveals where it was taken. */
export const photoWithPlace = (): Promise<Buffer> =>
  quarters(50)
    .jpeg()
    .withExif({ IFD0: { Copyright: place } })
    .toBuffer();

const plain = (width: number, height = width, color = '#14a014') =>
  sharp({ create: { width, height, channels: 3, background: color } });
const transparent = (width: number) =>
  sharp({ create: { width, height: width, channels: 4, background: { r: 200, g: 20, b: 20, alpha: 0 } } });

export const limit = 5 * 1024 * 1024;

/** The photo, padded with zeros to the given length. */
function padded(photo: Buffer, length: number): Buffer {
  return Buffer.concat([photo, Buffer.alloc(length - photo.length)]);
}

/** Photos that are accepted, and the widths of their stored versions. */
export async function honestPhotos(): Promise<[string, Buffer, number][]> {
  const turned: [string, Buffer, number][] = [];
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const photo = await quarters(96).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    turned.push([`a JPEG of orientation ${orientation}`, photo, 96]);
  }
  return [
    ...turned,
    ['a wide JPEG', await quarters(1200, 600).jpeg().toBuffer(), 512],
    ['a tall JPEG', await quarters(300, 900).jpeg().toBuffer(), 300],
    ['a progressive JPEG', await quarters(640).jpeg({ progressive: true }).toBuffer(), 512],
    ['a gray JPEG', await quarters(200).greyscale().jpeg().toBuffer(), 200],
    ['a CMYK JPEG', await quarters(200).toColourspace('cmyk').jpeg().toBuffer(), 200],
    ['a JPEG in Display P3', await quarters(200).withIccProfile('p3').jpeg().toBuffer(), 200],
    ['48 megapixels', await plain(8000, 6000).jpeg().toBuffer(), 512],
    ['the largest file', padded(await quarters(200).jpeg().toBuffer(), limit - 1), 200],
    ['a transparent PNG', await transparent(200).png().toBuffer(), 200],
    ['a PNG with a palette', await quarters(200).png({ palette: true }).toBuffer(), 200],
    ['a PNG of 16 bits', await quarters(200).toColourspace('rgb16').png().toBuffer(), 200],
    ['a WebP', await quarters(700).webp().toBuffer(), 512],
    ['a transparent lossless WebP', await transparent(64).webp({ lossless: true }).toBuffer(), 64],
    ['one pixel', await plain(1).png().toBuffer(), 1],
  ];
}

const script = '<script>alert(document.domain)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`;
const text = (content: string) => Buffer.from(content);
const bytes = (...codes: number[]) => Buffer.from(codes);

/** The bytes with `old` replaced. */
function replaced(content: Buffer, old: Buffer, by: Buffer): Buffer {
  const at = content.indexOf(old);
  if (at < 0) throw new Error('not found');
  return Buffer.concat([content.subarray(0, at), by, content.subarray(at + old.length)]);
}

/** A JPEG whose frame header claims another size. */
function claiming(photo: Buffer, width: number, height: number): Buffer {
  const at = photo.indexOf(bytes(0xff, 0xc0));
  const copy = Buffer.from(photo);
  copy.writeUInt16BE(height, at + 5);
  copy.writeUInt16BE(width, at + 7);
  return copy;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The PNG with chunks added after its header. */
function withChunks(photo: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([photo.subarray(0, 33), ...chunks, photo.subarray(33)]);
}

/** A WebP of several frames. */
function animated(still: Buffer): Buffer {
  const part = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([text(name), length, data, Buffer.alloc(data.length % 2)]);
  };
  const frame = part(
    'ANMF',
    Buffer.concat([bytes(...Array(6).fill(0), 3, 0, 0, 3, 0, 0, 100, 0, 0, 0), still.subarray(12)]),
  );
  const head = part('VP8X', bytes(2, 0, 0, 0, 3, 0, 0, 3, 0, 0));
  const body = Buffer.concat([text('WEBP'), head, part('ANIM', Buffer.alloc(6)), frame, frame]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([text('RIFF'), length, body]);
}

/**
 * Files that are not photos, or contain more than a photo: the code of the refusal, or `clean` if only the picture may
 * remain.
 */
export async function hostileFiles(): Promise<[string, Buffer, string][]> {
  const jpeg = await quarters(200).jpeg().toBuffer();
  const png = await quarters(200).png().toBuffer();
  const webp = await quarters(4).webp().toBuffer();
  const secret = await quarters(200)
    .withExif({ IFD0: { Copyright: script }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  const gif = made.gif();
  const gifScript = made.gif(`=1;${script}`);
  const half = (content: Buffer) => content.subarray(0, Math.floor(content.length / 2));
  const no = 'photo_not_image';
  const broken = 'photo_unreadable';
  return [
    ['SVG', text(svg), no],
    ['SVG with a declaration', text(`<?xml version="1.0"?><!DOCTYPE svg>${svg}`), no],
    ['SVG after a blank line', text(`\n   ${svg}`), no],
    ['gzipped SVG', made.gzip(), no],
    ['HTML', text(`<!doctype html>${script}`), no],
    ['script', text('alert(1)'), no],
    ['PostScript', text('%!PS-Adobe-3.0 EPSF-3.0\nshowpage'), no],
    ['drawing commands', text('push graphic-context\nimage over 0,0 0,0 "https://evil.example/"\n'), no],
    ['PDF', made.pdf(), no],
    ['a program', made.executable(), no],
    ['Flash', made.flash(), no],
    ['a Word document', made.zip(made.wordEntries), no],
    ['a video', made.isoMedia('isom'), no],
    ['an audio file', made.mp3(), no],
    ['GIF', gif, no],
    ['animated GIF', made.gif('!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00'), no],
    ['GIF that is also a script', gifScript, no],
    ['HEIC', made.isoMedia('heic', 'mif1'), no],
    ['HEIF', made.isoMedia('mif1', 'heic'), no],
    ['AVIF', made.isoMedia('avif', 'mif1'), no],
    ['TIFF', Buffer.concat([text('II*\0'), bytes(8, 0, 0, 0), Buffer.alloc(64)]), no],
    [
      'bitmap',
      Buffer.concat([text('BM'), bytes(70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40), Buffer.alloc(64)]),
      no,
    ],
    ['icon', Buffer.concat([bytes(0, 0, 1, 0, 1, 0), Buffer.alloc(64, 1)]), no],
    ['Photoshop', Buffer.concat([text('8BPS'), bytes(0, 1), Buffer.alloc(64)]), no],
    ['JPEG XL', Buffer.concat([bytes(0xff, 0x0a), Buffer.alloc(64, 3)]), no],
    ['an empty file', Buffer.alloc(0), no],
    ['one byte', bytes(0xff), no],
    ['HTML before a JPEG', Buffer.concat([text(script), jpeg]), no],
    ['a PNG without its first byte', png.subarray(1), no],
    ['the first bytes of a JPEG', jpeg.subarray(0, 4), broken],
    ['the first bytes of a PNG', png.subarray(0, 60), broken],
    ['half a JPEG', half(jpeg), broken],
    ['half a PNG', half(png), broken],
    ['half a WebP', half(await quarters(300).webp().toBuffer()), broken],
    ['a bomb of 900 megapixels', made.png(30_000, 30_000), broken],
    ['a bomb just above the limit', made.png(8_001, 8_000), broken],
    ['a bomb of 1 × 20,000,000 pixels', made.png(1, 20_000_000), broken],
    ['an edge just above the limit', made.png(20_001, 8), broken],
    ['a JPEG that claims 4 gigapixels', claiming(jpeg, 65_500, 65_500), broken],
    ['a JPEG that claims more pixels than it has', claiming(jpeg, 2_000, 2_000), 'clean'],
    ['a PNG with a wrong checksum', replaced(png, png.subarray(29, 33), bytes(1, 2, 3, 4)), broken],
    ['a PNG that claims a WebP inside', replaced(png, text('IDAT'), text('WEBP')), broken],
    ['5 MB', padded(jpeg, limit), 'photo_too_large'],
    ['5 MB and a byte', padded(jpeg, limit + 1), 'photo_too_large'],
    ['30 MB', Buffer.alloc(30 * 1024 * 1024, 'a'), 'photo_too_large'],
    ['HTML after a JPEG', Buffer.concat([jpeg, text(script)]), 'clean'],
    ['an archive after a JPEG', Buffer.concat([jpeg, made.zip([{ name: `${script}.txt` }])]), 'clean'],
    ['a JPEG with a script and a location in its metadata', secret, 'clean'],
    ['a PNG with a script in its text', withChunks(png, chunk('tEXt', text(`Comment\0${script}`))), 'clean'],
    ['an animated PNG', withChunks(png, chunk('acTL', bytes(0, 0, 0, 1, 0, 0, 0, 0))), 'clean'],
    ['an animated WebP', animated(webp), 'clean'],
  ];
}
