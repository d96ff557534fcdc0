// Cleans WebM and Matroska: elements with an id, a length and a body (EBML, RFC 8794). What is not needed to play them is
// turned into `Void`, which players skip.
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

const segment = 0x18538067;
const info = 0x1549a966;
const tracks = 0x1654ae6b;
const cluster = 0x1f43b675;
const track = 0xae;
const voids = 0xec;

/** The elements that are kept, by the element around them. Elements inside of others are kept as they are. */
const inside: Record<number, readonly number[]> = {
  // The header of the file, the segment.
  0: [0x1a45dfa3, segment],
  // The seek index, the description, the tracks, the cues, the frames.
  [segment]: [0x114d9b74, info, tracks, 0x1c53bb6b, cluster],
  // The unit of time and the duration. Not: title, date, the programs that wrote it.
  [info]: [0x2ad7b1, 0x4489],
  [tracks]: [track],
};
/** Elements of a track that describe it: name, and name and settings of the codec. */
const described = [0x536e, 0x258688, 0x3a9697, 0x3b4040, 0x26b240];
const trackType = 0x83;
const shown = [1, 2];
const maxElements = 200_000;

type Element = { id: number; start: number; body: number; end: number; isOpen: boolean };

export async function cleanMatroska(source: Source, patches: Patches): Promise<void> {
  let left = maxElements;
  async function next(start: number, to: number): Promise<Element> {
    if (left-- === 0) throw new CannotClean('too many elements');
    const bytes = await source.read(start, Math.min(12, to - start));
    const idLength = Math.clz32(bytes[0] ?? 0) - 23;
    const sizeLength = Math.clz32(bytes[idLength] ?? 0) - 23;
    if (idLength > 4 || sizeLength > 8 || bytes.length < idLength + sizeLength)
      throw new CannotClean('a broken element');
    const id = bytes.readUIntBE(0, idLength);
    const size = sizeAt(bytes.subarray(idLength, idLength + sizeLength));
    const body = start + idLength + sizeLength;
    // A live recording does not know the size in advance. One that was cut off is shorter.
    return { id, start, body, end: Math.min(body + (size ?? Infinity), to), isOpen: size === undefined };
  }

  async function clean(parent: number, from: number, to: number): Promise<void> {
    for (let at = from; at < to;) {
      const element = await next(at, to);
      at = element.end;
      if (!inside[parent]!.includes(element.id)) {
        if (element.isOpen) throw new CannotClean('an unknown element without a size');
        makeVoid(patches, element);
      } else if (element.id === cluster && element.isOpen) {
        at = await endOfCluster(element.body, to);
      } else if (element.id === track) {
        await cleanTrack(element);
      } else if (element.id in inside) {
        await clean(element.id, element.body, element.end);
      }
    }
  }

  /** A cluster of unknown size ends where the next element of the segment begins. Their ids have four bytes. */
  async function endOfCluster(from: number, to: number): Promise<number> {
    for (let at = from; at < to;) {
      const element = await next(at, to);
      if (element.id > 0xffffff) return at;
      at = element.end;
    }
    return to;
  }

  async function cleanTrack({ body, end }: Element): Promise<void> {
    for (let at = body; at < end;) {
      const element = await next(at, end);
      at = element.end;
      // A camera's positions could be in subtitles, in blocks anywhere in the file.
      if (element.id === trackType && !shown.includes((await source.need(element.body, 1))[0]!))
        throw new CannotClean('a track that is neither picture nor sound');
      if (described.includes(element.id)) makeVoid(patches, element);
    }
  }

  await clean(0, 0, source.size);
}

/** The value of a size, or undefined if all its bits are set: unknown. */
function sizeAt(bytes: Buffer): number | undefined {
  const marker = 0x80 >> (bytes.length - 1);
  let value = bytes[0]! & (marker - 1);
  let isUnknown = value === marker - 1;
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? undefined : value;
}

/** The id becomes one byte, so the size gets the bytes that the id no longer needs. */
function makeVoid(patches: Patches, { id, start, body, end }: Element): void {
  if (id !== voids) {
    const sizeLength = body - start - 1;
    if (sizeLength > 8) throw new CannotClean('an element with a long header');
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(BigInt(end - body));
    const header = Buffer.concat([Buffer.from([voids]), size.subarray(8 - sizeLength)]);
    header[1]! |= 0x80 >> (sizeLength - 1);
    patches.put(start, header);
  }
  patches.zero(body, end - body);
}
