import { expect, it } from 'vitest';
import { canOutline, outlined } from './outlines.ts';

it('a text becomes one path per letter, side by side', () => {
  const one = outlined('A')!;
  const three = outlined('A A')!;
  expect(one.paths).toMatch(/^<path transform="translate\(0\)" d="M[^"]+"\/>$/);
  expect(three.paths.match(/<path/g)).toHaveLength(2);
  expect(three.width).toBeGreaterThan(2 * one.width);
  expect(outlined('')).toEqual({ paths: '', width: 0 });
});

it('letters with accents are drawn, however they are encoded', () => {
  expect(outlined('Å')).toEqual(outlined('A\u030a'));
  expect(canOutline('Łukasz Šafařík-O’Neill & Søn, 1.')).toBe(true);
});

it('a text with a character that the font lacks has no outlines', () => {
  for (const text of ['山田', 'A😀', 'A\u0000', 'Ж']) {
    expect(canOutline(text)).toBe(false);
    expect(outlined(text)).toBeNull();
  }
});
