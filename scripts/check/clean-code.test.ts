import { expect, test } from 'vitest';
import { cleanCode } from './clean-code.ts';
import { treeOf } from './tree.ts';

const faultsOf = (path: string, text: string) => cleanCode.run(treeOf({ [path]: text })).faults;
const work = ['TO', 'DO'].join('');

test.each([
  ['src/ui/a.ts', 'let x: any;', 'any'],
  ['src/ui/a.ts', 'const f = (x: unknown) => x as any;', 'any'],
  ['src/ui/a.ts', '// @ts-' + 'ignore\nlet x = 1;', 'disables the type check'],
  ['src/ui/a.ts', '// @ts-' + 'nocheck', 'disables the type check'],
  ['src/ui/a.ts', `// ${work}: later`, 'left for later'],
  ['migrations/0001_a.sql', `-- ${work}`, 'left for later'],
  ['src/ui/a.ts', "export * from './b.ts';", 'export *'],
  ['src/platform/http/a.ts', 'const port = process.env.PORT;', 'reads the environment'],
  ['src/platform/http/a.ts', "import { env } from 'node:process';", 'reads the environment'],
  ['src/features/goals/texts.ts', 'export const a = "it\u2019s";', 'curly apostrophe'],
  ['src/ui/a.test.ts', "test.skip('a', () => {});", 'test.skip in a test'],
  ['src/ui/a.test.ts', "describe.only('a', () => {});", 'describe.only in a test'],
  ['tests/e2e/a.test.ts', "test.describe.skip('a', () => {});", 'test.describe.skip in a test'],
  ['tests/e2e/a.test.ts', 'await page.waitForTimeout(100);', 'page.waitForTimeout'],
  ['src/ui/a.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 50));', 'a test sleeps'],
  ['src/ui/a.test.ts', 'await setTimeout(50);', 'a test sleeps'],
])('in %s, `%s` is a fault', (path, text, what) => {
  expect(faultsOf(path, text)).toMatchObject([{ file: path, line: 1, what }]);
});

test.each([
  ['src/ui/a.ts', `export const title = 'any ${work} list';`],
  ['src/platform/config/config.ts', 'export const env = process.env;'],
  ['scripts/a.ts', 'const home = process.env.HOME;'],
  ['src/ui/a.ts', 'await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['src/ui/a.test.ts', 'while (!ready()) await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['src/ui/a.test.ts', "const timer = setTimeout(() => fail('too slow'), 5000);"],
  ['src/ui/a.test.ts', "test('a', () => {});"],
])('in %s, `%s` is allowed', (path, text) => {
  expect(faultsOf(path, text)).toEqual([]);
});
