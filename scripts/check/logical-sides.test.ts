import { expect, test } from 'vitest';
import { logicalSides } from './logical-sides.ts';
import { treeOf } from './tree.ts';

const problemsOf = (path: string, text: string) =>
  logicalSides.run(treeOf({ [path]: text })).problems.map(({ what }) => what.split(': ')[1]);
const inClasses = (classes: string) => problemsOf('src/ui/note.tsx', `<p className="${classes}" />`);
const inRules = (rules: string) => problemsOf('src/ui/note.css', `.note { ${rules} }`);

test('start and end pass, and so do words that only look like sides', () => {
  expect(
    inClasses('ms-2 -me-1 ps-[3px] inset-s-0 border-s-3 text-start float-end border-rule-strong'),
  ).toEqual([]);
  expect(
    inRules('margin-inline: 0 8px; inset: 0 auto; padding: 0 1rem 2px 1rem; top: 0; color: red'),
  ).toEqual([]);
  expect(
    problemsOf('src/ui/note.ts', `const step = { left: 1, 'right-hand': 2, text: 'left-over pl' };`),
  ).toEqual([]);
});

test.each([
  'ml-2',
  '-mr-[3px]',
  'pl-4',
  'pr-0',
  'left-4',
  '-right-2',
  'border-l',
  'border-r-3',
  'border-l-margin',
  'rounded-tl',
  'text-left',
])('the class %s is a problem, also behind a variant', (name) => {
  expect(inClasses(`p-1 ${name} m-2`)).toEqual([name]);
  expect(inClasses(`md:${name}`)).toEqual([name]);
});

test('an origin on the left is one only without its mirrored form', () => {
  expect(inClasses('origin-left mirrored:origin-right p-1')).toEqual([]);
  expect(inClasses('origin-left p-1')).toEqual(['origin-left']);
});

test.each([
  ['margin-left: 2px', 'margin-left'],
  ['right: 0', 'right'],
  ['text-align: left', 'text-align'],
  ['inset: 0 auto 0 calc(1px + (2 * 3px))', 'inset'],
  ['position-area: bottom span-right', 'position-area'],
])('the rule %s is a problem', (rule, name) => {
  expect(inRules(`color: red; ${rule};`)).toEqual([name]);
});

test('emails and the drawn check mark name their sides', () => {
  expect(problemsOf('src/platform/mail/note.tsx', `<p className="ml-2" />`)).toEqual([]);
  expect(problemsOf('src/ui/checkbox.tsx', `<p className="border-r-2" />`)).toEqual([]);
  expect(problemsOf('src/ui/checkbox.tsx', `<p className="border-l-2" />`)).toEqual(['border-l-2']);
});
