// The functions of the schema, one file each: `sql/<schema>.<function>.sql` in the folder of the noun, with the triggers
// that call it. Triggers that call a function of another noun are in `sql/triggers.<feature>.sql`. Unlike a migration, a
// file may change: it is applied again when its checksum does.
import pg from 'pg';
import * as t from './columns.ts';
import type { Roles } from './roles.ts';
import { applyFile, changeSchema, withRoles, type SqlFile } from './sql-files.ts';
import { query, statement } from './statement.ts';

/** All functions of these schemas have a file. */
const schemas = ['app', 'unsigned'];

const createsFunction = ({ name }: SqlFile) => !name.startsWith('triggers.');
const functionOf = ({ name }: SqlFile) => name.slice(0, -'.sql'.length);

/**
 * Applies the files that changed or whose function does not exist, or after a migration (`migrated`) every
 * file: all of them or none. Returns how many. Throws if the functions of the database do not match the
 * files afterwards, or if the body of one names a table or function that does not exist.
 */
export async function replaceFunctions(
  owner: pg.Client,
  files: SqlFile[],
  applied: Map<string, string>,
  roles: Roles,
  migrated: boolean,
): Promise<number> {
  const existing = await signatures(owner);
  const functions = files.filter(createsFunction).map(functionOf);
  const isMissing = (file: SqlFile) => createsFunction(file) && !existing.has(functionOf(file));
  // A migration may have recreated a table, and so dropped the triggers of unchanged functions.
  const changed = migrated
    ? files
    : files.filter((file) => applied.get(file.name) !== file.checksum || isMissing(file));
  if (changed.length === 0 && existing.size === functions.length) return 0;
  await changeSchema(owner, async () => {
    // A body may name functions of other files, so bodies are checked when all exist.
    await owner.query('set local check_function_bodies = off');
    const replaced = changed.flatMap((file) => existing.get(functionOf(file)) ?? []);
    // Only the grants in a file open its function. Other transactions never see the steps in between.
    if (replaced.length > 0) {
      const list = replaced.join(', ');
      await owner.query(withRoles(`revoke all on function ${list} from public, {{app}}, {{jobs}}`, roles));
    }
    for (const file of changed) await applyFile(owner, file, roles).catch(explainSignature);
    if (changed.length > 0) {
      await owner.query(`revoke all on all functions in schema ${schemas.join(', ')} from public`);
    }
    requireMatch(functions, await signatures(owner));
    await checkBodies(owner);
  });
  return changed.length;
}

// What PostgreSQL reports if the file has other parameters or another return type than the existing function: ambiguous
// function, invalid function definition.
const signatureErrors = ['42725', '42P13'];

function explainSignature(error: Error): never {
  const { cause } = error;
  if (!(cause instanceof pg.DatabaseError) || !signatureErrors.includes(cause.code ?? '')) throw error;
  throw new Error(`${error.message}. A migration must drop the function with the old signature.`, { cause });
}

const signaturesSql = statement({
  text: `select n.nspname || '.' || p.proname as name, array_agg(p.oid::regprocedure::text) as signatures
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any ($1) group by 1`,
  row: { name: t.text, signatures: t.texts },
});

/** The signatures of the functions, by name. */
async function signatures(owner: pg.Client): Promise<Map<string, string[]>> {
  const rows = await query(owner, signaturesSql, [schemas]);
  return new Map(rows.map((row) => [row.name, row.signatures]));
}

function requireMatch(names: string[], existing: Map<string, string[]>): void {
  for (const [index, name] of names.entries()) {
    if (name === names[index - 1]) throw new Error(`Two files create ${name}.`);
    const found = existing.get(name) ?? [];
    if (found.length === 0) throw new Error(`${name}.sql does not create the function ${name}.`);
    if (found.length > 1) throw new Error(`A migration must drop one of ${found.join(', ')}.`);
  }
  const left = [...existing.keys()].filter((name) => !names.includes(name));
  if (left.length > 0) throw new Error(`A migration must drop what no file creates: ${left.join(', ')}.`);
}

/** Checks the bodies of all functions: a migration may have dropped what an unchanged one uses. */
async function checkBodies(owner: pg.Client): Promise<void> {
  await owner.query('set local check_function_bodies = on');
  const validators = { sql: 'fmgr_sql_validator', plpgsql: 'plpgsql_validator' };
  for (const [language, validator] of Object.entries(validators)) {
    await owner.query(
      `select ${validator}(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
       where l.lanname = $1 and p.pronamespace = any ($2::regnamespace[])`,
      [language, schemas],
    );
  }
}
