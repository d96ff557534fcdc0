// One user uploads and deletes in a loop, as fast as the server responds. The quota covers the bytes on disk, not only
// the remaining rows.
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attack, type Arena } from './support/attack.ts';
import { formOf } from './support/form.ts';

const mb = 1024 * 1024;
const fileMb = 4;
const concurrency = 4;
const batches = 8;
/** Bytes that pending deletion jobs may leave on disk: half of what one wave uploads. */
const maxMb = (batches * concurrency * fileMb) / 2;

/** The size of a user's files on disk, in MB. */
function onDisk({ program }: Arena, userId: string): number {
  const folder = join(program.dataDir, 'files/log-files', userId);
  const names = namesIn(folder);
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) / mb;
}

/** Returns no names if the folder disappears meanwhile, because jobs delete folders. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

test('uploads that are deleted again leave no bytes on disk, and do not slow down other users', async () => {
  let highest = 0;
  const problems = await attack({
    async prepare(arena) {
      const { headers, from } = await arena.person(0);
      const entry = { id: randomUUID(), content: 'Full' };
      const written = await arena.send('/api/check_ins', { from, headers, json: entry });
      const { user_id: userId } = written.json() as { user_id: string };
      return {
        headers,
        from,
        entry: entry.id,
        userId,
        bytes: Buffer.alloc(fileMb * mb, 'All work, no play. '),
      };
    },
    async wave(arena, { headers, from, entry, userId, bytes }) {
      for (let batch = 0; batch < batches; batch++) {
        await Promise.all(
          Array.from({ length: concurrency }, async () => {
            const id = randomUUID();
            const form = formOf({ check_in_id: entry, id }, { name: 'a.txt', bytes });
            const upload = { from, headers: { ...headers, ...form.headers }, body: form.body };
            const stored = await arena.send('/api/storage/log-files', upload);
            if (stored.status === 200) arena.count('MB uploaded', fileMb);
            else arena.count(`status ${stored.status}`);
            await arena.send(`/api/log_files/${id}`, { from, method: 'DELETE', headers });
          }),
        );
        highest = Math.max(highest, onDisk(arena, userId));
      }
    },
    async after(arena, { userId }) {
      arena.count('MB on disk at most', Math.round(highest));
      expect(arena.counts['MB uploaded']).toBeGreaterThan(maxMb);
      await expect.poll(() => onDisk(arena, userId), { timeout: 10_000 }).toBe(0);
    },
  });
  expect(problems).toEqual([]);
  expect(highest).toBeLessThan(maxMb);
});
