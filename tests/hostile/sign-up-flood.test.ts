// Sign-ups hash a password, the most expensive work that an anonymous caller can request.
import { expect, it } from 'vitest';
import { attack } from './support/attack.ts';

const perWave = 300;

it(`${perWave} parallel sign-ups from one network do not slow down or lock out honest users`, async () => {
  const problems = await attack({
    async wave(arena, _state, number) {
      await Promise.all(
        Array.from({ length: perWave }, async (_, i) => {
          const email = `flood${number}-${i}@example.com`;
          const json = { full_name: 'Flo Flood', email, password: 'a good long passphrase' };
          const reply = await arena.send('/api/auth/sign-up', { from: arena.network(1), json });
          arena.count(String(reply.status));
          if (reply.status === 503 && !reply.headers['retry-after']) arena.count('503 without Retry-After');
        }),
      );
    },
    after({ counts }) {
      expect(counts['200']).toBeLessThanOrEqual(60);
      // They wait for their turn: with few in progress, none is refused for lack of a place.
      expect(counts['429']).toBeGreaterThan(0);
      expect(Object.keys(counts).every((name) => ['200', '429', '503', 'waves'].includes(name))).toBe(true);
    },
  });
  expect(problems).toEqual([]);
});
