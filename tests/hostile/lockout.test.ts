// A constant stream of wrong passwords for the honest user's address, from many networks. The user signs in on a known
// device.
import { expect, it } from 'vitest';
import { attack } from './support/attack.ts';
import { honestEmail } from './support/honest.ts';

const perWave = 100;

it('wrong passwords for one address from many networks do not lock out its owner', async () => {
  const problems = await attack({
    async wave(arena) {
      await Promise.all(
        Array.from({ length: perWave }, async (_, i) => {
          const json = { email: honestEmail, password: 'wrong password' };
          const { status } = await arena.send('/api/auth/sign-in', { from: arena.network(i), json });
          arena.count(String(status));
        }),
      );
    },
    after({ counts }) {
      expect(counts['401']).toBe(5);
      expect(counts['429']).toBeGreaterThan(0);
    },
  });
  expect(problems).toEqual([]);
});
