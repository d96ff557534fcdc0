// The database roles and the rights that they need before the first migration. Checked at every start, created if the
// owner is allowed to, and otherwise printed as SQL for the administrator.
import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import * as t from './columns.ts';
import { query, statement, type RowIn } from './statement.ts';

/** Names start with the configured prefix. Passwords are derived from APP_SECRET (null on the private socket). */
export type Roles = { app: string; jobs: string; appPassword: string | null; jobsPassword: string | null };

export function rolesOf(prefix: string, password: ((role: string) => string) | null): Roles {
  const app = `${prefix}_app`;
  const jobs = `${prefix}_jobs`;
  return { app, jobs, appPassword: password?.(app) ?? null, jobsPassword: password?.(jobs) ?? null };
}

const minVersion = 150_000;
const serverSql = statement({
  text: `select current_setting('server_version_num')::int as version, current_user::text as me`,
  row: { version: t.int, me: t.text },
});

/**
 * Makes sure that the server is new enough, that both roles exist, can log in and inherit nothing, that the owner may
 * act as the job role (app.enqueue adds jobs under its row-level security), and that no settings are stored for the
 * roles. Changes only what is wrong. `canLogIn` tests a role's password. Throws StartupError with the SQL to run if the
 * owner lacks the rights.
 */
export async function ensureRoles(
  owner: pg.Client,
  roles: Roles,
  database: string,
  canLogIn: (role: string, password: string | null) => Promise<boolean>,
): Promise<void> {
  const rows = await query(owner, serverSql);
  const { version, me } = rows[0]!;
  if (version < minVersion) {
    throw new StartupError({
      what: 'The PostgreSQL server is too old.',
      why: `It is version ${Math.floor(version / 10_000)}; Logbook needs 15 or newer.`,
      fix: 'Point DATABASE_URL to a newer server.',
    });
  }
  await owner.query('select pg_advisory_lock($1)', [lockKey]);
  const logins = [
    [roles.app, roles.appPassword],
    [roles.jobs, roles.jobsPassword],
  ] as const;
  try {
    for (const [role, password] of logins) {
      const change = await loginSql(owner, role, password);
      if (change) await run(owner, change);
      else if (!(await canLogIn(role, password)))
        await run(owner, `alter role ${id(role)} with ${attributes(password)}`);
    }
    for (const reset of await resetsOf(owner, roles)) await run(owner, reset);
    const missing = await missingGrants(owner, roles, database);
    for (const grant of grants(roles, database, me)) if (missing[grant.right]) await run(owner, grant.sql);
  } catch (error) {
    const changes: (string | null)[] = [];
    for (const [role, password] of logins) changes.push(await loginSql(owner, role, password));
    const resets = await resetsOf(owner, roles);
    const statements = [
      ...changes,
      ...resets,
      ...grants(roles, database, me).map((grant) => grant.sql),
    ].filter((statement) => statement !== null);
    throw new StartupError(
      {
        what: 'The database owner is not allowed to create the roles that Logbook logs in with.',
        why: (error as Error).message,
        fix: `As an administrator of the server, run this, then start again:\n${statements.join(';\n')};`,
      },
      { cause: error },
    );
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [lockKey]);
  }
}

// Any number that no other lock uses.
const lockKey = 7_263_000;
const id = pg.escapeIdentifier;

function attributes(password: string | null): string {
  return `login noinherit nocreatedb nocreaterole${password ? ` password ${pg.escapeLiteral(password)}` : ''}`;
}

// Roles belong to the whole server: another instance on another database may run the same statement concurrently.
const raceCodes = new Set(['23505', '42710', 'XX000']);

async function run(owner: pg.Client, change: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await owner.query(change);
      return;
    } catch (error) {
      if (attempt === 5 || !raceCodes.has((error as pg.DatabaseError).code ?? '')) throw error;
      if (change.startsWith('create role')) return;
    }
  }
}

const fitsSql = statement({
  text: `select rolcanlogin and not (rolinherit or rolsuper or rolcreatedb or rolcreaterole or rolbypassrls) as fits
    from pg_roles where rolname = $1`,
  row: { fits: t.bool },
});

/** The statement that makes the role one that can log in and inherits nothing; null if it already is. */
async function loginSql(owner: pg.Client, role: string, password: string | null): Promise<string | null> {
  const rows = await query(owner, fitsSql, [role]);
  if (rows[0]?.fits) return null;
  return `${rows[0] ? 'alter' : 'create'} role ${id(role)} with ${attributes(password)}`;
}

const roleSettingsSql = statement({
  text: `select r.rolname::text as role, d.datname::text as database
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole left join pg_database d on d.oid = s.setdatabase
    where r.rolname in ($1, $2) and (s.setdatabase = 0 or d.datname = current_database())`,
  row: { role: t.text, database: t.nullable(t.text) },
});

/**
 * Statements that remove what `alter role ... set` has given the roles, such as another search path, row security turned
 * off, or a limit of memory: Logbook's connections set what they need.
 */
async function resetsOf(owner: pg.Client, roles: Roles): Promise<string[]> {
  const rows = await query(owner, roleSettingsSql, [roles.app, roles.jobs]);
  return rows.map(
    ({ role, database }) =>
      `alter role ${id(role)}${database === null ? '' : ` in database ${id(database)}`} reset all`,
  );
}

const missingGrantsSql = statement({
  text: `select not pg_has_role(current_user, $2, 'usage') as acts,
      not (has_database_privilege($1, $3, 'connect') and has_database_privilege($2, $3, 'connect')) as connects,
      not has_database_privilege($2, $3, 'create') as creates,
      has_database_privilege($1, $3, 'temporary') as temporary`,
  row: { acts: t.bool, connects: t.bool, creates: t.bool, temporary: t.bool },
});
type MissingGrants = RowIn<typeof missingGrantsSql>;
type Right = keyof MissingGrants;

function grants(roles: Roles, database: string, me: string): { right: Right; sql: string }[] {
  const on = `on database ${id(database)}`;
  return [
    { right: 'acts', sql: `grant ${id(roles.jobs)} to ${id(me)}` },
    { right: 'connects', sql: `grant connect ${on} to ${id(roles.app)}, ${id(roles.jobs)}` },
    // The worker keeps its tables in its own schema.
    { right: 'creates', sql: `grant create ${on} to ${id(roles.jobs)}` },
    { right: 'temporary', sql: `revoke temporary ${on} from public` },
  ];
}

async function missingGrants(owner: pg.Client, roles: Roles, database: string): Promise<MissingGrants> {
  const rows = await query(owner, missingGrantsSql, [roles.app, roles.jobs, database]);
  return rows[0]!;
}
