import { expect, test } from 'vitest';
import { limits } from './constants.ts';
import { incomingText, sortFiles, withIncoming } from './incoming-rules.ts';

const url = 'https://example.org/a';

test.each([
  [{ title: 'A page', text: '', url }, `A page\n${url}`],
  [{ title: '', text: url, url: '' }, url],
  [{ title: 'A page', text: `A page ${url}`, url: '' }, `A page ${url}`],
  [{ title: 'A page', text: `Look: ${url}`, url }, `A page\nLook: ${url}`],
  [{ title: 'Same', text: 'Same', url: 'Same' }, 'Same'],
  [{ title: ' ', text: '\n', url: '' }, ''],
  [{ title: 'A', text: 'B', url }, `A\nB\n${url}`],
])('the shared parts %j become one text without repetitions', (parts, text) => {
  expect(incomingText(parts)).toBe(text);
});

test('a shared text is added below what the draft has, and once', () => {
  expect(withIncoming('', 'Shared')).toBe('Shared');
  expect(withIncoming('Mine\n', 'Shared')).toBe('Mine\n\nShared');
  expect(withIncoming('Mine\n\nShared', 'Shared')).toBe('Mine\n\nShared');
  expect(withIncoming('Mine', '')).toBe('Mine');
  expect(withIncoming('Not quite Shared', 'Shared')).toBe('Not quite Shared\n\nShared');
});

test('shared files follow the limits of entries, and the others are named with the reason', () => {
  const file = (name: string, size = 1, type = 'image/png') => ({ name, size, type });
  const many = Array.from({ length: limits.files }, (_, index) => file(`${index}.png`));
  const { accepted, refused } = sortFiles(
    [file('large.png', limits.fileBytes + 1), file('empty.png', 0), file('x.exe', 1, ''), ...many],
    1,
  );
  expect(accepted.map(({ name }) => name)).toEqual(many.slice(0, -1).map(({ name }) => name));
  expect(refused.map(({ problem }) => problem)).toEqual(['too_large', 'empty', 'type', 'too_many']);
  expect(
    sortFiles(
      Array.from({ length: 500 }, () => file('x.exe', 1, '')),
      0,
    ).refused,
  ).toHaveLength(limits.refusedNames);
});
