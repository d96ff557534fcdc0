// Describes the schema of a database as lines of text, to compare the schemas of two databases.
import type pg from 'pg';

/** The rights on an object. An object whose rights never changed has null for the default. */
const acl = (column: string, kind: 'n' | 'r' | 'f', owner: string) =>
  `array(select unnest(coalesce(${column}, acldefault('${kind}', ${owner})))::text order by 1)`;

// Without the names of constraints and the order of columns, which may depend on the path to a schema.
const lines = `
  with own as (select * from pg_namespace where nspname in ('public', 'app', 'unsigned')),
  tables as (
    select c.*, c.oid::regclass::text as name from pg_class c join own on own.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'c'))
  select format('schema %s, %s', nspname, ${acl('nspacl', 'n', 'nspowner')}) as line from own
  union all
  select format('%s %s, row security %s, owner %s, %s', relkind, name, relrowsecurity, relowner::regrole,
    ${acl('relacl', 'r', 'relowner')}) from tables
  union all
  select format('column %s.%s %s collate %s not null %s default %s identity %s generated %s %s', t.name, a.attname,
    format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attnotnull,
    pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, array(select unnest(a.attacl)::text order by 1))
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select format('constraint %s %s', t.name, pg_get_constraintdef(c.oid))
  from pg_constraint c join tables t on t.oid = c.conrelid where c.contype <> 'n'
  union all
  select pg_get_indexdef(i.indexrelid) from pg_index i join tables t on t.oid = i.indrelid
  union all
  select format('policy %s on %s for %s to %s using %s with check %s', p.polname, t.name, p.polcmd,
    p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy p join tables t on t.oid = p.polrelid
  union all
  select format('%s, enabled %s', pg_get_triggerdef(g.oid), g.tgenabled)
  from pg_trigger g join tables t on t.oid = g.tgrelid where not g.tgisinternal
  union all
  select format('function owned by %s, granted to %s, %s', p.proowner::regrole,
    ${acl('proacl', 'f', 'proowner')}, pg_get_functiondef(p.oid))
  from pg_proc p join own on own.oid = p.pronamespace
  union all
  select format('type %s of kind %s', y.typname, y.typtype) from pg_type y join own on own.oid = y.typnamespace
  where y.typtype <> 'b'
  union all
  select format('publication %s', pubname) from pg_publication
  union all
  select format('default privileges of %s: %s', defaclrole::regrole, defaclacl) from pg_default_acl`;

/** One line for each schema, table, column, constraint, index, policy, trigger, function and type, sorted. */
export async function describeSchema(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(lines);
  return rows.map(({ line }) => line).toSorted();
}
