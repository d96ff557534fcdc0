// What a database contains, read from its catalog, so that a new table is in the next backup without a list.
import pg from 'pg';
import * as t from '../database/columns.ts';
import { query, statement } from '../database/statement.ts';
import { restoreTable } from '../database/unfinished-restore.ts';

export type Table = {
  /** With its schema, such as `public.users`. */
  name: string;
  /** Those that are stored: generated columns are computed again. */
  columns: string[];
};

/** The schema and the name, quoted for SQL. */
export function quoted(name: string): string {
  return name.split('.').map(pg.escapeIdentifier).join('.');
}

/** The table and its columns, quoted for COPY. */
export function copyTarget({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
}

const tablesSql = statement({
  text: `select n.nspname || '.' || c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select rn.nspname || '.' || r.relname from pg_constraint k
        join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'app') and c.relkind = 'r'
      and c.oid is distinct from to_regclass('public.logbook_migrations')
      and c.oid is distinct from to_regclass('${restoreTable}')
    order by 1`,
  row: { name: t.text, columns: t.texts, parents: t.texts },
});

/** The tables of the product, each after those that its foreign keys refer to. */
export async function readTables(owner: pg.ClientBase): Promise<Table[]> {
  const rows = await query(owner, tablesSql);
  const left = new Map(rows.map((row) => [row.name, row]));
  const sorted: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ parents }) => !parents.some((parent) => left.has(parent)));
    if (free.length === 0) throw new Error(`Foreign keys form a cycle: ${[...left.keys()].join(', ')}`);
    for (const { name, columns } of free) {
      sorted.push({ name, columns });
      left.delete(name);
    }
  }
  return sorted;
}

const sizeSql = statement({
  text: `select coalesce(sum(pg_table_size(to_regclass(name))), 0)::int8 as bytes from unnest($1::text[]) name`,
  row: { bytes: t.bigint },
});

/** The bytes on disk of these tables, without their indexes. */
export async function sizeOfTables(owner: pg.ClientBase, tables: Table[]): Promise<number> {
  const rows = await query(owner, sizeSql, [tables.map(({ name }) => quoted(name))]);
  return rows[0]!.bytes;
}

/** Whether a table of schema public has rows: tables of schema app have some even in a new database. */
export async function hasData(owner: pg.ClientBase, tables: Table[]): Promise<boolean> {
  for (const { name } of tables.filter((table) => table.name.startsWith('public.'))) {
    const { rowCount } = await owner.query(`select from ${quoted(name)} limit 1`);
    if (rowCount) return true;
  }
  return false;
}

const sequencesSql = statement({
  text: `select schemaname || '.' || sequencename as name, coalesce(last_value, 0) as value from pg_sequences
    where schemaname in ('public', 'app') and last_value is not null order by 1`,
  row: { name: t.text, value: t.bigint },
});

/** The sequences that were used, with their last values. */
export function readSequences(owner: pg.ClientBase): Promise<{ name: string; value: number }[]> {
  return query(owner, sequencesSql);
}
