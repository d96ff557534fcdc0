import { expect, test } from 'vitest';
import { cleanTree } from './clean-tree.ts';
import { treeOf } from './tree.ts';

const slash = '/';

test.each([
  ['docs/a.md', `run it in ${slash}work/main`, 'path of a machine: /work/'],
  ['src/ui/a.ts', `const a = '${slash}home/ada/logbook';`, 'path of a machine: /home/ada/'],
  ['scripts/a.mjs', `'${slash}Users/ada/x'`, 'path of a machine: /Users/ada/'],
  ['.npmrc', 'registry=' + 'https://packages.example/', 'host of a registry: registry=https:'],
  ['Dockerfile', 'RUN curl https://' + 'registry.npmjs' + '.org/a', 'host of a registry: registry.npmjs.org'],
])('%s: %s', (path, text, what) => {
  expect(cleanTree.run(treeOf({ [path]: `first line\n${text}\n` })).faults).toMatchObject([
    { file: path, line: 2, what },
  ]);
});

test('addresses in the lockfile are counted', () => {
  const lock = JSON.stringify({
    packages: { a: { resolved: 'https://x.example/a.tgz' }, b: { integrity: 'sha512' } },
  });
  expect(cleanTree.run(treeOf({ 'package-lock.json': lock })).faults).toMatchObject([
    { file: 'package-lock.json', what: '1 download addresses' },
  ]);
});

test('addresses of the product and system folders pass', () => {
  const tree = treeOf({
    'docs/a.md': 'https://logbook.example/work/a, src/work/a.ts, /var/lib/logbook, /tmp/x, ./work/a',
    'package-lock.json': '{"packages":{"a":{"version":"1.0.0"}}}',
  });
  expect(cleanTree.run(tree).faults).toEqual([]);
});
