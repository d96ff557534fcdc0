import { expect, test } from 'vitest';
import { colorLiterals } from './color-literals.ts';
import { treeOf } from './tree.ts';

const home = 'src/platform/colors/colors.ts';
const problemsOf = (texts: Record<string, string>) =>
  colorLiterals.run(treeOf(texts)).problems.map(({ file, what }) => `${file} ${what}`);

test('colors of the palette, private members, links and tests pass', () => {
  expect(
    problemsOf({
      [home]: "const ink = '#14241f', shade = 'rgb(8 15 12 / 0.4)';",
      'src/mark.svg': '<path fill="#14241f" />',
      'src/cache.ts': 'class A { #add() { this.#add(); } } // <a href="#main">',
      'src/page.css': 'a { color: var(--ink); background: white; }',
      'src/page.test.ts': "expect(color).toBe('#14241f')",
    }),
  ).toEqual([]);
});

test.each([
  ['src/page.css', 'a{color:#fff}', '#fff'],
  ['src/page.css', 'a { background: rgb(8 15 12 / 0.1) }', 'rgb(8 15 12 / 0.1)'],
  ['src/page.html', '<meta content="#f1f8f2">', '#f1f8f2'],
  ['src/page.tsx', 'style={{ border: `1px solid #Ccdbd1` }}', '#Ccdbd1'],
  ['src/mark.svg', '<path fill="#123456" />', '#123456'],
  [home, "const a = '#123456', b = '#123456';", '#123456'],
])('in %s, %s is a problem', (file, text, color) => {
  expect(problemsOf({ [file]: text })).toEqual([`${file} writes the color ${color}`]);
});
