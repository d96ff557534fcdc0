// Cleans Ogg: Vorbis, Opus and Theora. The second packet of a stream holds comments: artist, place, picture. They are
// removed. Each page has a checksum, which is computed again for pages that change.
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

/** By the beginning of the first packet of a stream: that of the second one, and whether a bit ends it. */
const codecs = [
  { first: '\x01vorbis', second: '\x03vorbis', endsWithBit: true },
  { first: 'OpusHead', second: 'OpusTags', endsWithBit: false },
  { first: '\x80theora', second: '\x81theora', endsWithBit: false },
];
const maxPages = 100_000;

type Codec = (typeof codecs)[number];
type Stream = {
  codec: Codec;
  /** The packet that the next page begins with, or continues. */
  packet: number;
  /** Bytes of the second packet that were found so far. */
  done: number;
};

export async function cleanOgg(source: Source, patches: Patches): Promise<void> {
  const streams = new Map<number, Stream>();
  let pages = 0;
  for (let at = 0; at < source.size;) {
    if (pages++ === maxPages) throw new CannotClean('too many pages');
    const header = await source.need(at, 27);
    if (header.toString('latin1', 0, 4) !== 'OggS') throw new CannotClean('not a page');
    const lacing = await source.need(at + 27, header[26]!);
    const body = at + 27 + lacing.length;
    const length = lacing.reduce((sum, each) => sum + each, 0);
    const id = header.readUInt32LE(14);
    if (header[5]! & 2) streams.set(id, { codec: await codecAt(source, body), packet: 0, done: 0 });
    const stream = streams.get(id);
    if (!stream) throw new CannotClean('a stream without a beginning');
    if (stream.packet < 2) await cleanPage(source, patches, { at, body, lacing, length, stream });
    at = body + length;
  }
}

async function codecAt(source: Source, at: number): Promise<Codec> {
  const start = (await source.read(at, 8)).toString('latin1');
  const codec = codecs.find(({ first }) => start.startsWith(first));
  // Such as FLAC in Ogg, or text in time with a video.
  if (!codec) throw new CannotClean('an unknown stream');
  return codec;
}

type Page = { at: number; body: number; lacing: Buffer; length: number; stream: Stream };

/** Overwrites what the page contains of the second packet. */
async function cleanPage(source: Source, patches: Patches, page: Page): Promise<void> {
  const { at, body, lacing, length, stream } = page;
  const bytes = Buffer.from(await source.need(at, body + length - at));
  let position = body - at;
  let from = position;
  let to = position;
  for (const size of lacing) {
    if (stream.packet === 0) from = position + size;
    if (stream.packet <= 1) to = position + size;
    position += size;
    if (size < 255) stream.packet++;
  }
  if (to === from) return;
  const part = bytes.subarray(from, to);
  const written = writeEmpty(part, stream);
  if (stream.packet > 1 && stream.done < stream.codec.second.length + 9)
    throw new CannotClean('a packet that is too short');
  bytes.writeUInt32LE(0, 22);
  bytes.writeUInt32LE(checksum(bytes), 22);
  patches.put(at + 22, Buffer.from(bytes.subarray(22, 26)));
  patches.put(at + from, Buffer.from(part.subarray(0, written)), part.length);
}

/**
 * Writes a part of the second packet: its name, an empty vendor, no comments, and the bit that ends Vorbis comments.
 * Players ignore the zeros that follow. Returns how many bytes may not be zero.
 */
function writeEmpty(part: Buffer, stream: Stream): number {
  const { codec, done } = stream;
  const packet = Buffer.from(`${codec.second}\0\0\0\0\0\0\0\0${codec.endsWithBit ? '\x01' : '\0'}`, 'latin1');
  const written = packet.subarray(done, done + part.length);
  part.fill(0);
  written.copy(part);
  stream.done += part.length;
  return written.length;
}

const polynomial = 0x04c11db7;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value & 0x80000000 ? polynomial : 0);
  return value >>> 0;
});

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ table[(sum >>> 24) ^ byte]!) >>> 0;
  return sum;
}
