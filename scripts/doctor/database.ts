// The database, as its owner: through DATABASE_URL, or the embedded one while Logbook runs. Only reads.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { schemaFiles } from '#app/server/schema.ts';
import type { Config } from '#platform/config/config.ts';
import { hasEmbedded, resolveLayout } from '#platform/database/embedded/layout.ts';
import { readPostmaster } from '#platform/database/embedded/postmaster-file.ts';
import { migrationsIn } from '#platform/database/migrate.ts';
import { mostConnections, parseUrl } from '#platform/database/open.ts';
import { clientConfig } from '#platform/database/pools.ts';
import { readMigrations } from '#platform/database/sql-files.ts';
import { restoreError, unfinishedRestore } from '#platform/database/unfinished-restore.ts';
import { counted } from '#platform/text/language.ts';
import { problem, ok, warning, type Finding } from './finding.ts';
import { checkAuthenticators } from './authenticators.ts';
import { checkCredentials } from './credentials.ts';
import { checkPasskeys } from './passkeys.ts';
import { checkReminders } from './reminders.ts';

export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined) return checkEmbedded(config);
  const { target, owner } = parseUrl(config.databaseUrl);
  const where = `${target.host}:${target.port}/${target.database}`;
  const connect = () => new pg.Client(clientConfig(target, owner, 10_000));
  const client = connect();
  try {
    await client.connect();
  } catch (error) {
    const fix =
      'Check DATABASE_URL, that the server runs, and that it accepts connections from this machine.';
    return [problem(`The database at ${where} does not accept a connection.`, (error as Error).message, fix)];
  }
  try {
    return [ok(`The database at ${where} accepts connections.`), ...(await inspect(client, connect, config))];
  } finally {
    await client.end();
  }
}

async function checkEmbedded(config: Config): Promise<Finding[]> {
  if (!hasEmbedded(config.dataDir)) return [ok('The first start creates the embedded database.')];
  const layout = await resolveLayout(config.dataDir, () => undefined);
  const server = await readPostmaster(layout.cluster);
  if (!server) {
    return [
      ok('The embedded database is stopped, as is Logbook. Start Logbook to check the database as well.'),
    ];
  }
  const target = { host: server.socketFolder, port: 5432, database: 'logbook' };
  const connect = () => new pg.Client(clientConfig(target, { user: 'postgres' }, 10_000));
  const client = connect();
  await client.connect();
  try {
    return [ok('The embedded database runs.'), ...(await inspect(client, connect, config))];
  } finally {
    await client.end();
  }
}

type Server = {
  version: number;
  encoding: string;
  may_create: boolean;
  may_create_roles: boolean;
  is_standby: boolean;
  connections: number;
  seconds: number;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  is_new: boolean;
};

const serverSql = `
  select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
    (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles,
    pg_is_in_recovery() as is_standby,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    extract(epoch from clock_timestamp())::float8 as seconds, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    to_regclass('public.logbook_migrations') is null as is_new`;

async function inspect(client: pg.Client, connect: () => pg.Client, config: Config): Promise<Finding[]> {
  const asked = Date.now() / 1000;
  const { rows } = await client.query<Server>(serverSql);
  const server = rows[0]!;
  const answered = Date.now() / 1000;
  return [
    ...ofServer(server),
    ...ofDurability(server),
    clockFinding(server.seconds - (asked + answered) / 2),
    ...(await ofRoles(client, config, server)),
    ofConnections(config, server),
    ...(await ofMigrations(client, server)),
    await listenFinding(client, connect),
    ...(await checkReminders(client, config)),
    ...(await checkCredentials(client, config)),
    ...(await checkPasskeys(client, config)),
    ...(await checkAuthenticators(client, config)),
  ];
}

function ofServer({ version, encoding, may_create, is_standby }: Server): Finding[] {
  const findings: Finding[] = [];
  const major = Math.floor(version / 10_000);
  if (major < 15)
    findings.push(problem(`PostgreSQL ${major} is too old.`, 'Logbook needs 15 or newer.', 'Update it.'));
  else findings.push(ok(`It is PostgreSQL ${major}.`));
  if (encoding !== 'UTF8') {
    const why = 'Logbook stores text of all languages.';
    findings.push(
      problem(`The encoding of the database is ${encoding}.`, why, 'Create it again with encoding UTF8.'),
    );
  }
  if (!may_create) {
    const why = 'Updates of Logbook create tables and functions.';
    findings.push(problem('The user may not create objects.', why, 'Connect as the owner of the database.'));
  }
  if (is_standby) {
    const why = 'It accepts no writes until it is promoted.';
    findings.push(problem('The server is a standby.', why, 'Point DATABASE_URL to the primary.'));
  }
  return findings;
}

