import { expect, test } from 'vitest';
import { textsHome } from './texts-home.ts';
import { treeOf } from './tree.ts';

const problemsOf = (jsx: string, path = 'src/ui/note.tsx') =>
  textsHome.run(treeOf({ [path]: `export const note = ${jsx};` })).problems.map(({ what }) => what);

test('texts of another module, marks, and attributes that are not read pass', () => {
  expect(problemsOf('<p className="two words" aria-label={texts.label}>{texts.note(1)} · 5 %</p>')).toEqual(
    [],
  );
  expect(problemsOf(`<input name="full name" type={open ? 'text' : 'password'} />`)).toEqual([]);
});

test.each([
  ['<p>Written here</p>', 'Written here'],
  ['<p>{count} entries</p>', 'entries'],
  ['<b aria-label="Close">x</b>', 'Close'],
  ['<Field label="Email" />', 'Email'],
  ["<p>{open ? 'Hide' : texts.show}</p>", 'Hide'],
])('%s is a problem', (jsx, text) => {
  expect(problemsOf(jsx)).toEqual([`contains the text "${text}"`]);
});

test('the documents for developers and tests have their own texts', () => {
  expect(problemsOf('<p>Written here</p>', 'src/platform/http/docs-page.tsx')).toEqual([]);
  expect(problemsOf('<p>Written here</p>', 'src/ui/note.test.tsx')).toEqual([]);
});

const sentencesOf = (code: string, path = 'src/features/goals/web/move.ts') =>
  textsHome.run(treeOf({ [path]: code })).problems.map(({ what }) => what);

test.each([
  "toast('The goal was moved.');",
  'const text = `The goal ${name} was moved.`;',
  "throw new CommandError('usage', 'Which goal do you mean?');",
])('%s is a sentence in the code of a page', (code) => {
  expect(sentencesOf(code)).toHaveLength(1);
  expect(sentencesOf(code, 'src/features/goals/program/move.ts')).toHaveLength(1);
  expect(sentencesOf(code, 'src/features/goals/web/move.tsx')).toHaveLength(1);
});

test.each([
  "throw new Error('The goal has no place.');",
  "class Unmoved extends Error { constructor() { super('The goal has no place.'); } }",
  "console.warn('The goal could not be moved.', error);",
  "const key = 'goal of a user';",
])('%s is for developers', (code) => {
  expect(sentencesOf(code)).toEqual([]);
});

test('modules of texts contain sentences', () => {
  expect(sentencesOf("const text = 'The goal was moved.';", 'src/app/web/move-texts.ts')).toEqual([]);
});
