import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('members are in the order of their UTF-16 code units, at every level, without whitespace', () => {
  // The example of RFC 8785, section 3.2.3.
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  const names = [...canonicalJson(value).matchAll(/:"([^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
  expect(canonicalJson({ b: [{ d: 1, c: 'x' }], a: -2 })).toBe('{"a":-2,"b":[{"c":"x","d":1}]}');
});

it('strings are escaped only where they must be', () => {
  expect(canonicalJson('€$\u000f\nA\'B"\\\\"/')).toBe(String.raw`"€$\u000f\nA'B\"\\\\\"/"`);
});

it.each([1.5, -0, 2 ** 53, Number.NaN, '\ud800'])('%o has no canonical form', (value) => {
  expect(() => canonicalJson([value])).toThrow(/not a safe integer|not well-formed/);
});