function ofDurability({ fsync, full_page_writes, synchronous_commit }: Server): Finding[] {
  const off = Object.entries({ fsync, full_page_writes, synchronous_commit }).filter(
    ([, value]) => value === 'off',
  );
  return off.map(([name]) =>
    warning(`${name} is off.`, 'A crash of the server may lose what was saved.', `Set ${name} = on.`),
  );
}

const maxSeconds = 5;

function clockFinding(difference: number): Finding {
  const text = `${Math.abs(difference).toFixed(1)} seconds`;
  if (Math.abs(difference) <= maxSeconds) return ok('The clocks of this machine and of the database agree.');
  const why = 'Limits, links and sessions expire by these clocks.';
  return warning(`The clock of the database differs by ${text}.`, why, 'Synchronize both with NTP.');
}

async function ofRoles(client: pg.Client, { rolePrefix }: Config, server: Server): Promise<Finding[]> {
  const names = [`${rolePrefix}_app`, `${rolePrefix}_jobs`];
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any ($1)',
    [names],
  );
  const missing = names.filter((name) => !rows.some(({ rolname }) => rolname === name));
  if (missing.length === 0) return [ok(`The roles ${names.join(' and ')} exist.`)];
  if (server.may_create_roles) return [ok(`The next start creates the roles ${missing.join(' and ')}.`)];
  const why = `The user may not create ${missing.join(' and ')}.`;
  return [problem('Roles are missing.', why, 'Start Logbook: it prints the SQL for the administrator.')];
}

function ofConnections(config: Config, { connections }: Server): Finding {
  const needed = mostConnections(config);
  const text = `The processes of this machine use up to ${needed} of ${connections} connections.`;
  if (needed <= connections) return ok(text);
  return problem(
    text,
    'Logbook does not start.',
    'Raise max_connections, or lower DATABASE_CONNECTIONS or WORKERS.',
  );
}

async function ofMigrations(client: pg.Client, { is_new }: Server): Promise<Finding[]> {
  const restore = await unfinishedRestore(client);
  if (restore) {
    const { what, why, fix } = restoreError(restore);
    return [problem(what, why, fix)];
  }
  if (is_new) return [ok('The database is empty. The first start creates its tables.')];
  const applied = (await migrationsIn(client)).map(({ name }) => name);
  const known = readMigrations(schemaFiles).map(({ name }) => name);
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    const why = `It has ${newer.join(', ')}, which this version does not know.`;
    return [problem('The database belongs to a newer Logbook.', why, 'Run the newer version.')];
  }
  const pending = known.filter((name) => !applied.includes(name));
  if (pending.length === 0) return [ok('The schema is up to date.')];
  return [
    ok(
      `The next start applies ${counted(pending.length, { one: 'migration', other: 'migrations' })}: ${pending.join(', ')}.`,
    ),
  ];
}

const channel = 'logbook_doctor';

/** A pooler that shares connections between transactions accepts LISTEN and never delivers. */
async function listenFinding(client: pg.Client, connect: () => pg.Client): Promise<Finding> {
  const sender = connect();
  await sender.connect();
  try {
    const heard = new Promise<boolean>((resolve) => client.once('notification', () => resolve(true)));
    await client.query(`listen ${channel}`);
    await client.query('select 1');
    await sender.query(`notify ${channel}`);
    const arrived = await Promise.race([heard, pause(3_000).then(() => false)]);
    if (arrived) return ok('Notifications arrive, so live events and jobs work.');
    const why =
      'Live events and new jobs are announced by LISTEN, which a transaction pooler does not pass on.';
    return problem(
      'Notifications do not arrive.',
      why,
      'Connect directly, or through a pooler in session mode.',
    );
  } finally {
    await client.query(`unlisten ${channel}`);
    await sender.end();
  }
}
