import { expect, it } from 'vitest';
import { texts } from './texts.ts';

it.each([
  [1, '1 more is not printed. Scroll down to load it, then print again.'],
  [2, '2 more are not printed. Scroll down to load them, then print again.'],
])('a month that lacks %d entries says so in print', (count, text) => {
  expect(texts.notPrinted(count, String(count))).toBe(text);
});
