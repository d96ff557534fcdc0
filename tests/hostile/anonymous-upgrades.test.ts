// Without a session there is no socket, so the frames behind the handshake must cost the server next to nothing.
import { expect, test } from 'vitest';
import { attack } from './support/attack.ts';
import { upgradeMany, upgradesPerWave } from './support/upgrades.ts';

test(`${upgradesPerWave} anonymous upgrades that send tiny frames at once do not slow down other users`, async () => {
  const problems = await attack({
    wave: (arena) => upgradeMany(arena, { 'x-forwarded-for': arena.network(1) }),
    after({ counts }) {
      expect(counts['401']).toBeGreaterThan(0);
      expect(counts).not.toHaveProperty('101');
    },
  });
  expect(problems).toEqual([]);
});
