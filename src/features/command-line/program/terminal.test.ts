import { expect, it } from 'vitest';
import { harmless, harmlessJson, oneLine, padEnd, widthOf, wrap } from './terminal.ts';

it.each([
  ['a color', 'a\u001b[31mb\u001b[0m', 'ab'],
  ['a title', 'a\u001b]0;title\u0007b', 'ab'],
  ['a link', '\u001b]8;;https://evil.example\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['a sequence that never ends', 'a\u001b]0;all of this stays', 'a0;all of this stays'],
  ['C1 controls', 'a\u009b2Jb\u0085c', 'a2Jb\nc'],
  ['a carriage return that would overwrite', 'safe\rfake', 'safe\nfake'],
  ['bidirectional controls', 'a\u202eb\u2066c', 'abc'],
  ['characters that no one sees', 'a\u200bb\ufeffc\u{e0041}d', 'abcd'],
  ['backspaces', 'a\b\b\bb', 'ab'],
])('text without %s', (_what, text, expected) => {
  expect(harmless(text)).toBe(expected);
});

it('text keeps tabs, newlines, and the emoji of families', () => {
  expect(harmless('a\tb\nc 👩‍👩‍👧')).toBe('a\tb\nc 👩‍👩‍👧');
  expect(oneLine(' a\n\tb ')).toBe('a b');
});

it('JSON escapes instead of removing, so that nothing is lost', () => {
  const value = { text: 'a\u001b[2J\u009b\u202e\u{e0041}\nb' };
  const text = harmlessJson(value);
  expect(text).not.toMatch(/[\u001b\u009b\u202e]/);
  expect(JSON.parse(text)).toEqual(value);
});

it.each([
  ['abc', 3],
  ['日本語', 6],
  ['한국어', 6],
  ['ｆｕｌｌ', 8],
  ['🚀', 2],
  ['⚡', 2],
  ['❤️', 2],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['é', 1],
  ['', 0],
])('%s takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
  expect(widthOf(padEnd(text, 10))).toBe(10);
});

it('text is wrapped between words, and long words within', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrap('日本語日本語', 5)).toEqual(['日本', '語日', '本語']);
  expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrap('a\n\nb', 8)).toEqual(['a', '', 'b']);
});
