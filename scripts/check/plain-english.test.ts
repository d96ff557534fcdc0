import { expect, test } from 'vitest';
import { plainEnglish } from './plain-english.ts';
import { treeOf } from './tree.ts';

const problemsOf = (path: string, text: string) => plainEnglish.run(treeOf({ [path]: text })).problems;

test.each([
  ['a comment', 'src/ui/a.ts', '// The caller is told.', 'says "told"'],
  ['a block comment', 'src/ui/a.ts', '/** Mends the row. */', 'says "Mends"'],
  ['a name', 'src/ui/a.ts', 'const isTold = true;', 'the name isTold'],
  ['a name in upper case', 'src/ui/a.ts', 'const MENDED_ROWS = 1;', 'the name MENDED_ROWS'],
  ['a private field', 'src/ui/a.ts', 'class A { #told = 1; }', 'the name told'],
  ['a text', 'src/features/goals/texts.ts', "const a = 'Enter your e-mail.';", 'says "e-mail"'],
  ['a text with a value', 'src/ui/a.ts', 'const a = `${n} uploads are under way`;', 'says "under way"'],
  ['text in JSX', 'src/ui/a.tsx', 'const a = <p>It is sent by itself.</p>;', 'says "by itself"'],
  ['a test title', 'src/ui/a.test.ts', "it('nobody sees the row', () => {});", 'says "nobody"'],
  ['a parameterized title', 'src/ui/a.test.ts', "test.each([1])('%s shall pass', () => {});", 'says "shall"'],
  ['a title with a value', 'tests/e2e/a.ts', 'test.describe(`whoever ${b}`, () => {});', 'says "whoever"'],
  ['a document', 'docs/a.md', "The row is another's.", 'says "another\'s"'],
  ['the settings guide', '.env.example', '# Tried thrice.', 'says "thrice"'],
  ['a comment of SQL', 'migrations/0001_a.sql', 'select 1; -- stands here', 'says "stands"'],
  ['a comment of a style sheet', 'src/ui/a.css', '/* tells of it */', 'says "tells of"'],
  ['an adverb in German word order', 'docs/a.md', 'A job may so run twice.', 'says "may so"'],
  ['a comment of a page', 'src/app/web/index.html', '<!-- waits patiently -->', 'says "patiently"'],
])('%s is checked', (_, path, text, what) => {
  expect(problemsOf(path, text)).toMatchObject([{ file: path, line: 1, what }]);
});

test('a problem names the line of the word and a replacement', () => {
  const text = '/**\n * A row.\n * It is mended.\n */\n';
  expect(problemsOf('src/ui/a.ts', text)).toMatchObject([{ line: 3, belongs: 'fix' }]);
});

test.each([
  [
    'words that contain an entry',
    'src/ui/a.ts',
    '// Recommends amendments; release-mails.\nconst mender = 1;',
  ],
  ['ordinary uses', 'docs/a.md', 'They can be told apart. SMTP stands for a protocol. It stands out.'],
  ['the system user', 'src/ui/a.ts', '// Runs as `nobody`.\nconst user = "nobody";'],
  ['a key', 'src/ui/a.ts', "const column = 'told';"],
  ['data of a test', 'src/ui/a.test.ts', "send('Nobody was told.'); expect(a).toBe('by itself');"],
  ['code of SQL and style sheets', 'migrations/0001_a.sql', 'select told from users;'],
])('allowed: %s', (_, path, text) => {
  expect(problemsOf(path, text)).toEqual([]);
});
