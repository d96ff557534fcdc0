// One person uploads small files that unfold to very large pictures: some that are refused by their header, some that are
// just small enough to be decoded.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { png } from '#platform/files/test-contents.ts';
import { attack } from './support/attack.ts';
import { formOf } from './support/form.ts';

const bombs = [png(1, 20_000_000), png(30_000, 30_000), png(8000, 8000), png(20_000, 3200)];
const atOnce = 8;
/** Memory that is not returned adds up. */
const batches = 3;

test('pictures that are costly to decode hold up nobody else', async () => {
  const faults = await attack({
    prepare: (arena) => arena.person(0),
    async wave(arena, { headers, from }) {
      for (let batch = 0; batch < batches; batch++) {
        const entry = { id: randomUUID(), content: 'Bombs' };
        await arena.send('/api/check_ins', { from, headers, json: entry });
        await Promise.all(
          Array.from({ length: atOnce }, async (_, index) => {
            const bytes = bombs[index % bombs.length]!;
            const form = formOf({ check_in_id: entry.id, id: randomUUID() }, { name: 'a.png', bytes });
            const sending = { from, headers: { ...headers, ...form.headers }, body: form.body };
            const { status } = await arena.send('/api/storage/log-files', sending);
            arena.count(`answers ${status}`);
          }),
        );
      }
      const form = formOf({}, { name: 'a.png', bytes: bombs[0]! });
      const sending = { from, headers: { ...headers, ...form.headers }, body: form.body };
      arena.count(`photo answers ${(await arena.send('/api/storage/profile-photos', sending)).status}`);
    },
  });
  expect(faults).toEqual([]);
});
