import { expect, test } from 'vitest';
import { articlePath, readMinutes } from './rules.ts';

test.each([
  [0, 1],
  [230, 1],
  [344, 1],
  [345, 2],
  [2300, 10],
])('a text of %d words takes %d minutes to read (R-L1)', (words, minutes) => {
  expect(readMinutes(words)).toBe(minutes);
});

test('an article is below the guide', () => {
  expect(articlePath('proof-of-work')).toBe('/guide/proof-of-work');
});
