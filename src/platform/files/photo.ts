// What is shown of a photo: never its metadata, which tells where and when it was taken (R-B4). JPEG, PNG and still
// WebP get a rendition; the original stays untouched beside it. GIF, AVIF and animated WebP are shown as they are,
// so that they move, but only when they carry no metadata: otherwise WebP is shown still and the others are downloads.
import { readFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { FairTurns } from './fair-turns.ts';

// Only the three decoders that are used can be reached, whatever bytes come.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
});
sharp.cache(false);
sharp.concurrency(1);

const mostPixels = 64e6;
/** A picture of 1 × 20,000,000 pixels has few pixels and still takes a decoder seconds: it works line by line. */
const longestRead = 20_000;
const longestEdge = 2560;
const secondsToWork = 5;
/** Decoding costs memory and a core. */
const turns = new FairTurns(2);

export type Showing =
  | { as: 'itself' }
  | { as: 'rendition'; bytes: Buffer; extension: string }
  | { as: 'nothing' };

const marks: Record<string, readonly string[]> = {
  'image/gif': ['XMP DataXMP', '<x:xmpmeta'],
  'image/webp': ['EXIF', 'XMP '],
  'image/avif': ['Exif', 'rdf+xml', '<x:xmpmeta'],
};

/**
 * How a local image file is shown. An image that cannot be read is not: it stays a download. `person` is who sent it:
 * people take turns.
 */
export async function showingOf(path: string, mime: string, person: string): Promise<Showing> {
  return turns.run(person, async () => {
    if (mime === 'image/gif' || mime === 'image/avif') {
      return (await carriesMetadata(path, mime)) ? { as: 'nothing' } : { as: 'itself' };
    }
    if (!['image/jpeg', 'image/png', 'image/webp'].includes(mime)) return { as: 'nothing' };
    try {
      const { pages = 1 } = await readHeader(path);
      if (pages > 1 && !(await carriesMetadata(path, mime))) return { as: 'itself' };
      return { as: 'rendition', bytes: await render(path), extension: 'webp' };
    } catch {
      return { as: 'nothing' };
    }
  });
}

/**
 * A photo as a square JPEG from its middle: upright, in sRGB, on white, without metadata, at most `side` pixels wide.
 * Nothing when it is no JPEG, PNG or WebP, is broken, or is too large. `person` is who sent it: people take turns.
 */
export async function squareJpegOf(path: string, side: number, person: string): Promise<Buffer | undefined> {
  return turns.run(person, async () => {
    try {
      const { width, height } = await readHeader(path);
      const edge = Math.min(side, width, height);
      return await sharp(path, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
        .timeout({ seconds: secondsToWork })
        .autoOrient()
        .resize({ width: edge, height: edge, fit: 'cover' })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .jpeg({ quality: 86 })
        .toBuffer();
    } catch {
      return undefined;
    }
  });
}

/** Reads the header, without decoding. Throws when the image cannot be read or is larger than what is decoded. */
async function readHeader(path: string): Promise<Metadata> {
  const header = await sharp(path, { limitInputPixels: mostPixels }).metadata();
  if (Math.max(header.width, header.height) > longestRead) throw new Error('the image has too long an edge');
  return header;
}

/** Upright, in sRGB, without metadata (sharp drops it unless told otherwise), at most `longestEdge` pixels long. */
function render(path: string): Promise<Buffer> {
  return sharp(path, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: secondsToWork })
    .autoOrient()
    .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}

async function carriesMetadata(path: string, mime: string): Promise<boolean> {
  const bytes = await readFile(path);
  return (marks[mime] ?? []).some((mark) => bytes.includes(mark, 0, 'latin1'));
}
