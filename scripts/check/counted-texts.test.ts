import { expect, test } from 'vitest';
import { countedTexts } from './counted-texts.ts';
import { treeOf } from './tree.ts';

const problemsOf = (code: string, path = 'src/features/goals/texts.ts') =>
  countedTexts.run(treeOf({ [path]: `export const text = ${code};` })).problems.map(({ what }) => what);

test.each([
  "count === 1 ? 'entry' : 'entries'",
  "1 === count ? 'entry' : `${count} entries`",
  "count !== 1 ? `${count} entries` : ''",
  "`${count} file${count > 1 ? 's' : ''}`",
  "count === 0 ? '' : count === 1 ? 'One file' : 'Files'",
])('%s chooses a text by its number', (code) => {
  expect(problemsOf(code)).toEqual(['chooses a text by whether a number is 1']);
});

test.each([
  ["count.toLocaleString('en')", 'writes a number in a language of its own'],
  ["new Intl.NumberFormat('en-US')", 'makes an Intl.NumberFormat of its own'],
  ['new Intl.ListFormat(locale)', 'makes an Intl.ListFormat of its own'],
])('%s names a language', (code, what) => {
  expect(problemsOf(code)).toEqual([what]);
});

test.each([
  "plural(count, { one: 'entry', other: 'entries' })",
  'step === 1 ? items[0] : 0',
  'page === 1 ? `/${slug}` : `/${slug}?page=${page}`',
  "page > 1 ? `?page=${page}` : ''",
  "count === 1 ? '' : ` (${count})`",
  "count === 0 ? 'Nothing' : rest",
  'count.toLocaleString()',
  'new Intl.NumberFormat(locale)',
  "new Intl.DateTimeFormat('en-US')",
])('%s is not one', (code) => {
  expect(problemsOf(code)).toEqual([]);
});

test('tests, and the home of the language, are free', () => {
  expect(problemsOf("count === 1 ? 'entry' : 'entries'", 'src/ui/note.test.tsx')).toEqual([]);
  expect(problemsOf("new Intl.ListFormat('en')", 'src/platform/text/language.ts')).toEqual([]);
});
