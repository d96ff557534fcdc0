import { expect, test } from 'vitest';
import { sqlTables } from './sql-tables.ts';
import { treeOf } from './tree.ts';

const listOf = (table: string) => `export const tables: Tables = { '${table}': { key: 'id' } };`;
const tables = {
  'migrations/0001_a.sql':
    'create table goals (id uuid);\ncreate table users (id uuid);\ncreate table app.keys (id uuid);',
  'src/features/goals/sql/access.ts': listOf('public.goals'),
  'src/features/accounts/sql/access.ts': listOf('public.users'),
  'src/platform/database/sql/access.ts': listOf('app.keys'),
};
const problemsOf = (texts: Record<string, string>) => sqlTables.run(treeOf({ ...tables, ...texts })).problems;

test.each([
  ['its own table', 'src/features/goals/sql/app.a.sql', 'delete from public.goals'],
  ["another feature's function", 'src/features/vouches/sql/app.a.sql', 'select app.goals(1)'],
  ["a trigger on another feature's table", 'src/features/vouches/sql/app.a.sql', 'after delete on goals'],
  ['who a user is', 'src/features/goals/sql/app.a.sql', 'select from public.users u for update'],
  ['a comment', 'src/features/vouches/sql/app.a.sql', '-- As public.goals.'],
  ['a table of another part of the platform', 'src/platform/mail/sql/app.a.sql', 'select from app.keys'],
])('a function may name %s', (_what, file, text) => {
  expect(problemsOf({ [file]: text })).toEqual([]);
});

test.each([
  ['reads', 'select from public.goals', 'public.goals', 'features/goals'],
  ['writes', 'delete from public.goals', 'public.goals', 'features/goals'],
  ['writes users of', 'select 1;\nupdate public.users u set id = null', 'public.users', 'features/accounts'],
  ['reads a table of the platform', 'select from app.keys', 'app.keys', 'platform'],
])('a function that %s another feature is a problem', (_what, text, table, owner) => {
  const file = 'src/features/vouches/sql/app.a.sql';
  const what = `names ${table}, which belongs to ${owner}`;
  expect(problemsOf({ [file]: text })).toMatchObject([{ file, what }]);
});

const storeWith = (text: string) => ({
  'src/features/vouches/server/store.ts': `const columns = 'a';\nconst sql = statement({ text: \`${text}\` });`,
});

test.each([
  ["another feature's function", 'select app.goals(1)'],
  ['who a user is', 'select ${columns} from users join vouches using (id)'],
])('a statement may name %s', (_what, text) => {
  expect(problemsOf(storeWith(text))).toEqual([]);
});

test.each([
  ['reads a table', 'select a,\n (select 1 from goals g) from vouches', 'public.goals', 'features/goals'],
  ['reads it after a part', 'select ${columns} from goals', 'public.goals', 'features/goals'],
  ['writes users', 'delete from users where id = $1', 'public.users', 'features/accounts'],
])('a statement that %s of another feature is a problem', (_what, text, table, owner) => {
  const what = `names ${table}, which belongs to ${owner}`;
  expect(problemsOf(storeWith(text))).toMatchObject([
    { file: 'src/features/vouches/server/store.ts', line: 2, what },
  ]);
});

test('a reviewed access of a module passes, and is a problem when it no longer applies', () => {
  const file = 'src/features/goals/server/store.ts';
  const tree = { 'src/features/check-ins/sql/access.ts': listOf('public.check_ins') };
  const textOf = (text: string) => ({ ...tree, [file]: `const sql = statement({ text: '${text}' });` });
  expect(problemsOf(textOf('select from check_ins'))).toEqual([]);
  expect(problemsOf(textOf('select 1'))).toMatchObject([{ what: 'no longer names public.check_ins' }]);
});

test('a table without an owner, or with two, is a problem', () => {
  expect(problemsOf({ 'migrations/0002_b.sql': 'create table later (id uuid)' })).toMatchObject([
    { what: 'public.later belongs to no feature' },
  ]);
  expect(problemsOf({ 'src/features/vouches/sql/access.ts': listOf('public.goals') })).toMatchObject([
    { what: 'public.goals also belongs to features/goals' },
  ]);
});

test('a reviewed access passes, and is a problem when it no longer applies', () => {
  const file = 'src/features/vouches/sql/app.member_goals.sql';
  expect(problemsOf({ [file]: 'select from public.goals' })).toEqual([]);
  expect(problemsOf({ [file]: 'select 1' })).toMatchObject([{ what: 'no longer names public.goals' }]);
});
