import { expect, test } from 'vitest';
import { countCharacters, normalizeText } from './plain-text.ts';

test.each([
  ['  a  \n', 'a'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\u0000b\u0007c\td', 'abc\td'],
  ['half \ud800 pair', 'half \ufffd pair'],
  ['\n\n  \t', ''],
])('%j is stored as %j', (input, stored) => {
  expect(normalizeText(input)).toBe(stored);
});

test('an emoji or a lone surrogate counts as one character', () => {
  expect(countCharacters('a🚀b')).toBe(3);
  expect(countCharacters('\ud83d')).toBe(1);
});
