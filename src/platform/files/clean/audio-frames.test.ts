import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { cleanAudioFrames } from './audio-frames.ts';
import { applyPatches, Patches } from './patches.ts';
import { Source } from './source.ts';

async function cleaned(content: Buffer): Promise<Buffer> {
  const patches = new Patches();
  const source = new Source(content.length, async (first, last) => content.subarray(first, last + 1));
  await cleanAudioFrames(source, patches);
  return buffer(applyPatches(Readable.from([content]), 0, patches.all));
}

// As the header of a frame writes them: MPEG 1, 2 and 2.5, and layers I, II and III.
const versions = { '1': 3, '2': 2, '2.5': 0 } as const;
const layers = { I: 3, II: 2, III: 1 } as const;

function mpegFrame(
  { version, layer }: { version: keyof typeof versions; layer: keyof typeof layers },
  { bits, samples = 0, padding = 0 }: { bits: number; samples?: number; padding?: number },
  length: number,
): Buffer {
  const frame = Buffer.alloc(length, 'x');
  frame.set([
    0xff,
    0xe1 | (versions[version] << 3) | (layers[layer] << 1),
    (bits << 4) | (samples << 2) | (padding << 1),
    0,
  ]);
  return frame;
}

const around = (frame: Buffer) =>
  Buffer.concat([Buffer.from('before'), frame, frame, Buffer.from('TAG after the frames')]);
/** Two frames with text before and after them, as others get them. */
const cleanedAround = (frame: Buffer) => cleaned(around(frame));
/** The same with zeros instead of the text. */
const soundOf = (frame: Buffer) =>
  around(frame)
    .fill(0, 0, 6)
    .fill(0, 6 + 2 * frame.length);

describe('a frame of MPEG audio ends where its bit rate says', () => {
  // Bits of a frame: slots per sample times the rate, at the lowest sample rate of each version.
  it.each([
    ['1', 'I', 32_000, [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]],
    ['1', 'II', 32_000, [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]],
    ['1', 'III', 32_000, [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]],
    ['2', 'I', 16_000, [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]],
    ['2', 'II', 16_000, [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]],
    ['2.5', 'III', 8_000, [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]],
  ] as const)('in MPEG %s, layer %s', async (version, layer, perSecond, rates) => {
    const slots = layer === 'III' && version !== '1' ? 72_000 : 144_000;
    for (const [index, rate] of rates.entries()) {
      const length =
        layer === 'I' ? Math.floor((12_000 * rate) / perSecond) * 4 : Math.floor((slots * rate) / perSecond);
      const frame = mpegFrame({ version, layer }, { bits: index + 1, samples: 2 }, length);
      expect(await cleanedAround(frame)).toEqual(soundOf(frame));
    }
  });

  it.each([
    ['44.1 kHz', { bits: 9, samples: 0 }, 417],
    ['44.1 kHz, padded', { bits: 9, samples: 0, padding: 1 }, 418],
    ['48 kHz', { bits: 9, samples: 1 }, 384],
  ])('at %s', async (_rate, parts, length) => {
    const frame = mpegFrame({ version: '1', layer: 'III' }, parts, length);
    expect(await cleanedAround(frame)).toEqual(soundOf(frame));
  });

  it('in layer I, whose padding has four bytes', async () => {
    const frame = mpegFrame({ version: '1', layer: 'I' }, { bits: 1, samples: 2, padding: 1 }, 52);
    expect(await cleanedAround(frame)).toEqual(soundOf(frame));
  });
});

describe('sound without a usable frame', () => {
  const frame = mpegFrame({ version: '1', layer: 'III' }, { bits: 9 }, 417);
  const broken = (at: number, value: number) => {
    const copy = Buffer.from(frame);
    copy[at] = value;
    return copy;
  };
  it.each([
    ['of a reserved version', broken(1, 0xeb)],
    ['of a reserved layer', broken(1, 0xf9)],
    ['of a free bit rate', broken(2, 0x00)],
    ['of a reserved bit rate', broken(2, 0xf0)],
    ['of a reserved sample rate', broken(2, 0x9c)],
    ['without its first bits', broken(1, 0xdb)],
  ])('%s is refused', async (_which, bytes) => {
    await expect(cleaned(Buffer.concat([bytes, bytes]))).rejects.toThrow('no frames');
  });

  it('because there is only one of it is refused', async () => {
    await expect(cleaned(Buffer.concat([frame, Buffer.from('text')]))).rejects.toThrow('no frames');
  });
});

it('an AAC frame ends where its header says', async () => {
  for (const length of [8, 300, 5000]) {
    const frame = Buffer.alloc(length, 'x');
    frame.set([0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 0xff, (length & 7) << 5, 0xfc]);
    expect(await cleanedAround(frame)).toEqual(soundOf(frame));
  }
});

it('an ID3 tag keeps its size and loses its flags and its content', async () => {
  const frame = mpegFrame({ version: '1', layer: 'III' }, { bits: 9 }, 417);
  const size = 200;
  const tag = Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 3, 0, 0xc0, 0, 0, size >> 7, size & 0x7f]),
    Buffer.alloc(size, 'c'),
  ]);
  const file = Buffer.concat([tag, frame, frame]);
  expect(await cleaned(file)).toEqual(
    Buffer.from(file)
      .fill(0, 5, 6)
      .fill(0, 10, 10 + size),
  );
});
