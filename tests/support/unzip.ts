// Reads a complete ZIP by its central directory, as unpackers do, and checks every checksum.
import { crc32, inflateRawSync } from 'node:zlib';

export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  if (end < 0) throw new Error('not a complete archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, checksum] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16)];
    const [packedSize, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const [nameSize, extraSize] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameSize);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + packedSize);
    const bytes = method === 8 ? inflateRawSync(packed) : packed;
    if (bytes.length !== size || crc32(bytes) !== checksum) throw new Error(`${name} is damaged`);
    if (files.has(name)) throw new Error(`${name} is in the archive twice`);
    files.set(name, bytes);
    at += 46 + nameSize + extraSize + archive.readUInt16LE(at + 32);
  }
  return files;
}
