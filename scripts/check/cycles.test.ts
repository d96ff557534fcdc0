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
  expect(cycles.run(tree).faults).toEqual([]);
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
  expect(cycles.run(tree).faults).toMatchObject([
    { what: 'import cycle: src/ui/a.ts -> src/ui/b.ts -> src/ui/c.ts -> src/ui/a.ts' },
  ]);
});
