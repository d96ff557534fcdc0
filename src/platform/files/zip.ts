// A Word document (.docx) is a zip with certain entries. Only the central directory is read, up to limits. Nothing is
// ever unpacked, so a zip bomb does no harm.
import type { FileHandle } from 'node:fs/promises';

const limits = { entries: 2000, directoryBytes: 1024 * 1024, unpackedBytes: 200 * 1024 * 1024, ratio: 100 };
const endLength = 22;
const entryLength = 46;

/** Whether the file is a Word document in a zip, without macros and with plausible sizes. */
export async function isWordPackage(file: FileHandle, size: number): Promise<boolean> {
  const names = await entryNames(file, size);
  return (
    names !== undefined &&
    names.includes('[Content_Types].xml') &&
    names.some((name) => /^word\/document\d*\.xml$/.test(name)) &&
    !names.some((name) => /vbaProject\.bin$/i.test(name))
  );
}

/** The names in the central directory, or undefined when the file is not a plain zip or exceeds a limit. */
async function entryNames(file: FileHandle, size: number): Promise<string[] | undefined> {
  const tailLength = Math.min(size, endLength + 0xffff);
  const tail = await readExactly(file, size - tailLength, tailLength);
  const end = tail && endRecord(tail);
  if (!end || end.entries > limits.entries || end.bytes > limits.directoryBytes) return undefined;
  if (end.offset + end.bytes > size) return undefined;
  const directory = await readExactly(file, end.offset, end.bytes);
  return directory && namesIn(directory, end.entries, size);
}

/** The end record whose comment reaches exactly to the end of the file. Zip64 and split archives are not supported. */
function endRecord(tail: Buffer): { entries: number; bytes: number; offset: number } | undefined {
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue;
    if (at + endLength + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const [disk, directoryDisk] = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
    const entries = tail.readUInt16LE(at + 10);
    if (disk !== 0 || directoryDisk !== 0 || tail.readUInt16LE(at + 8) !== entries) return undefined;
    return { entries, bytes: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
  }
  return undefined;
}

function namesIn(directory: Buffer, entries: number, size: number): string[] | undefined {
  const names: string[] = [];
  let [at, packed, unpacked] = [0, 0, 0];
  for (let entry = 0; entry < entries; entry++) {
    if (at + entryLength > directory.length || directory.readUInt32LE(at) !== 0x02014b50) return undefined;
    packed += directory.readUInt32LE(at + 20);
    unpacked += directory.readUInt32LE(at + 24);
    const nameEnd = at + entryLength + directory.readUInt16LE(at + 28);
    if (nameEnd > directory.length) return undefined;
    names.push(directory.toString('utf8', at + entryLength, nameEnd));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  // More packed bytes than the file has means overlapping entries, which only zip bombs have.
  const plausible = packed <= size && unpacked <= limits.unpackedBytes && unpacked <= size * limits.ratio;
  return plausible ? names : undefined;
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}
