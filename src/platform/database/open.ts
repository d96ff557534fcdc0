// From the configuration to a migrated database with its pools, on the embedded server or the one in DATABASE_URL. With
// several worker processes, one process prepares the database and each worker connects to it.
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { deriveKey } from '../secrets/secrets.ts';
import { readCallKeys, signCallsOf, type CallKeys } from './call-signatures.ts';
import { closeFunctions } from './closed-functions.ts';
import { refuseCopiedOwners } from './copied-owners.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import { hasRoom, noRoomIn } from '../disk/full-disk.ts';
import { Liveness } from './liveness.ts';
import { migrate } from './migrate.ts';
import * as t from './columns.ts';
import { clientConfig, openPool, type Login, type Target } from './pools.ts';
import { isPoolerError, poolerError, refuseOtherSession } from './pooler.ts';
import { ensureRoles, rolesOf, type Roles } from './roles.ts';
import type { SchemaFiles } from './sql-files.ts';
import { query, statement } from './statement.ts';
import { statementMs } from './transaction.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';

export type AsOwner = <T>(work: (owner: pg.Client) => Promise<T>) => Promise<T>;

/** The connections of one process. */
export type Connections = {
  /** Requests. */
  app: pg.Pool;
  /** The job worker. */
  jobs: pg.Pool;
  /** A connection of the app role outside the pool, for LISTEN. While it is open, it also notices a lost server. */
  listener(): pg.Client;
  /** Runs work as the owner of the schema, on a separate connection: for startup, backups and the operator's commands. */
  asOwner: AsOwner;
  /** Whether the disk of the embedded server has room to continue; always true for an external server. */
  hasRoom(): Promise<boolean>;
  close(): Promise<void>;
};

/** How a process reaches a prepared database. Plain data, so that it can be sent to a worker process. */
export type DatabaseAddress = {
  target: Target;
  owner: Login;
  roles: Roles;
  callKeys: CallKeys;
  /** The data folder of the embedded server; null for an external one. */
  folder: string | null;
};

/** A migrated database. */
export type PreparedDatabase = {
  address: DatabaseAddress;
  asOwner: AsOwner;
  /** For the startup output. */
  description: string;
  /** Stops the embedded server. */
  stop(): Promise<void>;
};

/** A database that can be reached, whatever it contains. Its roles may be missing. */
export type ReachedDatabase = Omit<DatabaseAddress, 'callKeys'> & Omit<PreparedDatabase, 'address'>;
export type Database = Connections & Pick<PreparedDatabase, 'description'>;

export type PrepareOptions = {
  config: Config;
  appSecret: string;
  schema: SchemaFiles;
  say: (line: string) => void;
  /** How the embedded server is reached: started as its owner, unless a script joins a running one. */
  embedded?: typeof startEmbedded;
  /** Runs before an existing database is migrated, and gets the name of the first pending migration. */
  beforeMigrating?: (asOwner: AsOwner, first: string) => Promise<void>;
};
export type ReachOptions = Omit<PrepareOptions, 'schema' | 'beforeMigrating'>;
export type OpenOptions = PrepareOptions & { onLost: (error: Error) => void };

/** The most connections in each pool of a process. */
export type PoolSizes = { app: number; jobs: number };

const embeddedDatabase = 'logbook';
/** Milliseconds that statements in flight have to finish when the connections are closed. */
const closeMs = 2_000;

/** The most that a process uses. */
const wholePools: PoolSizes = { app: 20, jobs: 8 };

/** The pools of each process when all share the configured connections; one more connection listens. */
export function poolSizesFor({ databaseConnections, workers }: Config): PoolSizes {
  const each = Math.floor(databaseConnections / workers) - 1;
  const jobs = Math.min(wholePools.jobs, Math.ceil(each / 4));
  return { app: Math.min(wholePools.app, each - jobs), jobs };
}

/** The most connections that the processes of this configuration use. */
export function mostConnections(config: Config): number {
  const { app, jobs } = poolSizesFor(config);
  return config.workers * (app + jobs + 1);
}

