import { expect, it } from 'vitest';
import { limits } from './constants.ts';
import { boardTexts } from './texts.ts';

it.each([
  [1, 1, '1 shoutout'],
  [300, 300, '300 shoutouts'],
  [301, 300, '301 shoutouts. The newest 300 are shown, and 1 older one is not.'],
  [1234, 300, '1,234 shoutouts. The newest 300 are shown, and 934 older ones are not.'],
  [limits.counted, 300, '10,000 shoutouts. The newest 300 are shown, and 9,700 older ones are not.'],
  [limits.counted + 1, 300, '10,000+ shoutouts. The newest 300 are shown, and 9,700+ older ones are not.'],
])('a board with %d shoutouts, of which %d are shown, says "%s"', (count, shown, text) => {
  expect(boardTexts.count(count, shown)).toBe(text);
});
