import { expect, test } from 'vitest';
import { documentPaths } from './document-paths.ts';
import { treeOf } from './tree.ts';

const project = {
  'package.json': '{"scripts":{"start":"node x","test:install":"node y"}}',
  'src/features/goals/contract.ts': '',
  'docs/rules.md': '',
};
const commands = '`npm start` and `npm run test:install`';
const problemsOf = (text: string, more: Record<string, string> = {}) =>
  documentPaths.run(treeOf({ ...project, 'docs/commands.md': commands, 'README.md': text, ...more }))
    .problems;

test.each([
  '`src/features/goals/contract.ts`, `src/features/`, `docs/*.md`, `contract.ts`',
  '`src/features/<feature>/contract.ts` and `#features/goals/contract.ts`',
  '`npm start`, `npm run test:install`, `npm ci`',
  '`dist/web`, `data/`, `a/b`, `GET /api/goals`, `contract({ a })`',
  '[rules](docs/rules.md) and [more](https://example.org/src/x.ts) and [here](#top)',
])('existing paths and commands pass: %s', (text) => {
  expect(problemsOf(text)).toEqual([]);
});

test.each([
  ['`src/features/aims/contract.ts`', 'src/features/aims/contract.ts'],
  ['`docs/<name>.txt`', 'docs/<name>.txt'],
  ['`SECURITY.md`', 'SECURITY.md'],
  ['`npm run launch`', 'npm run launch'],
  ['[rules](rules.md)', 'rules.md'],
])('%s does not exist and is a problem', (text, what) => {
  expect(problemsOf(`# Title\n\n${text}`)).toMatchObject([
    { file: 'README.md', line: 3, what: expect.stringContaining(what) as string },
  ]);
});

test('paths in comments of code and SQL must also exist', () => {
  const valid = '// See docs/decisions/0010 and src/features/goals.\nconst path = "src/none.ts";';
  const decisions = { 'docs/decisions/0010-why.md': '' };
  const sql = {
    'src/platform/a/sql/app.a.sql': '-- docs/rules.md',
    // Landed, so its comments stay as they are.
    'migrations/0001_a.sql': '-- src/gone.ts',
  };
  expect(problemsOf('', { ...decisions, 'src/a.ts': valid, ...sql })).toEqual([]);
  const broken = {
    'src/a.ts': '\n/** As src/gone.ts says. */',
    'src/platform/a/sql/app.a.sql': '-- docs/decisions/0011',
  };
  expect(problemsOf('', { ...decisions, ...broken })).toMatchObject([
    { file: 'src/a.ts', line: 2, what: expect.stringContaining('src/gone.ts') as string },
    {
      file: 'src/platform/a/sql/app.a.sql',
      line: 1,
      what: expect.stringContaining('docs/decisions/0011') as string,
    },
  ]);
});

test('a command that no document mentions is a problem', () => {
  expect(problemsOf('', { 'docs/commands.md': '`npm start`, npm run test:installed' })).toMatchObject([
    { file: 'package.json', what: expect.stringContaining('"test:install"') as string },
  ]);
});
