// A connection pooler such as pgbouncer, in session mode, does not forward the settings that a connection asks for
// (clientConfig in pools.ts). It refuses them or, if configured to, ignores them; then the database has to have them.
import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import * as t from './columns.ts';
import { query, statement } from './statement.ts';

export const isPoolerError = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message);

const change = (database: string) =>
  [
    "timezone = 'UTC'",
    "datestyle = 'ISO'",
    "idle_in_transaction_session_timeout = '30s'",
    'idle_session_timeout = 0',
  ]
    .map((setting) => `alter database ${pg.escapeIdentifier(database)} set ${setting};`)
    .join('\n');

export function poolerError(database: string, cause: unknown): StartupError {
  return new StartupError(
    {
      what: "The connection pooler in DATABASE_URL refuses the settings of Logbook's connections.",
      why: `It says: ${(cause as Error).message}.`,
      fix: `Connect directly to PostgreSQL. Or, with pgbouncer: use pool_mode = session, set ignore_startup_parameters = options, keep server_reset_query = DISCARD ALL, and run this as the owner of the database:\n${change(database)}`,
    },
    { cause },
  );
}

const sessionSql = statement({
  text: `select current_setting('timezone') in ('UTC', 'Etc/UTC') and current_setting('datestyle') like 'ISO%'
      and current_setting('idle_in_transaction_session_timeout') <> '0' as fits`,
  row: { fits: t.bool },
});

/** Throws StartupError if the session ignores what it was asked for: dates would be read in another time zone. */
export async function refuseOtherSession(owner: pg.Client, database: string): Promise<void> {
  const [session] = await query(owner, sessionSql);
  if (session!.fits) return;
  throw new StartupError({
    what: 'The connections to the database do not have the settings that Logbook asks for.',
    why: 'A connection pooler such as pgbouncer ignores them (ignore_startup_parameters = options).',
    fix: `Run this as the owner of the database, restart the pooler, then start again:\n${change(database)}`,
  });
}
