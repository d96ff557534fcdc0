import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberSet } from './number-set.ts';

test('a number is new once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 3000 }), (numbers) => {
      const set = new NumberSet();
      const seen = new Set<number>();
      for (const number of numbers) {
        expect(set.add(number)).toBe(!seen.has(number));
        seen.add(number);
      }
    }),
  );
});
