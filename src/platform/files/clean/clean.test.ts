// Damaged files must not stop the server, whatever a cleaner makes of them.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentTypeOf } from '../content-type.ts';
import { treatmentOf } from '../for-others.ts';
import { Patches } from './patches.ts';
import { CannotClean, Source } from './source.ts';

const folder = join(import.meta.dirname, '../../../../tests/support/details');
const names = await readdir(folder);

/** The patches of a file, or why there are none. */
async function cleaned(
  name: string,
  content: Buffer,
): Promise<readonly { at: number; length: number }[] | string> {
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
