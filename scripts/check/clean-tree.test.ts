import { expect, test } from 'vitest';
import { cleanTree } from './clean-tree.ts';
import { treeOf } from './tree.ts';

// Put together from parts, so that this file holds none of what it looks for.
test.each([
  ['docs/a.md', 'run it in ', ['', 'work', 'main'].join('/'), 'path of a machine'],
  ['src/ui/a.ts', 'const a = "', ['', 'home', 'ada', 'logbook'].join('/'), 'path of a machine'],
  ['scripts/a.mjs', 'open ', ['', 'Users', 'ada', 'x'].join('/'), 'path of a machine'],
  ['.npmrc', '', ['registry', 'https://packages.example/'].join('='), 'host of a registry'],
  ['Dockerfile', 'RUN curl https://', ['registry', 'npmjs', 'org'].join('.'), 'host of a registry'],
])('%s: %s%s', (path, before, bad, what) => {
  expect(
    cleanTree.run(
      treeOf({
        [path]: `first line\n${before}${bad}\n`,
      }),
    ).faults,
  ).toMatchObject([{ file: path, line: 2, what: expect.stringContaining(what) as string }]);
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
