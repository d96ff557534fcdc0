// One user uploads small files that decompress to very large images. Some are refused by their header, some are just
// small enough to be decoded.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { png } from '#platform/files/test-contents.ts';
import { largeHeic, tiledHeic } from '../support/heic.ts';
import { attack } from './support/attack.ts';
import { formOf } from './support/form.ts';

const bombs = [
  ...[png(1, 20_000_000), png(30_000, 30_000), png(8000, 8000), png(20_000, 3200)],
  // In one piece, in one piece that claims to be small, in tiles.
  ...[largeHeic(), largeHeic(512), tiledHeic(31, 31), tiledHeic(250, 250)],
];
const concurrency = 8;
/** Several, because leaked memory adds up. */
const batches = 3;

test('images that are expensive to decode do not slow down other users', async () => {
  const problems = await attack({
    prepare: (arena) => arena.person(0),
    async wave(arena, { headers, from }) {
      for (let batch = 0; batch < batches; batch++) {
        const entry = { id: randomUUID(), content: 'Bombs' };
        await arena.send('/api/check_ins', { from, headers, json: entry });
        await Promise.all(
          Array.from({ length: concurrency }, async (_, index) => {
            const bytes = bombs[index % bombs.length]!;
            const form = formOf({ check_in_id: entry.id, id: randomUUID() }, { name: 'a.png', bytes });
            const upload = { from, headers: { ...headers, ...form.headers }, body: form.body };
            const { status } = await arena.send('/api/storage/log-files', upload);
            arena.count(`status ${status}`);
          }),
        );
      }
      const form = formOf({}, { name: 'a.png', bytes: bombs[0]! });
      const upload = { from, headers: { ...headers, ...form.headers }, body: form.body };
      arena.count(`photo status ${(await arena.send('/api/storage/profile-photos', upload)).status}`);
    },
  });
  expect(problems).toEqual([]);
});
