import { expect, test } from 'vitest';
import { cycles } from './cycles.ts';
import { treeOf } from './tree.ts';

test('a diamond of imports is not a cycle', () => {
  const tree = treeOf({
    'src/ui/a.ts': "import './b.ts';\nimport './c.ts';",
    'src/ui/b.ts': "import './d.ts';",
    'src/ui/c.ts': "import './d.ts';",
    'src/ui/d.ts': '',
  });
  expect(cycles.run(tree).problems).toEqual([]);
});

test.each([
  ['values', "import { a } from './a.ts';"],
  ['types', "import type { A } from './a.ts';"],
  ['a lazy import', "const load = () => import('./a.ts');"],
  ['an export from', "export { a } from './a.ts';"],
])('a cycle closed by %s is reported with its full path', (_, closing) => {
  const tree = treeOf({
    'src/ui/a.ts': "import './b.ts';",
    'src/ui/b.ts': "import './c.ts';",
    'src/ui/c.ts': closing,
  });
  expect(cycles.run(tree).problems).toMatchObject([
    { what: 'import cycle: src/ui/a.ts -> src/ui/b.ts -> src/ui/c.ts -> src/ui/a.ts' },
  ]);
});

test('folders that import each other through different files are reported with the import that closes the cycle', () => {
  const tree = treeOf({
    'src/platform/a/one.ts': "import '../b/one.ts';\nimport '../b/two.ts';",
    'src/platform/a/two.ts': '',
    'src/platform/b/one.ts': '',
    'src/platform/b/two.ts': "import type { Two } from '../c/one.ts';",
    'src/platform/c/one.ts': "import '../a/two.ts';",
  });
  const path = 'src/platform/a -> src/platform/b -> src/platform/c -> src/platform/a';
  expect(cycles.run(tree).problems).toMatchObject([
    {
      file: 'src/platform/b/two.ts',
      what: `folder cycle: ${path}, closed by src/platform/b/two.ts -> src/platform/c/one.ts`,
    },
  ]);
});

test('a folder and its own subfolders may import each other through different files', () => {
  const tree = treeOf({
    'src/app/routes.ts': "import './operations/add.ts';",
    'src/app/operations/add.ts': "import '../store.ts';",
    'src/app/store.ts': '',
  });
  expect(cycles.run(tree).problems).toEqual([]);
});

test('a file above two folders that closes a cycle between them is reported', () => {
  const tree = treeOf({
    'src/app/shared.ts': "import './a/one.ts';",
    'src/app/a/one.ts': '',
    'src/app/a/two.ts': "import '../b/one.ts';",
    'src/app/b/one.ts': "import '../shared.ts';",
  });
  expect(cycles.run(tree).problems).toHaveLength(1);
});

test('features that import each other through different folders are reported, and types count', () => {
  const tree = treeOf({
    'src/features/goals/contract.ts': "import '#features/entries/contract.ts';",
    'src/features/entries/contract.ts': '',
    'src/features/entries/web/managers.ts': "import type { Team } from '#features/teams/contract.ts';",
    'src/features/teams/contract.ts': '',
    'src/features/teams/web/goals.tsx': "import '#features/goals/contract.ts';",
  });
  const path = 'src/features/goals -> src/features/entries -> src/features/teams -> src/features/goals';
  expect(cycles.run(tree).problems).toMatchObject([
    {
      file: 'src/features/goals/contract.ts',
      what: `feature cycle: ${path}, closed by src/features/goals/contract.ts -> src/features/entries/contract.ts`,
    },
  ]);
});

test("a test's imports close no cycle between folders", () => {
  const tree = treeOf({
    'src/app/a/one.ts': '',
    'src/app/a/one.test.ts': "import '../b/one.ts';",
    'src/app/b/one.ts': "import '../a/one.ts';",
  });
  expect(cycles.run(tree).problems).toEqual([]);
});

test("a test's imports close no cycle between features", () => {
  const tree = treeOf({
    'src/features/goals/rules.ts': '',
    'src/features/goals/rules.test.ts': "import '#features/teams/contract.ts';",
    'src/features/teams/contract.ts': "import '#features/goals/rules.ts';",
  });
  expect(cycles.run(tree).problems).toEqual([]);
});
