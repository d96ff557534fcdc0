// Cleans MP3 and AAC: frames of sound one after another. Everything between them is overwritten: ID3, APE and lyrics
// tags, with artists, comments, pictures and places.
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

const headerSize = 7;
const maxFrames = 400_000;

export async function cleanAudioFrames(source: Source, patches: Patches): Promise<void> {
  const tag = await source.read(0, 10);
  // Players skip an ID3 tag by its size. It stays, without content and without flags, such as for encryption.
  const isTagged = tag.length === 10 && tag.toString('latin1', 0, 3) === 'ID3';
  const tagged = isTagged ? Math.min(10 + tagSize(tag), source.size) : 0;
  if (isTagged) {
    patches.put(5, Buffer.from([0]));
    patches.zero(10, tagged - 10);
  }
  let inFrames = false;
  let gapFrom = tagged;
  let frames = 0;
  for (let at = tagged; at < source.size;) {
    const length = await frameLength(source, at);
    // Two frames in a row: two bytes of text that look like a frame are not sound.
    const isFrame = length > 0 && (inFrames || (await frameLength(source, at + length)) > 0);
    if (!isFrame) {
      if (inFrames) gapFrom = at;
      inFrames = false;
      at++;
      continue;
    }
    if (frames++ === maxFrames) throw new CannotClean('too many frames');
    if (!inFrames) patches.zero(gapFrom, at - gapFrom);
    inFrames = true;
    at += length;
  }
  if (frames === 0) throw new CannotClean('no frames');
  if (!inFrames) patches.zero(gapFrom, source.size - gapFrom);
}

/** A number in the lower seven bits of four bytes. */
const tagSize = (tag: Buffer) => (tag[6]! << 21) | (tag[7]! << 14) | (tag[8]! << 7) | tag[9]!;

/** Bytes of the frame that begins here, or 0 if there is none or if it does not end within the file. */
async function frameLength(source: Source, at: number): Promise<number> {
  const header = await source.read(at, headerSize);
  if (header.length < headerSize || header[0] !== 0xff || header[1]! < 0xe0) return 0;
  const length = (header[1]! & 0xf6) === 0xf0 ? adtsLength(header) : mpegLength(header);
  return at + length <= source.size ? length : 0;
}

function adtsLength(header: Buffer): number {
  const length = ((header[3]! & 3) << 11) | (header[4]! << 3) | (header[5]! >> 5);
  return length > headerSize ? length : 0;
}

// In kbit/s, for MPEG 1 layers I, II, III, and MPEG 2 and 2.5 layers I, and II and III.
const kilobits = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const sampleRates = [44_100, 48_000, 32_000];

function mpegLength(header: Buffer): number {
  const version = (header[1]! >> 3) & 3;
  const layer = 4 - ((header[1]! >> 1) & 3);
  const isFirst = version === 3;
  const row = isFirst ? layer - 1 : layer === 1 ? 3 : 4;
  const rate = (kilobits[row]?.[header[2]! >> 4] ?? 0) * 1000;
  const samples = sampleRates[(header[2]! >> 2) & 3];
  // Reserved values, and a free bit rate, with which a frame does not say how long it is.
  if (version === 1 || layer === 4 || rate === 0 || samples === undefined) return 0;
  const perSecond = samples / (isFirst ? 1 : version === 2 ? 2 : 4);
  const padding = (header[2]! >> 1) & 1;
  if (layer === 1) return (Math.floor((12 * rate) / perSecond) + padding) * 4;
  const slots = layer === 3 && !isFirst ? 72 : 144;
  return Math.floor((slots * rate) / perSecond) + padding;
}
