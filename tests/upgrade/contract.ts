// What a version relies on in the database: its statements, and the part of the catalog that they use. While a new
// version is rolled out, processes of the previous one run on the migrated database, so a migration must keep its
// contract (docs/decisions/0034-many-processes.md).
import type pg from 'pg';

export type Contract = {
  /** The text of each declared statement. */
  statements: string[];
  columns: Column[];
  /** Constraints and unique indexes of tables. */
  constraints: Constraint[];
  /** The functions that requests or jobs may call. */
  functions: FunctionOf[];
  /** Rights of the two roles, such as `logbook_app may SELECT goals.title`. */
  rights: string[];
};

type Column = {
  name: string;
  table: string;
  type: string;
  is_required: boolean;
  /** Whether an insert may leave it out. */
  is_filled: boolean;
};
/** `columns`: those that it restricts. */
type Constraint = { table: string; definition: string; columns: string[] };
type FunctionOf = { name: string; arguments: string; result: string };

const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'app')
  and c.relkind in ('r', 'p', 'v') and c.relname <> 'logbook_migrations'`;
const roles = `(values ('logbook_app'), ('logbook_jobs')) roles (role)`;
const ownFunctions = `pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('app', 'unsigned')`;
const namesOf = (numbers: string, table: string) =>
  `(select coalesce(array_agg(attname::text order by attname), '{}') from pg_attribute
    where attrelid = ${table} and attnum = any (${numbers}))`;

const columnsSql = `
  select c.oid::regclass || '.' || a.attname as name, c.oid::regclass::text as table,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_required,
    (not a.attnotnull or a.atthasdef or a.attidentity <> '') as is_filled
  from ${tables} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  order by 1`;
const constraintsSql = `
  select c.oid::regclass::text as table, pg_get_constraintdef(k.oid) as definition,
    ${namesOf('k.conkey', 'c.oid')} as columns
  from ${tables} join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'
  union
  select c.oid::regclass::text, substring(pg_get_indexdef(i.indexrelid) from 'USING.*'),
    ${namesOf('i.indkey', 'c.oid')}
  from ${tables} join pg_index i on i.indrelid = c.oid and i.indisunique
  order by 1, 2`;
const functionsSql = `
  select distinct n.nspname || '.' || p.proname as name, pg_get_function_arguments(p.oid) as arguments,
    pg_get_function_result(p.oid) as result
  from ${ownFunctions}, ${roles} where has_function_privilege(role, p.oid, 'execute') order by 1, 2`;
const rightsSql = `
  select format('%s may %s %s.%s', role, kind, c.oid::regclass, a.attname) as right
  from ${tables} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
    ${roles}, unnest(array['SELECT', 'INSERT', 'UPDATE']) kind
  where has_column_privilege(role, c.oid, a.attnum, kind)
  union all
  select format('%s may DELETE %s', role, c.oid::regclass) from ${tables}, ${roles}
  where has_table_privilege(role, c.oid, 'DELETE')
  union all
  select format('%s may call %s.%s', role, n.nspname, p.proname) from ${ownFunctions}, ${roles}
  where has_function_privilege(role, p.oid, 'execute')
  order by 1`;

/** Reads the contract of the version that has these statements from its database. */
export async function readContract(
  owner: pg.ClientBase,
  statements: readonly { text: string }[],
): Promise<Contract> {
  const read = async <Row extends object>(sql: string) => (await owner.query<Row>(sql)).rows;
  return {
    statements: statements.map(({ text }) => text).toSorted(),
    columns: await read<Column>(columnsSql),
    constraints: await read<Constraint>(constraintsSql),
    functions: await read<FunctionOf>(functionsSql),
    rights: (await read<{ right: string }>(rightsSql)).map(({ right }) => right),
  };
}

/** How the catalog of a migrated database breaks the contract of the previous version. */
export function breaches(previous: Contract, current: Contract): string[] {
  return [
    ...columnBreaches(previous, current),
    ...constraintBreaches(previous, current),
    ...functionBreaches(previous, current),
    ...previous.rights.filter(missingIn(current.rights)).map((right) => `no longer: ${right}`),
  ];
}

const missingIn = (list: string[]) => {
  const known = new Set(list);
  return (entry: string) => !known.has(entry);
};

function columnBreaches(previous: Contract, current: Contract): string[] {
  const found: string[] = [];
  const now = new Map(current.columns.map((column) => [column.name, column]));
  for (const { name, type, is_required, is_filled } of previous.columns) {
    const column = now.get(name);
    if (!column) found.push(`${name}: was removed or renamed`);
    else if (column.type !== type) found.push(`${name}: was ${type}, is ${column.type}`);
    else if (column.is_required && !is_required) found.push(`${name}: null is no longer accepted`);
    else if (!column.is_required && is_required)
      found.push(`${name}: may now be null, which is not expected`);
    else if (is_filled && !column.is_filled) found.push(`${name}: lost its default`);
  }
  const [tables, columns] = [
    new Set(previous.columns.map(({ table }) => table)),
    new Set(previous.columns.map(({ name }) => name)),
  ];
  const added = current.columns.filter(({ table, name }) => tables.has(table) && !columns.has(name));
  return [
    ...found,
    ...added
      .filter(({ is_filled }) => !is_filled)
      .map(({ name }) => `${name}: needs a default, or to accept null`),
  ];
}

/** A new constraint may refuse what the previous version writes, unless it is only about new columns or tables. */
function constraintBreaches(previous: Contract, current: Contract): string[] {
  const columns = new Set(previous.columns.map(({ name }) => name));
  const known = new Set(previous.constraints.map(({ table, definition }) => `${table}: ${definition}`));
  return current.constraints
    .filter(({ table, columns: own }) => own.some((column) => columns.has(`${table}.${column}`)))
    .map(({ table, definition }) => `${table}: ${definition}`)
    .filter((line) => !known.has(line))
    .map((line) => `new constraint on ${line}`);
}

function functionBreaches(previous: Contract, current: Contract): string[] {
  const now = new Map(current.functions.map((one) => [one.name, one]));
  return previous.functions.flatMap((before) => {
    const after = now.get(before.name);
    if (!after) return [`${before.name}: can no longer be called`];
    if (after.arguments !== before.arguments)
      return [`${before.name}: had (${before.arguments}), has (${after.arguments})`];
    if (after.result !== before.result)
      return [`${before.name}: returned ${before.result}, returns ${after.result}`];
    return [];
  });
}

/** The statements that the database does not accept, with the reason. None of them is executed. */
export async function refusedStatements(
  owner: pg.ClientBase,
  statements: readonly string[],
): Promise<string[]> {
  const refused: string[] = [];
  for (const text of statements) {
    // The savepoint lets the transaction of the caller continue.
    await owner.query('savepoint before_statement');
    try {
      await owner.query({ name: '', text: `prepare tried as ${text}` });
      await owner.query('deallocate tried');
    } catch (error) {
      await owner.query('rollback to savepoint before_statement');
      refused.push(`${text.replace(/\s+/g, ' ').slice(0, 100)}: ${(error as Error).message}`);
    }
  }
  return refused;
}
