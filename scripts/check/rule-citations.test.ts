import { expect, test } from 'vitest';
import { ruleCitations } from './rule-citations.ts';
import { treeOf } from './tree.ts';

// Written apart, so that these examples are no citations themselves.
const rule = (number: string) => `R-${number}`;
const written = (number: string, text: string) => `- **${rule(number)}** ${text}\n`;

test('what is cited is written, and what is written is cited, by code or by another rule', () => {
  const tree = treeOf({
    'docs/rules.md': written('A1', `Names. See ${rule('A2')}.`) + written('A2', 'Sign-up.'),
    'migrations/0001_a.sql': `-- ${rule('A1')}`,
  });
  expect(ruleCitations.run(tree)).toEqual({ faults: [], figure: '2 rules' });
});

test('an unknown citation is told with its place', () => {
  const tree = treeOf({ 'docs/rules.md': '', 'src/ui/a.ts': `\n// ${rule('B6')}` });
  expect(ruleCitations.run(tree).faults).toMatchObject([
    { file: 'src/ui/a.ts', line: 2, what: `${rule('B6')} is not written` },
  ]);
});

test('an idle rule is told with its line, and does not count as its own citation', () => {
  const tree = treeOf({ 'docs/rules.md': `# Rules\n\n${written('B6', 'Sharing.')}` });
  expect(ruleCitations.run(tree).faults).toMatchObject([
    { file: 'docs/rules.md', line: 3, what: `${rule('B6')} is cited nowhere` },
  ]);
});
