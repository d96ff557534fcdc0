// System functions that every role may call by default and that Logbook does not need. Revoking them takes a superuser:
// the owner of the embedded server is one, the owner of another database rarely is.
import type pg from 'pg';
import * as t from './columns.ts';
import { query, statement } from './statement.ts';

const closed = [
  // Large objects belong to no table: row-level security and quotas do not apply to them.
  ...['lo_creat', 'lo_create', 'lo_from_bytea', 'lo_get', 'lo_put', 'lo_open', 'lo_close', 'lo_lseek'],
  ...['lo_lseek64', 'lo_tell', 'lo_tell64', 'lo_truncate', 'lo_truncate64', 'lo_unlink', 'loread', 'lowrite'],
  ...['lo_import', 'lo_export'],
  // These end the statements and connections of other requests.
  ...['pg_cancel_backend', 'pg_terminate_backend'],
];

// Any number that no other lock uses.
const lockKey = 7_263_002;

/**
 * Revokes the functions from everyone but superusers. Returns null if the role can call none of them. Otherwise, if
 * this owner may not revoke them, returns the statement for the server's administrator.
 */
export async function closeFunctions(owner: pg.Client, role: string): Promise<string | null> {
  const open = await revokeFor(owner, role);
  if (open === null) return null;
  await owner.query('begin');
  try {
    // One process at a time: concurrent changes to the same catalog row fail.
    await owner.query('select pg_advisory_xact_lock($1)', [lockKey]);
    await owner.query(open);
    await owner.query('commit');
  } catch {
    await owner.query('rollback');
  }
  return revokeFor(owner, role);
}

const openFunctionsSql = statement({
  text: `select string_agg(p.oid::regprocedure::text, ', ' order by p.proname, p.oid) as functions
    from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.proname = any ($2)
      and has_function_privilege($1, p.oid, 'execute')`,
  row: { functions: t.nullable(t.text) },
});

async function revokeFor(owner: pg.Client, role: string): Promise<string | null> {
  const rows = await query(owner, openFunctionsSql, [role, closed]);
  const functions = rows[0]?.functions;
  return functions ? `revoke execute on function ${functions} from public` : null;
}
