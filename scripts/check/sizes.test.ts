import { expect, test } from 'vitest';
import { sizes } from './sizes.ts';
import { treeOf } from './tree.ts';

const lines = (count: number) => 'const a = 1;\n'.repeat(count);

test('short files pass, and the figure includes the median', () => {
  const tree = treeOf({
    'src/ui/a.ts': lines(20),
    'src/ui/b.ts': lines(60),
    'src/ui/c.ts': lines(250),
    'src/ui/a.test.ts': lines(600),
  });
  expect(sizes.run(tree)).toEqual({
    problems: [],
    figure: '3 files, median 60 lines, 100 % up to 250, longest 250',
  });
});

test('a share of long files over a tenth is a problem that names them', () => {
  const tree = treeOf({ 'src/ui/a.ts': lines(10), 'src/ui/b.ts': lines(251), 'src/ui/c.ts': lines(300) });
  expect(sizes.run(tree).problems).toMatchObject([
    {
      what: '2 of 3 files are over 250 lines',
      belongs: expect.stringContaining('src/ui/b.ts, src/ui/c.ts') as string,
    },
  ]);
});
