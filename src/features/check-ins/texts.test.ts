import { expect, it } from 'vitest';
import { texts } from './texts.ts';
import { yearTexts } from './year-texts.ts';

it.each([
  [1, '1 more is not printed. Scroll down to load it, then print again.'],
  [2, '2 more are not printed. Scroll down to load them, then print again.'],
])('a month that lacks %d entries says so in print', (count, text) => {
  expect(texts.notPrinted(count, String(count))).toBe(text);
});

it.each([
  [1, 1, '1 entry on 1 day'],
  [2, 1, '2 entries on 1 day'],
  [1234, 200, '1.234 entries on 200 days'],
])('the sum of %d entries on %d days has the numbers of its reader', (entries, days, text) => {
  expect(yearTexts.sum(entries, days, (n) => n.toLocaleString('de'))).toBe(text);
});
