// Cleans WAV and WebP. Both are RIFF: chunks with a name of four letters, a length and bytes, padded to an even length.
import type { Patches } from './patches.ts';
import { CannotClean, type Source } from './source.ts';

const kept: Record<string, readonly string[]> = {
  WAVE: ['fmt ', 'fact', 'data'],
  WEBP: ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'],
  /** A frame of an animation. */
  ANMF: ['VP8 ', 'VP8L', 'ALPH'],
};
const maxChunks = 20_000;
/** Of the header `VP8X`: the file has Exif, the file has XMP. */
const metadataFlags = 0x08 | 0x04;

export async function cleanRiff(source: Source, patches: Patches): Promise<void> {
  const header = await source.need(0, 12);
  const form = header.toString('latin1', 8, 12);
  if (header.toString('latin1', 0, 4) !== 'RIFF' || !(form in kept)) throw new CannotClean('not WAV or WebP');
  const end = Math.min(source.size, 8 + header.readUInt32LE(4));
  const budget = { left: maxChunks };
  await cleanChunks(source, patches, { form, from: 12, to: form === 'WAVE' ? source.size : end, budget });
  if (form !== 'WAVE') patches.zero(end, source.size - end);
}

type Part = { form: string; from: number; to: number; budget: { left: number } };

async function cleanChunks(
  source: Source,
  patches: Patches,
  { form, from, to, budget }: Part,
): Promise<void> {
  for (let at = from; at + 8 <= to;) {
    if (budget.left-- === 0) throw new CannotClean('too many chunks');
    const header = await source.need(at, 9);
    const name = header.toString('latin1', 0, 4);
    // A recording that was cut off, or streamed, has no usable length in its last chunk.
    const length = Math.min(header.readUInt32LE(4), to - at - 8);
    const next = at + 8 + length + (length % 2);
    if (!kept[form]!.includes(name)) {
      patches.put(at, Buffer.from('JUNK'));
      patches.zero(at + 8, Math.min(next, to) - at - 8);
    } else if (name === 'VP8X') {
      patches.put(at + 8, Buffer.from([header[8]! & ~metadataFlags]));
    } else if (name === 'ANMF') {
      await cleanChunks(source, patches, { form: name, from: at + 24, to: at + 8 + length, budget });
    }
    at = next;
  }
}
