import { expect, test } from 'vitest';
import { cleanTree } from './clean-tree.ts';
import { treeOf } from './tree.ts';

// Assembled from parts, so this file itself contains none of the refused texts.
test.each([
  ['docs/a.md', 'run it in ', ['', 'work', 'main'].join('/'), 'machine-specific path'],
  ['src/ui/a.ts', 'const a = "', ['', 'home', 'ada', 'logbook'].join('/'), 'machine-specific path'],
  ['scripts/a.mjs', 'open ', ['', 'Users', 'ada', 'x'].join('/'), 'machine-specific path'],
  ['.npmrc', '', ['registry', 'https://packages.example/'].join('='), 'registry host'],
  ['Dockerfile', 'RUN curl https://', ['registry', 'npmjs', 'org'].join('.'), 'registry host'],
])('in %s, `%s%s` is refused', (path, before, bad, what) => {
  expect(
    cleanTree.run(
      treeOf({
        [path]: `first line\n${before}${bad}\n`,
      }),
    ).problems,
  ).toMatchObject([{ file: path, line: 2, what: expect.stringContaining(what) as string }]);
});

test('the problem of a lockfile counts its download addresses', () => {
  const lock = JSON.stringify({
    packages: { a: { resolved: 'https://x.example/a.tgz' }, b: { integrity: 'sha512' } },
  });
  expect(cleanTree.run(treeOf({ 'package-lock.json': lock })).problems).toMatchObject([
    { file: 'package-lock.json', what: '1 download addresses' },
  ]);
});

test('URLs of the product and paths of system folders are allowed', () => {
  const tree = treeOf({
    'docs/a.md': 'https://logbook.example/work/a, src/work/a.ts, /var/lib/logbook, /tmp/x, ./work/a',
    'package-lock.json': '{"packages":{"a":{"version":"1.0.0"}}}',
  });
  expect(cleanTree.run(tree).problems).toEqual([]);
});
