import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Noel', 'AN'],
  ['  ada  ', 'A'],
  ['', '?'],
  ['   ', '?'],
  ['👩‍🚀 Ride', '👩R'],
  ['ßig ßa', 'SS'],
  ['éva ödön', 'ÉÖ'],
])('the initials of "%s" are %s (R-K7)', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
