// Compares every declared statement with its description by the migrated database: a typo, or a column that is renamed,
// retyped or dropped, fails here and names the statement. Nothing is executed.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as t from '#platform/database/columns.ts';
import { declaredStatements, query, statement, type Statement } from '#platform/database/statement.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Field = Pick<pg.FieldDef, 'name' | 'tableID' | 'columnID' | 'dataTypeID'>;

/** Asks for the result columns of a statement, which pg itself does only for statements that it also executes. */
class Description implements pg.Submittable {
  readonly fields: Promise<Field[]>;
  readonly #text: string;
  #resolve: (fields: Field[]) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #fields: Field[] = [];

  constructor(text: string) {
    this.#text = text;
    this.fields = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }
}

type TableColumn = { isNotNull: boolean; allowed: string[] | null };

/** What the catalog says about a column of a table: values that a check constraint allows are sorted. */
async function tableColumn(owner: pg.ClientBase, { tableID, columnID }: Field): Promise<TableColumn> {
  const { rows } = await owner.query<{ required: boolean; check: string | null }>(
    `select a.attnotnull as required,
       (select pg_get_constraintdef(c.oid) from pg_constraint c
        where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]
          and pg_get_constraintdef(c.oid) like '%= ANY%') as check
     from pg_attribute a where a.attrelid = $1 and a.attnum = $2`,
    [tableID, columnID],
  );
  const { required, check } = rows[0]!;
  const allowed = check?.matchAll(/'([^']*)'::text/g).map(([, value]) => value!);
  return { isNotNull: required, allowed: allowed ? [...allowed].toSorted() : null };
}

const typeName = async (owner: pg.ClientBase, oid: number) =>
  (await owner.query<{ name: string }>('select format_type($1, null) as name', [oid])).rows[0]!.name;

const voidType = 2278;

/** How a declaration differs from the description. */
async function problemsOf(owner: pg.ClientBase, { text, row = {} }: Statement): Promise<string[]> {
  const description = new Description(text);
  owner.query(description);
  let fields: Field[];
  try {
    fields = await description.fields;
  } catch (error) {
    return [(error as Error).message];
  }
  const read = fields.filter(({ dataTypeID }) => dataTypeID !== voidType);
  const problems = Object.keys(row)
    .filter((name) => !read.some((field) => field.name === name))
    .map((name) => `${name}: is not returned`);
  for (const field of read) {
    const column = row[field.name];
    if (!column) {
      problems.push(`${field.name}: is not declared`);
      continue;
    }
    if (column.oid !== field.dataTypeID) {
      const [declared, actual] = [await typeName(owner, column.oid), await typeName(owner, field.dataTypeID)];
      problems.push(`${field.name}: is ${actual}, declared as ${declared}`);
    }
    if (field.tableID === 0) continue;
    const { isNotNull, allowed } = await tableColumn(owner, field);
    if (!isNotNull && !column.nullable) problems.push(`${field.name}: may be null`);
    if (column.values && column.values.toSorted().join() !== allowed?.join())
      problems.push(`${field.name}: the table allows ${allowed?.join(', ') ?? 'any text'}`);
  }
  return problems;
}

/** A statement as a developer finds it: by its name, or by the start of its text. */
const labelOf = ({ name, text }: Statement) => name ?? text.replace(/\s+/g, ' ').slice(0, 70);

async function problems(statements: readonly Statement[]): Promise<string[]> {
  return app.database.asOwner(async (owner) => {
    const found: string[] = [];
    for (const one of statements)
      found.push(...(await problemsOf(owner, one)).map((problem) => `${labelOf(one)}: ${problem}`));
    return found;
  });
}

const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map(
  (path) => [path, readFileSync(path, 'utf8')] as const,
);

test('every declared statement returns exactly the columns that it declares', async () => {
  let declarations = 0;
  for (const [path, source] of sources) {
    const count = source.match(/\bstatement\(\{/g)?.length ?? 0;
    declarations += count;
    if (count > 0) await import(resolve(path));
  }
  expect(await problems(declaredStatements)).toEqual([]);
  // Fewer means that one is declared inside a function, where this test cannot see it.
  expect(declaredStatements).toHaveLength(declarations);
});

test('rows are read only through declared statements', () => {
  const unchecked = sources.filter(([, source]) => /\{ rows\b.*\.query\b|(?<!tx)\.query</.test(source));
  expect(unchecked.map(([path]) => path)).toEqual(['src/platform/database/statement.ts']);
});

test('two prepared statements cannot have the same name', () => {
  expect(() => statement({ name: 'open_goals', text: 'select' })).toThrow(/named open_goals/);
});

test.each<[string, Statement, RegExp]>([
  ['a table that does not exist', { text: 'select id from gaols' }, /^select id from gaols: .*not exist/],
  ['a column that is not declared', { text: 'select id from goals' }, /id: is not declared/],
  [
    'a column that is not returned',
    { text: 'select from goals', row: { id: t.uuid } },
    /id: is not returned/,
  ],
  [
    'another type',
    { text: 'select position from goals', row: { position: t.text } },
    /is integer, declared as text/,
  ],
  [
    'a column that may be null, read through a subquery',
    {
      name: 'ends',
      text: 'select * from (select deleted_at from goals) g',
      row: { deleted_at: t.timestamptz },
    },
    /^ends: deleted_at: may be null/,
  ],
  [
    'values that the table does not allow',
    { text: 'select cadence from goals', row: { cadence: t.nullable(t.oneOf(['daily'])) } },
    /the table allows monthly, quarterly, weekly/,
  ],
])('a declaration that differs from the database is reported: %s', async (_, wrong, problem) => {
  expect(await problems([wrong])).toEqual([expect.stringMatching(problem)]);
});

test('the connections parse each type of column to its declared TypeScript type', async () => {
  const rows = await query(
    app.database.app,
    statement({
      text: `select true as bool, 1 as int, array[1, 2] as ints, array['x'] as texts, 2::bigint as bigint, 'x'::text as text, null::text as nothing,
        '01912d68-783e-7a03-8467-5661c1243ad4'::uuid as uuid, 'x'::bytea as bytes, date '2026-11-20' as date,
        timestamptz '2026-11-20 16:40:00.12+01' as at, '[{"a": 1}]'::jsonb as json`,
      row: {
        ...{
          bool: t.bool,
          int: t.int,
          ints: t.ints,
          texts: t.texts,
          bigint: t.bigint,
          text: t.text,
          nothing: t.nullable(t.text),
        },
        ...{
          uuid: t.uuid,
          bytes: t.bytes,
          date: t.date,
          at: t.timestamptz,
          json: t.jsonb<{ a: number }[]>(),
        },
      },
    }),
  );
  expect(rows).toEqual([
    {
      ...{ bool: true, int: 1, ints: [1, 2], texts: ['x'], bigint: 2, text: 'x', nothing: null },
      ...{ uuid: '01912d68-783e-7a03-8467-5661c1243ad4', bytes: Buffer.from('x'), date: '2026-11-20' },
      ...{ at: '2026-11-20T15:40:00.120Z', json: [{ a: 1 }] },
    },
  ]);
});
