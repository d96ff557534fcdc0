import { expect, test } from 'vitest';
import { ruleCitations } from './rule-citations.ts';
import { treeOf } from './tree.ts';

// Assembled from parts, so these examples are not citations themselves.
const rule = (number: string) => `R-${number}`;
const written = (number: string, text: string) => `- **${rule(number)}** ${text}\n`;

test('existing rules that code or another rule cites pass', () => {
  const tree = treeOf({
    'docs/rules.md': written('A1', `Names. See ${rule('A2')}.`) + written('A2', 'Sign-up.'),
    'migrations/0001_a.sql': `-- ${rule('A1')}`,
  });
  expect(ruleCitations.run(tree)).toEqual({ problems: [], figure: '2 rules' });
});

test('a citation of an unknown rule is reported with its file and line', () => {
  const tree = treeOf({ 'docs/rules.md': '', 'src/ui/a.ts': `\n// ${rule('B6')}` });
  expect(ruleCitations.run(tree).problems).toMatchObject([
    { file: 'src/ui/a.ts', line: 2, what: `${rule('B6')} does not exist` },
  ]);
});

test('an uncited rule is reported with its line; its own definition is not a citation', () => {
  const tree = treeOf({ 'docs/rules.md': `# Rules\n\n${written('B6', 'Sharing.')}` });
  expect(ruleCitations.run(tree).problems).toMatchObject([
    { file: 'docs/rules.md', line: 3, what: `${rule('B6')} is not cited` },
  ]);
});
