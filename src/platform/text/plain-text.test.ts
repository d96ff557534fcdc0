import { expect, test } from 'vitest';
import { countCharacters, normalizeText, withoutDirections } from './plain-text.ts';

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

test('marks that change the direction of text are removed, and letters of every script stay', () => {
  expect(
    withoutDirections('a\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069b'),
  ).toBe('ab');
  expect(withoutDirections('שלום, سلام, 👩‍💻\n')).toBe('שלום, سلام, 👩‍💻\n');
});
