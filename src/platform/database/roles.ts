// The roles of the database and the rights that they need before the first migration: checked at every start, made
// where the owner may make them, and printed as SQL for the administrator where not.
import pg from 'pg';
import { StartRefusal } from '../config/start-refusal.ts';

/** Names start with the configured prefix; the passwords are derived from APP_SECRET (null on the closed socket). */
export type Roles = { app: string; jobs: string; appPassword: string | null; jobsPassword: string | null };

export function rolesOf(prefix: string, password: ((role: string) => string) | null): Roles {
  const app = `${prefix}_app`;
  const jobs = `${prefix}_jobs`;
  return { app, jobs, appPassword: password?.(app) ?? null, jobsPassword: password?.(jobs) ?? null };
}

const minimalVersion = 150_000;

/**
 * Makes sure that the server is new enough and that both roles exist, can log in, inherit nothing, and that the
 * owner may act for the job role (app.enqueue adds jobs under its row-level security).
 * Throws StartRefusal with the SQL to run where the owner lacks the rights.
 */
export async function ensureRoles(owner: pg.Client, roles: Roles, database: string): Promise<void> {
  const { rows } = await owner.query<{ version: number; me: string }>(
    `select current_setting('server_version_num')::int as version, current_user as me`,
  );
  const { version, me } = rows[0]!;
  if (version < minimalVersion) {
    throw new StartRefusal({
      what: 'The PostgreSQL server is too old.',
      why: `It is version ${Math.floor(version / 10_000)}; Logbook needs 15 or newer.`,
      mend: 'Point DATABASE_URL to a newer server.',
    });
  }
  const statements = wantedSql(roles, database, me);
  try {
    for (const statement of statements) await owner.query(statement);
  } catch (error) {
    throw new StartRefusal({
      what: 'The database owner may not make the roles that Logbook logs in with.',
      why: (error as Error).message,
      mend: `As an administrator of the server, run:\n${statements.join(';\n')};`,
    });
  }
}

function wantedSql(roles: Roles, database: string, owner: string): string[] {
  const id = pg.escapeIdentifier;
  const make = (role: string, password: string | null) => {
    const login = `login noinherit nocreatedb nocreaterole${password ? ` password ${pg.escapeLiteral(password)}` : ''}`;
    // Two processes may start at once: the one that comes second finds the role made.
    return [
      `do $$ begin create role ${id(role)}; exception when duplicate_object or unique_violation then null; end $$`,
      `alter role ${id(role)} with ${login}`,
    ];
  };
  return [
    ...make(roles.app, roles.appPassword),
    ...make(roles.jobs, roles.jobsPassword),
    `grant ${id(roles.jobs)} to ${id(owner)}`,
    `grant connect on database ${id(database)} to ${id(roles.app)}, ${id(roles.jobs)}`,
    // The worker keeps its own tables in a schema of its own.
    `grant create on database ${id(database)} to ${id(roles.jobs)}`,
    `revoke temporary on database ${id(database)} from public`,
  ];
}
