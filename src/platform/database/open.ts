// From configuration to a migrated database with its pools: the embedded server, or the one that DATABASE_URL names.
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { StartRefusal } from '../config/start-refusal.ts';
import { deriveKey } from '../secrets/secrets.ts';
import { readCallKeys, signCallsOf } from './call-signatures.ts';
import { closeFunctions } from './closed-functions.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import { hasRoom, noRoomIn } from './full-disk.ts';
import { migrate } from './migrate.ts';
import { clientConfig, openPool, type Login, type Target } from './pools.ts';
import { ensureRoles, rolesOf, type Roles } from './roles.ts';
import { statementMs } from './transaction.ts';

export type Database = {
  /** Requests. */
  app: pg.Pool;
  /** The job worker. */
  jobs: pg.Pool;
  /** A connection of the app role outside the pool, for LISTEN. */
  listener(): pg.Client;
  /** Runs work as the owner of the schema: start-up and the operator's commands only. */
  asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T>;
  /** Whether the disk that the embedded server writes to has room for it to go on; of another's disk nothing is known. */
  hasRoom(): Promise<boolean>;
  /** For the start's output. */
  description: string;
  close(): Promise<void>;
};

export type OpenOptions = {
  config: Config;
  appSecret: string;
  migrations: string;
  say: (line: string) => void;
  onLost: (error: Error) => void;
  /** How the embedded server is reached: started as its owner, unless a script joins one that may run. */
  embedded?: typeof startEmbedded;
};

const embeddedDatabase = 'logbook';

/** Opens the database and brings its schema up to date. Throws StartRefusal with the mend where that cannot be. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { config, say } = options;
  if (config.databaseUrl) {
    const { target, owner } = parseUrl(config.databaseUrl);
    const key = deriveKey(options.appSecret, 'database roles');
    const password = (role: string) => deriveKey(key.toString('hex'), role).toString('hex');
    const description = `PostgreSQL at ${target.host}:${target.port}/${target.database}`;
    return prepare(options, target, owner, rolesOf(config.rolePrefix, password), description, {
      hasRoom: () => Promise.resolve(true),
      stop: () => Promise.resolve(),
    });
  }
  const { embedded = startEmbedded } = options;
  const server = await embedded({ dataDir: config.dataDir, say });
  try {
    const target = { host: server.host, port: server.port, database: embeddedDatabase };
    await ensureDatabase({ ...target, database: server.database }, { user: server.user });
    const roles = rolesOf(config.rolePrefix, null);
    const description = server.adopted ? 'embedded PostgreSQL (was still running)' : 'embedded PostgreSQL';
    return await prepare(options, target, { user: server.user }, roles, description, {
      hasRoom: () => hasRoom(server.folder),
      stop: () => server.stop(),
    });
  } catch (error) {
    await server.stop();
    throw (await roomRefusal(server.folder, error as Error)) ?? error;
  }
}

/** Without room for its log PostgreSQL ends, and what is heard of that is a connection that was lost or not had. */
async function roomRefusal(folder: string, error: Error): Promise<StartRefusal | undefined> {
  const isSaid = error instanceof pg.DatabaseError || (error instanceof StartRefusal && !error.cause);
  return isSaid ? undefined : noRoomIn(folder, error.message);
}

async function prepare(
  options: OpenOptions,
  target: Target,
  owner: Login,
  roles: Roles,
  description: string,
  server: { hasRoom(): Promise<boolean>; stop(): Promise<void> },
): Promise<Database> {
  const asOwner = <T>(work: (client: pg.Client) => Promise<T>) => withClient(target, owner, work);
  const callKeys = await asOwner(async (client) => {
    await ensureRoles(client, roles, target.database, (user, password) =>
      logsIn(target, login(user, password)),
    );
    const applied = await migrate(client, options.migrations, roles);
    if (applied.length > 0) options.say(`database schema: applied ${applied.join(', ')}`);
    const revoke = await closeFunctions(client, roles.app);
    if (revoke) options.say(openFunctions(target.database, revoke));
    return readCallKeys(client);
  });
  let closing = false;
  // Connections that we end ourselves are not lost, though the server may be quicker to say so.
  const onLost = (error: Error) => {
    if (!closing) options.onLost(error);
  };
  const size = { max: 20, statementMs: statementMs.read };
  const app = openPool(target, login(roles.app, roles.appPassword), size, onLost);
  const jobs = openPool(target, login(roles.jobs, roles.jobsPassword), { max: 8 }, onLost);
  signCallsOf([app, jobs], callKeys);
  return {
    app,
    jobs,
    listener: () => new pg.Client(clientConfig(target, login(roles.app, roles.appPassword))),
    asOwner,
    hasRoom: () => server.hasRoom(),
    description,
    async close() {
      closing = true;
      await Promise.all([app.end(), jobs.end()]);
      await server.stop();
    },
  };
}

function openFunctions(database: string, revoke: string): string {
  return (
    'The database roles can call system functions that Logbook does not need, such as those for large objects.\n' +
    `Logbook runs all the same. To close them, run this as a superuser in the database ${database}:\n${revoke};`
  );
}

const login = (user: string, password: string | null): Login => ({ user, ...(password && { password }) });

async function logsIn(target: Target, as: Login): Promise<boolean> {
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
  try {
    await client.connect();
  } catch (error) {
    throw new StartRefusal(
      {
        what: `The database at ${target.host}:${target.port}/${target.database} does not answer.`,
        why: (error as Error).message,
        mend: 'Check DATABASE_URL, and that the server runs and lets this machine in.',
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

// The embedded server starts with the maintenance database alone.
async function ensureDatabase(maintenance: Target, owner: Login): Promise<void> {
  await withClient(maintenance, owner, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      embeddedDatabase,
    ]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(embeddedDatabase)}`);
  });
}

function parseUrl(text: string): { target: Target; owner: Login } {
  const url = new URL(text);
  const wantsSsl = ['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? '');
  const target = {
    // A socket folder comes as ?host=/folder, as libpq has it.
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
