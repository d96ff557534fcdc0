import { expect, test } from 'vitest';
import { blankTexts } from '#tests/support/blank-texts.ts';
import { countCharacters, isBlank, normalizeText, withoutDirections } from './plain-text.ts';

test.each([
  ['  a  \n', 'a'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\u0000b\u0007c\td', 'abc\td'],
  ['half \ud800 pair', 'half \ufffd pair'],
  ['\n\n  \t', ''],
])('%j is stored as %j', (input, stored) => {
  expect(normalizeText(input)).toBe(stored);
});

test('text that shows nothing is stored as an empty text', () => {
  expect(blankTexts.filter((text) => !isBlank(text) || normalizeText(text) !== '')).toEqual([]);
  expect([isBlank(''), normalizeText('a\u200b')]).toEqual([true, 'a\u200b']);
});

test('every letter, digit, punctuation mark, emoji and other symbol can be seen', () => {
  const without = new Set(['\u2800', '\ufffc', '\u{13441}', '\u{13442}', '\u{1d159}']);
  const hidden: string[] = [];
  for (let point = 0; point <= 0x10_ffff; point++) {
    const character = String.fromCodePoint(point);
    const hasInk =
      /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && !/^\p{Default_Ignorable_Code_Point}$/u.test(character);
    if (hasInk && isBlank(character) && !without.has(character)) hidden.push(character);
  }
  expect(hidden).toEqual([]);
  expect(['❤️', '👩‍💻', '🇦🇹', '#️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'é', 'กำ'].filter(isBlank)).toEqual([]);
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
