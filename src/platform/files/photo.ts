// How photos are shown: never with their metadata, which reveals where and when they were taken (R-B4). JPEG, PNG, HEIC
// and still WebP get a rendition stored next to the untouched original. GIF, AVIF and animated WebP are shown as they
// are, to keep the animation; others get them without the metadata (`for-others.ts`).
import sharp, { type Metadata, type Sharp } from 'sharp';
import { FairTurns } from './fair-turns.ts';
import { decodeHeic } from './heic.ts';

// Only these three decoders are reachable for files, whatever their content. The others are for what the server makes
// itself, in memory: drawings (`drawPng`) and renditions (`documentJpeg`).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadSvgBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

const maxPixels = 64e6;
/** Decoders work line by line, so an image of 1 × 20,000,000 pixels has few pixels and still takes seconds. */
const maxSourceEdge = 20_000;
const maxShownEdge = 2560;
/** On paper, 840 pixels are 7 cm at 300 pixels an inch. */
const maxPrintedEdge = 840;
const timeoutSeconds = 5;
/** Decoding takes memory and a core. */
const turns = new FairTurns(2);

export type Showing =
  | { as: 'itself' }
  | { as: 'rendition'; bytes: Buffer; extension: string }
  | { as: 'nothing' };

/**
 * How a local image file is shown. An unreadable image is `nothing`: it stays a download. `userId` is the
 * uploader's, for fair turns.
 */
export async function showingOf(path: string, mime: string, userId: string): Promise<Showing> {
  if (/^image\/hei[cf]/.test(mime)) return showingOfHeic(path, userId);
  return turns.run(userId, async () => {
    if (mime === 'image/gif' || mime === 'image/avif') return { as: 'itself' };
    if (!['image/jpeg', 'image/png', 'image/webp'].includes(mime)) return { as: 'nothing' };
    try {
      const { pages = 1 } = await readHeader(path);
      if (pages > 1) return { as: 'itself' };
      return { as: 'rendition', bytes: await render(path), extension: 'webp' };
    } catch {
      return { as: 'nothing' };
    }
  });
}

async function showingOfHeic(path: string, userId: string): Promise<Showing> {
  try {
    const job = { path, maxPixels, maxEdge: maxSourceEdge };
    const { width, height, data } = await decodeHeic(job, userId);
    const bytes = await turns.run(userId, () => toWebp(sharp(data, { raw: { width, height, channels: 3 } })));
    return { as: 'rendition', bytes, extension: 'webp' };
  } catch {
    return { as: 'nothing' };
  }
}

/**
 * A square JPEG from the center of a photo: upright, in sRGB, on white, without metadata, at most `side` pixels wide.
 * Undefined when the file is not a JPEG, PNG or WebP, is broken, or is too large. `userId` is the uploader's.
 */
export async function squareJpegOf(path: string, side: number, userId: string): Promise<Buffer | undefined> {
  return turns.run(userId, async () => {
    try {
      const { width, height } = await readHeader(path);
      const edge = Math.min(side, width, height);
      return await sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
        .timeout({ seconds: timeoutSeconds })
        .autoOrient()
        .resize({ width: edge, height: edge, fit: 'cover' })
        .flatten({ background: 'white' })
        .toColourspace('srgb')
        .jpeg({ quality: 86 })
        .toBuffer();
    } catch {
      return undefined;
    }
  });
}

/** A small JPEG of a rendition, for PDF and Word files. Undefined if it cannot be read. `userId`: for fair turns. */
export async function documentJpeg(
  rendition: Buffer,
  userId: string,
): Promise<{ bytes: Buffer; width: number; height: number } | undefined> {
  return turns.run(userId, async () => {
    try {
      const { data, info } = await sharp(rendition, { limitInputPixels: maxPixels })
        .timeout({ seconds: timeoutSeconds })
        .resize({ width: maxPrintedEdge, height: maxPrintedEdge, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: 78 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch {
      return undefined;
    }
  });
}

/** Reads the header without decoding. Throws when the image is unreadable or too large to decode. */
async function readHeader(path: string): Promise<Metadata> {
  const header = await sharp(path, { limitInputPixels: maxPixels }).metadata();
  if (Math.max(header.width, header.height) > maxSourceEdge)
    throw new Error('the image has too long an edge');
  return header;
}

/** Upright, in sRGB, without metadata (sharp drops it by default), its longer edge at most `maxShownEdge` pixels. */
function render(path: string): Promise<Buffer> {
  return toWebp(
    sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true }).autoOrient(),
  );
}

function toWebp(picture: Sharp): Promise<Buffer> {
  return picture
    .timeout({ seconds: timeoutSeconds })
    .resize({ width: maxShownEdge, height: maxShownEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}

/**
 * Draws an SVG as PNG. The SVG must be made by the server, and contain nothing from users except outlines of their
 * texts.
 */
export function drawPng(svg: string): Promise<Buffer> {
  return turns.run('drawings', () => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
}
