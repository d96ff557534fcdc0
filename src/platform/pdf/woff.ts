// WOFF is an OpenType font whose tables are compressed one by one. Programs that read a font's tables again for each letter
// must not inflate them each time.
import { inflateSync } from 'node:zlib';

const [headerLength, entryLength, sfntHeaderLength, sfntEntryLength] = [44, 20, 12, 16];

/** The font as OpenType. */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF font.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = headerLength + index * entryLength;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    };
  });
  const head = Buffer.alloc(sfntHeaderLength + count * sfntEntryLength);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const steps = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** steps * 16, 6);
  head.writeUInt16BE(steps, 8);
  head.writeUInt16BE(count * 16 - 2 ** steps * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = sfntHeaderLength + index * sfntEntryLength;
    tag.copy(head, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    // Tables begin at multiples of four bytes.
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}
