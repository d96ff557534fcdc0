// What the cleaners make of real files, and of damaged ones, which must not stop the server.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentTypeOf } from '../content-type.ts';
import { treatmentOf } from '../for-others.ts';
import { applyPatches, Patches, type Patch } from './patches.ts';
import { CannotClean, Source } from './source.ts';

const folder = join(import.meta.dirname, '../../../../tests/support/details');
const names = await readdir(folder);

/** The patches of a file, or why there are none. */
async function cleaned(name: string, content: Buffer): Promise<readonly Patch[] | string> {
  const type = await contentTypeOf(join(folder, name));
  const treatment = treatmentOf(type!.mime);
  if (typeof treatment === 'string') return treatment;
  const patches = new Patches();
  const source = new Source(content.length, async (first, last) => content.subarray(first, last + 1));
  try {
    await treatment(source, patches);
    return patches.all;
  } catch (error) {
    if (error instanceof CannotClean || error instanceof RangeError) return error.message;
    throw error;
  }
}

/** The bytes that others get of each file, as a hash. Change one only after checking that the new bytes still play. */
const cleanBytes = [
  ['anim.gif', '2c9460996330bd0f'],
  ['animated.webp', 'e6bea22129be6cbc'],
  ['fast.mp4', '007138726f7d32ae'],
  ['fragments.mp4', 'e4c7f9c5b66c2d2a'],
  ['photo.avif', '979590fbdeef1952'],
  ['photo.heic', 'e6817cc04aa46575'],
  ['sound.aac', '1941f23a07a56efb'],
  ['sound.flac', 'c3179ff96690901c'],
  ['sound.m4a', '2b05548585bae08e'],
  ['sound.mp3', '5c1b37345a477992'],
  ['sound.ogg', '936b3987ae5dc7ed'],
  ['sound.opus', '7975d53eb4725fa7'],
  ['sound.wav', 'e7ea56e7aa0c13bf'],
  ['sound.weba', '79e8801e9a76e118'],
  ['still.webp', '246610071f514d98'],
  ['tagged.mp3', 'af26895935a92bdb'],
  ['telemetry.mp4', '6098696696fac4de'],
  ['video.3g2', 'd4d4bcda8189e3db'],
  ['video.3gp', '2bde8af8c4dd23b8'],
  ['video.m4v', 'f8f0dc62f7d2a2e6'],
  ['video.mkv', '48b1f1827b7edfe5'],
  ['video.mov', 'acc17483baac8b2b'],
  ['video.mp4', '769305abaab32a71'],
  ['video.ogv', '7a4555fdfdd15004'],
  ['video.webm', '617fb52f6d816fdc'],
] as const;

test.each(cleanBytes)('%s keeps its size and everything but its details', async (name, hash) => {
  const content = await readFile(join(folder, name));
  const patches = await cleaned(name, content);
  if (typeof patches === 'string') throw new Error(patches);
  const bytes = await buffer(applyPatches(Readable.from([content]), 0, patches));
  expect(bytes.length).toBe(content.length);
  expect(Buffer.from(bytes.filter((byte) => byte !== 0)).includes('CANARY-')).toBe(false);
  expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16)).toBe(hash);
});

test('every other file is refused', async () => {
  const others = names.filter((name) => !cleanBytes.some(([clean]) => clean === name));
  const outcomes = await Promise.all(
    others.map(async (name) => cleaned(name, await readFile(join(folder, name)))),
  );
  expect(new Set(outcomes)).toEqual(new Set(['refused', 'a track that is neither picture nor sound']));
});

test('a part of a cleaned file is the same as in the whole, in chunks of any size', async () => {
  const patch = fc.record({
    at: fc.nat(40),
    length: fc.integer({ min: 4, max: 20 }),
    bytes: fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  });
  const file = Buffer.alloc(64, 'x');
  await fc.assert(
    fc.asyncProperty(
      fc.array(patch, { minLength: 1, maxLength: 4 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 30 }),
      async (patches, start, size) => {
        const whole = Buffer.from(file);
        for (const { at, length, bytes } of patches) whole.fill(0, at, at + length).set(bytes, at);
        const chunks = [];
        for (let at = start; at < file.length; at += size) chunks.push(file.subarray(at, at + size));
        const part = await buffer(applyPatches(Readable.from(chunks), start, patches));
        expect(part).toEqual(whole.subarray(start));
      },
    ),
  );
});

const change = fc.record({
  name: fc.constantFrom(...names),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 6 }),
});

test('a cut off or changed file is cleaned within its size, or refused', async () => {
  const originals = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
  await fc.assert(
    fc.asyncProperty(change, async ({ name, cut, bytes }) => {
      const original = originals.get(name)!;
      const content = Buffer.from(original.subarray(0, Math.max(1, Math.ceil(cut * original.length))));
      for (const [at, value] of bytes) content[Math.floor(at * content.length)] = value;
      const found = await cleaned(name, content);
      if (typeof found === 'string') return;
      for (const { at, length } of found)
        expect(at >= 0 && length > 0 && at + length <= content.length).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
