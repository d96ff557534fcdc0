import { expect, test } from 'vitest';
import { cleanCode } from './clean-code.ts';
import { treeOf } from './tree.ts';

const problemsOf = (path: string, text: string) => cleanCode.run(treeOf({ [path]: text })).problems;
const work = ['TO', 'DO'].join('');

test.each([
  ['migrations/0001_a.sql', `-- ${work}`, 'left for later'],
  ['docs/a.md', `${work} later`, 'left for later'],
  ['src/features/goals/texts.ts', 'export const a = "it\u2019s";', 'curly apostrophe'],
  ['src/ui/a.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 50));', 'a test sleeps'],
  ['src/ui/a.test.ts', 'await setTimeout(50);', 'a test sleeps'],
])('in %s, `%s` is a problem', (path, text, what) => {
  expect(problemsOf(path, text)).toMatchObject([{ file: path, line: 1, what }]);
});

test.each([
  ['src/ui/a.ts', `export const title = 'any ${work} list';`],
  ['src/ui/a.ts', 'await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['src/ui/a.test.ts', 'while (!ready()) await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['src/ui/a.test.ts', "const timer = setTimeout(() => fail('too slow'), 5000);"],
  ['src/ui/a.test.ts', "test('a', () => {});"],
])('in %s, `%s` is allowed', (path, text) => {
  expect(problemsOf(path, text)).toEqual([]);
});
