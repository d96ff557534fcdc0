import { expect, test } from 'vitest';
import { startOf } from './formats.ts';

test.each([
  ['short', 'short'],
  ['first line\nsecond', 'first line...'],
  [`${'word '.repeat(11)}cut here`, `${'word '.repeat(11)}cut...`],
  ['x'.repeat(61), `${'x'.repeat(60)}...`],
  ['🚀'.repeat(60), '🚀'.repeat(60)],
])('the excerpt of %j is %j', (text, start) => {
  expect(startOf(text)).toBe(start);
});
