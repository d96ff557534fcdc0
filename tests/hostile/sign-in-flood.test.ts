// Wrong passwords for many accounts from many networks, so that no limit per network or per account stops them.
import { expect, it } from 'vitest';
import { attack } from './support/attack.ts';

const perWave = 600;
const networks = 60;

it(`${perWave} sign-ins from ${networks} networks do not slow down or lock out honest users`, async () => {
  const problems = await attack({
    async wave(arena, _state, number) {
      await Promise.all(
        Array.from({ length: perWave }, async (_, i) => {
          const json = { email: `nobody${number}-${i}@example.com`, password: 'wrong password' };
          const from = arena.network(1 + (i % networks));
          const { status } = await arena.send('/api/auth/sign-in', { from, json });
          arena.count(String(status));
        }),
      );
    },
    async after(arena) {
      const { counts } = arena;
      expect(counts['503']).toBeGreaterThan(0);
      expect(Object.keys(counts).every((name) => ['401', '429', '503', 'waves'].includes(name))).toBe(true);
      // A user without a device cookie, from a network that has sent no requests yet.
      const { email, password } = await arena.person(0);
      const from = arena.network(5000);
      expect((await arena.send('/api/auth/sign-in', { from, json: { email, password } })).status).toBe(200);
    },
  });
  expect(problems).toEqual([]);
});
