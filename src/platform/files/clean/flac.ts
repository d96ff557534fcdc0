// Cleans FLAC: blocks of metadata, followed by frames of sound.
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

/** The format of the sound, and where to seek. Excludes comments, pictures, program data and free space. */
const kept = [0, 3];
const padding = 1;
const maxBlocks = 1_000;

export async function cleanFlac(source: Source, patches: Patches): Promise<void> {
  if ((await source.need(0, 4)).toString('latin1') !== 'fLaC') throw new CannotClean('not FLAC');
  let at = 4;
  for (let block = 0; ; block++) {
    if (block === maxBlocks) throw new CannotClean('too many blocks');
    const header = await source.need(at, 4);
    const length = header.readUIntBE(1, 3);
    if (!kept.includes(header[0]! & 0x7f)) {
      patches.put(at, Buffer.from([(header[0]! & 0x80) | padding]));
      patches.zero(at + 4, Math.min(length, source.size - at - 4));
    }
    at += 4 + length;
    if (header[0]! & 0x80) break;
  }
  // The last 128 bytes may be a tag in the format of MP3. A frame of sound begins with set bits, not with letters.
  const end = source.size - 128;
  if (end >= at && (await source.need(end, 3)).toString('latin1') === 'TAG') patches.zero(end, 128);
}
