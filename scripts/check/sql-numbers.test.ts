import { expect, test } from 'vitest';
import { sqlNumbers } from './sql-numbers.ts';
import { treeOf } from './tree.ts';

const path = 'src/features/goals/sql/app.stamp_goal.sql';
const problemsOf = (text: string, file = path) => sqlNumbers.run(treeOf({ [file]: text })).problems;

test.each([
  ["select now() - interval '7 days'", "interval '7 days'"],
  ["select now() - '7 days'::interval", "'7 days'"],
  ["select now() - interval '1 h'", "interval '1 h'"],
  ['select make_interval(days => 1)', '=> 1'],
  ['select 1 from goals limit 500', '500'],
  ['if resends >= 3 then', '3'],
  ['select left(content, 100)', '100'],
  ['select 0.5', '0.5'],
])('%s is refused in a function', (text, literal) => {
  expect(problemsOf(`-- A comment.\n${text}`)).toMatchObject([
    { file: path, line: 2, what: `contains ${literal}` },
  ]);
});

test.each([
  ['a parameter', 'select now() - life limit most'],
  ['a placeholder', 'select now() - {{bin_life}} limit {{most}}'],
  ['arithmetic', 'select n + 1, array[0], resends - 1 where count > 0'],
  ['a name with digits', 'select sha256(x1), $2'],
  ['a comment', '-- After 7 days: interval 7.'],
  ['a string', `select 'UTF8', '[12]'`],
])('%s passes', (_what, text) => {
  expect(problemsOf(text)).toEqual([]);
});

test('a literal passes in the function that is listed with a reason, and nowhere else', () => {
  const text = 'select substr(word, 2)';
  expect(problemsOf(text, 'src/features/check-ins/sql/app.tags_of.sql')).toEqual([]);
  expect(problemsOf(text)).toHaveLength(1);
});

test('an exception that no longer applies is a problem', () => {
  expect(problemsOf('select word', 'src/features/check-ins/sql/app.tags_of.sql')).toMatchObject([
    { what: 'no longer contains 2' },
  ]);
});

test.each([
  ["interval '7 days'", `statement({ text: "select now() - interval '7 days'" })`],
  ['make_interval(days => 7)', 'statement({ text: `select make_interval(days => 7)` })'],
])('%s is refused in a statement of a module', (literal, text) => {
  const file = 'src/features/goals/server/store.ts';
  expect(problemsOf(text, file)).toMatchObject([{ file, what: `contains ${literal}` }]);
  expect(problemsOf(text, 'src/features/goals/server/store.test.ts')).toEqual([]);
});

test('a statement of a module may have parameters, and numbers that are no durations', () => {
  const text = 'statement({ text: `select make_interval(days => $1) limit 500` })';
  expect(problemsOf(text, 'src/features/goals/server/store.ts')).toEqual([]);
});

test('migrations are not functions', () => {
  expect(problemsOf("select interval '7 days'", 'migrations/0001_a.sql')).toEqual([]);
});