/**
 * Prepares the database and connects to it. On failure, throws a StartupError that tells the operator how to fix it.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { address, description, stop } = await prepareDatabase(options);
  const connections = connectDatabase(address, wholePools, options.onLost);
  return {
    ...connections,
    description,
    async close() {
      await connections.close();
      await stop();
    },
  };
}

/**
 * Starts the embedded server unless DATABASE_URL is set, and migrates. On failure, throws a StartupError that tells the
 * operator how to fix it.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<PreparedDatabase> {
  const reached = await reachDatabase(options);
  const { target, owner, roles, folder, asOwner, description, stop } = reached;
  try {
    const callKeys = await explainingFullDisk(folder, async () => {
      await asOwner(refuseUnfinishedRestore);
      return prepareSchema(options, reached);
    });
    return { address: { target, owner, roles, callKeys, folder }, asOwner, description, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the embedded server unless DATABASE_URL is set. Changes nothing in an existing database. On failure, throws a
 * StartupError that tells the operator how to fix it.
 */
export async function reachDatabase(options: ReachOptions): Promise<ReachedDatabase> {
  const { config, say } = options;
  if (config.databaseUrl) {
    const { target, owner } = parseUrl(config.databaseUrl);
    const key = deriveKey(options.appSecret, 'database roles');
    const password = (role: string) => deriveKey(key.toString('hex'), role).toString('hex');
    const roles = rolesOf(config.rolePrefix, password);
    const asOwner = ownerOf(target, owner);
    const description = `PostgreSQL at ${target.host}:${target.port}/${target.database}`;
    return { target, owner, roles, folder: null, asOwner, description, stop: () => Promise.resolve() };
  }
  const { embedded = startEmbedded } = options;
  const server = await embedded({ dataDir: config.dataDir, say });
  const { folder } = server;
  try {
    const target = { host: server.host, port: server.port, database: embeddedDatabase };
    const owner = { user: server.user };
    await ensureDatabase({ ...target, database: server.database }, owner);
    const roles = rolesOf(config.rolePrefix, null);
    const asOwner = ownerOf(target, owner);
    const description = server.adopted ? 'embedded PostgreSQL (was still running)' : 'embedded PostgreSQL';
    return { target, owner, roles, folder, asOwner, description, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw (await fullDiskCause(folder, error as Error)) ?? error;
  }
}

/** The pool of the job worker's role alone, for what a script does before there is a schema. */
export function openJobsPool({ target, roles }: ReachedDatabase, onLost: (error: Error) => void): pg.Pool {
  return openPool(
    target,
    login(roles.jobs, roles.jobsPassword),
    { max: 2, liveness: new Liveness() },
    onLost,
  );
}

/** Opens the pools of a process on a prepared database. `onLost` is called when a connection is lost. */
export function connectDatabase(
  { target, owner, roles, callKeys, folder }: DatabaseAddress,
  sizes: PoolSizes,
  onLost: (error: Error) => void,
): Connections {
  let closing = false;
  // Connections that we close ourselves are not lost, even if the server reports their end first.
  const report = (error: Error) => {
    if (!closing) onLost(error);
  };
  const asApp = login(roles.app, roles.appPassword);
  const liveness = new Liveness();
  const limits = { statementMs: statementMs.read, longestMs: statementMs.write };
  const app = openPool(target, asApp, { max: sizes.app, ...limits, liveness }, report);
  const asJobs = login(roles.jobs, roles.jobsPassword);
  const jobs = openPool(target, asJobs, { max: sizes.jobs, liveness }, report);
  signCallsOf([app, jobs], callKeys);
  return {
    app,
    jobs,
    listener() {
      const client = new pg.Client(clientConfig(target, asApp));
      liveness.usePulse(client);
      return client;
    },
    asOwner: ownerOf(target, owner),
    hasRoom: () => (folder === null ? Promise.resolve(true) : hasRoom(folder)),
    async close() {
      closing = true;
      // A connection whose commit waits for a standby would keep the process running.
      const late = setTimeout(() => liveness.destroyAll(), closeMs);
      await Promise.all([app.end(), jobs.end()]);
      clearTimeout(late);
      liveness.stop();
    },
  };
}

/** PostgreSQL exits if there is no room for its log. All that its clients see is a lost or refused connection. */
async function fullDiskCause(folder: string, error: Error): Promise<StartupError | undefined> {
  const isExplained = error instanceof pg.DatabaseError || (error instanceof StartupError && !error.cause);
  return isExplained ? undefined : noRoomIn(folder, error.message);
}

/** Runs work on a database. If it fails because the disk of the embedded server is full, throws a StartupError. */
export async function explainingFullDisk<T>(folder: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw (folder && (await fullDiskCause(folder, error as Error))) ?? error;
  }
}

