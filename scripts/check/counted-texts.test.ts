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
  ["count.toLocaleString('en')", 'names the language of a number or a date'],
  ["at.toLocaleDateString('en')", 'names the language of a date'],
  ["at.toLocaleTimeString('en-US', options)", 'names the language of a date'],
  ["new Intl.NumberFormat('en-US')", 'creates an Intl.NumberFormat for a language'],
  ["new Intl.DateTimeFormat('en-US')", 'creates an Intl.DateTimeFormat for a language'],
  ['new Intl.ListFormat(locale)', 'creates an Intl.ListFormat for a language'],
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
  'at.toLocaleDateString()',
  'new Intl.DateTimeFormat(undefined, options)',
  'new Intl.DateTimeFormat(language.tag)',
])('%s is not one', (code) => {
  expect(problemsOf(code)).toEqual([]);
});

test('tests, and the home of the language, are free', () => {
  expect(problemsOf("count === 1 ? 'entry' : 'entries'", 'src/ui/note.test.tsx')).toEqual([]);
  expect(problemsOf("new Intl.ListFormat('en')", 'src/platform/text/language.ts')).toEqual([]);
});

test('a format for programs does not depend on the language, except for its numbers', () => {
  const path = 'src/platform/clock/wall-time.ts';
  expect(problemsOf("new Intl.DateTimeFormat('en-US')", path)).toEqual([]);
  expect(problemsOf("at.toLocaleDateString('sv-SE')", path)).toEqual([]);
  expect(problemsOf("new Intl.NumberFormat('en-US')", path)).toHaveLength(1);
});
