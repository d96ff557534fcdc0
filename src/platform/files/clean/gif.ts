// Cleans GIF: comments, XMP and other program data. What the animation needs is kept.
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

const [extension, picture, trailer] = [0x21, 0x2c, 0x3b];
const timing = 0xf9;
const note = 0xff;
const comment = 0xfe;
const maxBlocks = 200_000;

export async function cleanGif(source: Source, patches: Patches): Promise<void> {
  const header = await source.need(0, 13);
  let left = maxBlocks;
  /** The position after a list of blocks, each of which begins with its length. */
  async function skipBlocks(from: number): Promise<number> {
    for (let at = from; ;) {
      if (left-- === 0) throw new CannotClean('too many blocks');
      const [length = 0] = await source.need(at, 1);
      at += 1 + length;
      if (length === 0) return at;
    }
  }
  for (let at = 13 + colorsAt(header[10]!); at < source.size;) {
    const start = await source.need(at, 1);
    if (start[0] === trailer) return patches.zero(at + 1, source.size - at - 1);
    if (start[0] === picture) {
      const flags = (await source.need(at, 10))[9]!;
      at = await skipBlocks(at + 10 + colorsAt(flags) + 1);
    } else if (start[0] === extension) {
      const fields = await source.need(at, 3);
      const end = await skipBlocks(at + 2);
      if (!(await isKept(source, at, fields))) patches.put(at, emptyComment(end - at));
      at = end;
    } else {
      throw new CannotClean('an unknown block');
    }
  }
}

/** Bytes of the list of colors that these flags announce. */
const colorsAt = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

async function isKept(source: Source, at: number, [, label, length]: Buffer): Promise<boolean> {
  if (label === timing) return true;
  if (label !== note || length !== 11) return false;
  const name = (await source.need(at + 3, 11)).toString('latin1');
  // Of how often the animation repeats: 5 bytes, and not a place to hide text.
  const [size, , , , end] = await source.need(at + 14, 5);
  return ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(name) && size === 3 && end === 0;
}

/** A comment of zeros, `length` bytes long in total. */
function emptyComment(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set([extension, comment]);
  // Between the two bytes before and the one after, each block has a length and at least one byte.
  for (let at = 2; at < length - 1;) {
    const rest = length - 1 - at;
    const size = rest === 257 ? 200 : Math.min(rest, 256);
    bytes[at] = size - 1;
    at += size;
  }
  return bytes;
}
