// Boxes that the real files of clean.test.ts do not have.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { cleanIsoMedia } from './iso-media.ts';
import { applyPatches, Patches } from './patches.ts';
import { CannotClean, Source } from './source.ts';

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};
const u64 = (value: number) => u32(0, value);
const box = (type: string, ...content: (Buffer | string)[]) => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body]);
};
const versionOne = u32(0x01000000);
const handler = (type: string) => box('hdlr', u32(0, 0), type, u32(0, 0, 0), 'name');
const trackHeader = (id: number, version = 0) =>
  version === 0 ? box('tkhd', u32(0, 11, 12, id, 0)) : box('tkhd', versionOne, u64(11), u64(12), u32(id, 0));
const track = (header: Buffer, type: string, ...table: Buffer[]) =>
  box('trak', header, box('mdia', handler(type), box('minf', ...table)));

async function cleaned(content: Buffer): Promise<Buffer> {
  const patches = new Patches();
  const source = new Source(content.length, async (first, last) => content.subarray(first, last + 1));
  await cleanIsoMedia(source, patches);
  return buffer(applyPatches(Readable.from([content]), 0, patches.all));
}
/** The file with the zeros that are expected at these places. */
function withZeros(content: Buffer, ...places: [at: number, length: number][]): Buffer {
  const expected = Buffer.from(content);
  for (const [at, length] of places) expected.fill(0, at, at + length);
  return expected;
}

describe('an ISO media file', () => {
  it.each([
    ['32 bits', box('mvhd', u32(0, 11, 12, 600, 1)), 8],
    ['64 bits', box('mvhd', versionOne, u64(11), u64(12), u32(600, 1)), 16],
  ])('loses the times of %s when it was made, and keeps its duration', async (_bits, header, length) => {
    const file = box('moov', header);
    expect(await cleaned(file)).toEqual(withZeros(file, [20, length]));
  });

  it('loses the path of a file on the disk of its author, and keeps the flags', async () => {
    const dinf = box(
      'dinf',
      box('dref', u32(0, 2), box('url ', u32(1)), box('url ', u32(7), 'file:///home/ada')),
    );
    const file = box('moov', track(trackHeader(1), 'vide', dinf));
    const at = file.indexOf('file:///');
    const copy = await cleaned(file);
    expect(copy.subarray(at - 4)).toEqual(withZeros(file, [at, 16]).subarray(at - 4));
  });

  it('keeps boxes of 64 bits and one up to the end of the file', async () => {
    const long = Buffer.concat([u32(1), Buffer.from('mdat'), u64(20), Buffer.from('long')]);
    const last = Buffer.concat([u32(0), Buffer.from('mdat'), Buffer.from('last')]);
    const file = Buffer.concat([box('ftyp', 'isom'), long, last]);
    expect(await cleaned(file)).toEqual(file);
  });

  it('keeps the last samples of a recording that was cut off, and no other box', async () => {
    const samples = box('mdat', 'samples').subarray(0, 12);
    expect(await cleaned(samples)).toEqual(samples);
    const other = Buffer.concat([box('ftyp', 'isom'), box('moov', 'CANARY').subarray(0, 12)]);
    expect(await cleaned(other)).toEqual(withZeros(other, [12, 12]));
  });

  describe('with a track of positions', () => {
    const start = 8;
    const samples = 'AAABBBBBCCDDDDDDDEEE';
    /** A file whose samples come first. Its hidden track locates some of them by these tables. */
    const fileWith = (...tables: Buffer[]) =>
      Buffer.concat([
        box('mdat', samples),
        box('moov', track(trackHeader(2), 'meta', box('stbl', ...tables))),
      ]);
    const shown = async (file: Buffer) =>
      (await cleaned(file)).toString('latin1', start, start + samples.length).replaceAll('\0', '.');
    const [first, second, third] = [start, start + 8, start + 17];

    it.each<[string, Buffer[], string]>([
      [
        'of different sizes',
        [
          box('stco', u32(0, 3, first, second, third)),
          // Two samples in the first chunk, and one in each of the others.
          box('stsc', u32(0, 2, 1, 2, 1, 2, 1, 1)),
          box('stsz', u32(0, 0, 4, 3, 5, 2, 3)),
        ],
        '..........DDDDDDD...',
      ],
      [
        'of one size',
        [box('stco', u32(0, 2, first, third)), box('stsc', u32(0, 1, 1, 1, 1)), box('stsz', u32(0, 3, 2))],
        '...BBBBBCCDDDDDDD...',
      ],
      [
        'at places of 64 bits',
        [box('co64', u32(0, 1), u64(second)), box('stsc', u32(0, 1, 1, 1, 1)), box('stsz', u32(0, 2, 1))],
        'AAABBBBB..DDDDDDDEEE',
      ],
    ])('loses its samples %s', async (_which, tables, left) => {
      const file = fileWith(...tables);
      expect(await shown(file)).toBe(left);
      expect((await cleaned(file)).includes('trak')).toBe(false);
    });

    it('is refused if its tables are incomplete, or its samples are in fragments', async () => {
      await expect(cleaned(fileWith(box('stco', u32(0, 1, first))))).rejects.toThrow(CannotClean);
      for (const version of [0, 1]) {
        const fragment = (id: number) => box('moof', box('traf', box('tfhd', u32(0, id))));
        const moov = box('moov', track(trackHeader(2, version), 'meta'));
        await expect(cleaned(Buffer.concat([moov, fragment(2)]))).rejects.toThrow('fragments of a track');
        await cleaned(Buffer.concat([moov, fragment(1)]));
      }
    });
  });
});
