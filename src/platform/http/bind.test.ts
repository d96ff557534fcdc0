import { expect, test } from 'vitest';
import { isRefused, refuse, refuseAndRollBack } from './bind.ts';

test.each([
  [refuse('no'), true],
  [{ code: 'no' }, false],
  [null, false],
  [undefined, false],
  ['refused', false],
  [7, false],
])('%o is a refusal: %s', (value, is) => {
  expect(isRefused(value)).toBe(is);
});

test('a refusal carries its detail and its time, and one that rolls back is thrown', () => {
  expect(refuse('no', { detail: 'Why', retryAfter: 3 })).toMatchObject({
    ...{ code: 'no', detail: 'Why', retryAfter: 3 },
  });
  expect(() => refuseAndRollBack('no')).toThrow('Refused and rolled back: no');
});
