import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { frozenMigrations } from './frozen-migrations.ts';
import { treeOf } from './tree.ts';

const one = 'create table one ();';
const two = 'create table two ();';
const lineOf = (text: string, name: string) =>
  `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;
const checksums = lineOf(one, '0001_one.sql') + lineOf(two, '0002_two.sql');
const landed = {
  'migrations/checksums.txt': checksums,
  'migrations/0001_one.sql': one,
  'migrations/0002_two.sql': two,
};
const problemsOf = (texts: Record<string, string>) => frozenMigrations.run(treeOf(texts)).problems;

test('migrations that are as they landed pass, and functions may change', () => {
  const tree = treeOf({ ...landed, 'src/features/goals/sql/app.a.sql': 'select 1' });
  expect(frozenMigrations.run(tree)).toEqual({ problems: [], figure: '2 frozen' });
});

test('a landed migration that changed is a problem', () => {
  expect(problemsOf({ ...landed, 'migrations/0001_one.sql': `${one} -- better` })).toEqual([
    {
      file: 'migrations/0001_one.sql',
      what: 'has landed and was changed',
      belongs: 'restore it; a change is a new migration',
    },
  ]);
});

test('a landed migration that changed together with its line is a problem', () => {
  const text = `${one} -- better`;
  const texts = {
    ...landed,
    'migrations/0001_one.sql': text,
    'migrations/checksums.txt': lineOf(text, '0001_one.sql') + lineOf(two, '0002_two.sql'),
  };
  expect(problemsOf(texts)).toEqual([]);
  expect(frozenMigrations.run(treeOf(texts, landed)).problems).toMatchObject([
    {
      file: 'migrations/0001_one.sql',
      what: 'has landed, and its line in migrations/checksums.txt was changed',
    },
  ]);
});

test('a landed migration that was removed or renamed is a problem', () => {
  const { 'migrations/0002_two.sql': text, ...others } = landed;
  expect(problemsOf(others)).toMatchObject([{ what: 'has landed and was removed' }]);
  expect(problemsOf({ ...others, 'migrations/0002_second.sql': text })).toMatchObject([
    { file: 'migrations/0002_two.sql', what: 'has landed and was removed' },
    { file: 'migrations/0002_second.sql', what: 'is not in migrations/checksums.txt' },
  ]);
});

test('a new migration needs a line, which the problem contains, and its own number', () => {
  const name = '0003_three.sql';
  expect(problemsOf({ ...landed, [`migrations/${name}`]: one })).toMatchObject([
    { what: 'is not in migrations/checksums.txt', belongs: `append the line: ${lineOf(one, name).trim()}` },
  ]);
  const shared = '0002_three.sql';
  const texts = {
    'migrations/checksums.txt': checksums + lineOf(one, shared),
    [`migrations/${shared}`]: one,
  };
  expect(problemsOf({ ...landed, ...texts })).toMatchObject([
    { what: 'shares the number 0002 with another migration' },
  ]);
});