/**
 * Brings roles and schema up to date. Returns the keys that sign calls. Callers that use the database afterwards call
 * `prepareDatabase`. Only a restore calls this directly, because it has to migrate a database that it has not yet
 * restored completely.
 */
export async function prepareSchema(
  { config, schema, say, beforeMigrating }: PrepareOptions,
  reached: ReachedDatabase,
): Promise<CallKeys> {
  const { asOwner, target, roles } = reached;
  return asOwner(async (client) => {
    await refuseTooFewConnections(client, config);
    await refuseOtherSession(client, target.database);
    await prepareRoles(client, reached);
    await refuseCopiedOwners(client, roles, target.database);
    const applied = await migrate(client, schema, roles, async (first) => beforeMigrating?.(asOwner, first));
    if (applied.length > 0) say(`database schema: applied ${applied.join(', ')}`);
    const revoke = await closeFunctions(client, roles.app);
    if (revoke) say(openFunctions(target.database, revoke));
    return readCallKeys(client);
  });
}

function ownerOf(target: Target, owner: Login): AsOwner {
  return (work) => withClient(target, owner, work);
}

/** Creates the roles, or corrects what is wrong with them. */
export function prepareRoles(client: pg.Client, { target, roles }: ReachedDatabase): Promise<void> {
  return ensureRoles(client, roles, target.database, (user, password) =>
    canLogIn(target, login(user, password)),
  );
}

const maxConnectionsSql = statement({
  text: `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free`,
  row: { free: t.int },
});

/** Throws StartupError if the server does not accept the connections of all workers. It may also have other clients. */
async function refuseTooFewConnections(owner: pg.Client, config: Config): Promise<void> {
  const needed = mostConnections(config);
  const [server] = await query(owner, maxConnectionsSql);
  if (needed <= server!.free) return;
  throw new StartupError({
    what: `The database server accepts too few connections for WORKERS=${config.workers}.`,
    why: `Logbook may use ${needed}; the server accepts ${server!.free}.`,
    fix: `Raise max_connections of the server, or set DATABASE_CONNECTIONS to ${server!.free} or less.`,
  });
}

function openFunctions(database: string, revoke: string): string {
  return (
    'The database roles can call system functions that Logbook does not need, such as those for large objects.\n' +
    `Logbook runs anyway. To revoke them, run this as a superuser in the database ${database}:\n${revoke};`
  );
}

const login = (user: string, password: string | null): Login => ({ user, ...(password && { password }) });

async function canLogIn(target: Target, as: Login): Promise<boolean> {
  const client = new pg.Client(clientConfig(target, as));
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function withClient<T>(
  target: Target,
  login: Login,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientConfig(target, login));
  // Without a listener, a lost connection would end the process. The statement in progress rejects.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    if (isPoolerError(error)) throw poolerError(target.database, error);
    throw new StartupError(
      {
        what: `Logbook cannot connect to the database at ${target.host}:${target.port}/${target.database}.`,
        why: (error as Error).message,
        fix: 'Check DATABASE_URL, that the server is running, and that it accepts connections from this machine.',
      },
      { cause: error },
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const databaseSql = statement({ text: 'select from pg_database where datname = $1' });

// A new embedded server has only the maintenance database.
async function ensureDatabase(maintenance: Target, owner: Login): Promise<void> {
  await withClient(maintenance, owner, async (client) => {
    const existing = await query(client, databaseSql, [embeddedDatabase]);
    if (existing.length === 0) await client.query(`create database ${pg.escapeIdentifier(embeddedDatabase)}`);
  });
}

/** Where DATABASE_URL leads, and as whom. */
export function parseUrl(text: string): { target: Target; owner: Login } {
  const url = new URL(text);
  const wantsSsl = ['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? '');
  const target = {
    // As in libpq, ?host=/folder names a socket folder.
    host: url.searchParams.get('host') ?? (url.hostname || 'localhost'),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    ...(wantsSsl && { ssl: { rejectUnauthorized: url.searchParams.get('sslmode') !== 'require' } }),
  };
  const owner = {
    user: decodeURIComponent(url.username),
    ...(url.password && { password: decodeURIComponent(url.password) }),
  };
  return { target, owner };
}
