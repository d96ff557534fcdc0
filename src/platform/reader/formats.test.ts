import { expect, test, vi } from 'vitest';
import { startOf, wholeNumber } from './formats.ts';
import { defaultReader, renderFor } from './reader.ts';

test.each([
  ['short', 'short'],
  ['first line\nsecond', 'first line...'],
  [`${'word '.repeat(11)}cut here`, `${'word '.repeat(11)}cut...`],
  ['x'.repeat(61), `${'x'.repeat(60)}...`],
  ['🚀'.repeat(60), '🚀'.repeat(60)],
])('the excerpt of %j is %j', (text, start) => {
  expect(startOf(text)).toBe(start);
});

test('whole numbers follow their reader, and readers of one locale share a formatter', () => {
  const create = vi.spyOn(Intl, 'NumberFormat');
  const shownIn = (locale: string) => renderFor({ ...defaultReader, locale }, () => wholeNumber(4628));
  expect(['de-DE', 'de-DE', 'en-US', 'en-US'].map(shownIn)).toEqual(['4.628', '4.628', '4,628', '4,628']);
  expect(create).toHaveBeenCalledTimes(2);
});
