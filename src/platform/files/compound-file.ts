// Old Office files (.doc, .xls, .ppt, also .msi) share a container, the Compound File (MS-CFB). It is a small file
// system, and its directory distinguishes the formats. A Word document has a stream named WordDocument.
import type { FileHandle } from 'node:fs/promises';

// The directory is a chain of sectors. At most this many are followed (each has 4 entries at the usual sector size).
const maxSectors = 256;
const headerFatSectors = 109;
const entryLength = 128;

/** Whether the compound file holds a Word document. */
export async function isWordDocument(file: FileHandle, size: number): Promise<boolean> {
  const header = await readSector(file, 0, 512);
  const shift = header?.readUInt16LE(30);
  if (!header || (shift !== 9 && shift !== 12)) return false;
  const sectorSize = 1 << shift;
  const sectorAt = (sector: number) => readSector(file, (sector + 1) * sectorSize, sectorSize);
  let sector = header.readUInt32LE(48);
  for (let followed = 0; followed < maxSectors && (sector + 1) * sectorSize < size; followed++) {
    const entries = await sectorAt(sector);
    if (!entries) return false;
    if (listsWordStream(entries)) return true;
    const fatSector = await fatSectorOf(header, sector, sectorSize, sectorAt);
    const fat = fatSector === undefined ? undefined : await sectorAt(fatSector);
    if (!fat) return false;
    sector = fat.readUInt32LE((sector % (sectorSize / 4)) * 4);
  }
  return false;
}

/** The allocation table's sector with the successor of `sector`. Listed in the header first, then in a chain. */
async function fatSectorOf(
  header: Buffer,
  sector: number,
  sectorSize: number,
  sectorAt: (sector: number) => Promise<Buffer | undefined>,
): Promise<number | undefined> {
  let index = Math.floor(sector / (sectorSize / 4));
  if (index < headerFatSectors) return header.readUInt32LE(76 + index * 4);
  index -= headerFatSectors;
  const perSector = sectorSize / 4 - 1;
  let next = header.readUInt32LE(68);
  for (let followed = 0; followed < maxSectors; followed++) {
    const list = await sectorAt(next);
    if (!list) return undefined;
    if (index < perSector) return list.readUInt32LE(index * 4);
    index -= perSector;
    next = list.readUInt32LE(perSector * 4);
  }
  return undefined;
}

function listsWordStream(entries: Buffer): boolean {
  for (let at = 0; at + entryLength <= entries.length; at += entryLength) {
    // The length counts the bytes of UTF-16 including the terminating zero. Type 2 is a stream.
    const length = entries.readUInt16LE(at + 64);
    if (length < 2 || length > 64 || entries[at + 66] !== 2) continue;
    if (entries.toString('utf16le', at, at + length - 2) === 'WordDocument') return true;
  }
  return false;
}

async function readSector(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}
