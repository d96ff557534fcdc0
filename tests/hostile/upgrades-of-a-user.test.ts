// The sockets of a session are opened, but those that send too much are cut off before their frames are parsed.
import { expect, test } from 'vitest';
import { attack } from './support/attack.ts';
import { upgradeMany, upgradesPerWave } from './support/upgrades.ts';

test(`${upgradesPerWave} upgrades of one user that send tiny frames at once do not slow down other users`, async () => {
  const problems = await attack({
    prepare: (arena) => arena.person(0),
    wave: (arena, { headers }) => upgradeMany(arena, headers),
    after({ counts }) {
      expect(counts['101']).toBeGreaterThan(0);
    },
  });
  expect(problems).toEqual([]);
});
