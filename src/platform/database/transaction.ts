// The law of one request: everything that touches data runs in one transaction with a viewer. What the work answers is
// committed, a refusal too; only what it throws rolls back.
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import type { DB } from './schema.ts';

export type Viewer = { userId: string; sessionId: string; expiresAt: string };

/** What asks the database inside a transaction. */
export type Reader = {
  /** Runs SQL text with values; `name` makes it a statement that the server prepares once. */
  query<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
};

/** What an operation works with inside its transaction. */
export type Tx = Reader & {
  /** The query builder on the same connection. */
  db: Kysely<DB>;
  /** Adds a job that runs if this transaction commits; the same `key` replaces a job that still waits (R-J1). */
  enqueue(task: string, payload: object, options?: { key?: string; runAt?: Date }): Promise<void>;
};

/**
 * Whether the caller means to change something. A `write` is on the disk when its promise resolves, and waits for that
 * together with others (docs/decisions/0010). What a `read` happens to change is as safe, but waits alone.
 */
export type Purpose = 'read' | 'write';

/**
 * Runs `work` in one transaction. `tokenHash` is the hash of the caller's access token; without one, or with one that
 * is no live session, the viewer is null and row-level security shows nothing that is somebody's own.
 */
export async function transact<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (tx: Tx, viewer: Viewer | null) => Promise<T>,
  purpose: Purpose = 'read',
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const viewer = await enter(client, tokenHash, purpose === 'write' ? beginTogether : 'begin');
    const result = await work(txOf(client), viewer);
    await client.query(purpose === 'write' ? commitTogether : 'commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => (broken = fault));
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Like `transact`, in one trip to the database: the look at the session, what `work` asks and the commit go out
 * together. So `work` must ask all it asks at once, before it awaits anything, and its SQL says `(select app.viewer())`
 * for who that is. What it answers counts for nothing where the viewer turns out to be null.
 */
export async function transactAtOnce<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (tx: Reader) => Promise<T>,
): Promise<{ viewer: Viewer | null; result: T }> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const { stream } = client.connection;
    stream.cork();
    const entering = enter(client, tokenHash, 'begin');
    const reader: Reader = { query: txOf(client).query };
    const asking = (async () => work(reader))();
    const ending = client.query('commit');
    reader.query = () => Promise.reject(new Error('The commit is under way: ask before the first await.'));
    stream.uncork();
    const [entered, asked, committed] = await Promise.allSettled([entering, asking, ending]);
    // After a fault the commit rolls back; only where not even that came through is the connection of no more use.
    if (committed.status === 'rejected') broken = committed.reason as Error;
    if (entered.status === 'rejected') throw entered.reason;
    if (asked.status === 'rejected') throw asked.reason;
    if (broken) throw broken;
    return { viewer: entered.value, result: asked.value };
  } finally {
    client.release(broken);
  }
}

type EnterRow = { user_id: string; session_id: string; expires_at: string };

// `begin` and the look at the session go out in one round trip, as one simple query: its only value is a hash that
// this function writes in hexadecimal itself.
async function enter(client: pg.PoolClient, tokenHash: Buffer | null, begin: string): Promise<Viewer | null> {
  if (tokenHash === null) {
    await client.query(begin);
    return null;
  }
  const answers = (await client.query(
    `${begin}; select user_id, session_id, expires_at from app.enter('\\x${tokenHash.toString('hex')}')`,
  )) as unknown as pg.QueryResult<EnterRow>[];
  const row = answers.at(-1)?.rows[0];
  return row ? { userId: row.user_id, sessionId: row.session_id, expiresAt: row.expires_at } : null;
}

// PostgreSQL holds one lock of the whole database from a transaction's NOTIFY until its commit is on the disk, so that
// writers would wait for the disk one after the other. The commit itself therefore does not wait; a second, empty
// transaction does, after the lock is free: the log is written in order, so all before it is on the disk then. All three
// go out in one trip, and the last does nothing where nothing was written.
const beginTogether = 'begin; set local synchronous_commit = off';
const commitTogether = `select set_config('app.wrote', (pg_current_xact_id_if_assigned() is not null)::text, false);
  commit;
  select pg_logical_emit_message(true, 'logbook', '') where current_setting('app.wrote') = 'true'`;

function txOf(client: pg.PoolClient): Tx {
  return {
    async query<Row>(text: string, values?: unknown[], name?: string) {
      const result = await client.query({ text, ...(values && { values }), ...(name && { name }) });
      return result.rows as Row[];
    },
    get db() {
      return builderOf(client);
    },
    async enqueue(task, payload, options = {}) {
      await client.query('select app.enqueue($1, $2, $3, $4)', [
        task,
        JSON.stringify(payload),
        options.key ?? null,
        options.runAt ?? null,
      ]);
    },
  };
}

const builders = new WeakMap<pg.PoolClient, Kysely<DB>>();

// The builder belongs to one connection, and the transaction around it is ours: it neither opens nor ends any.
function builderOf(client: pg.PoolClient): Kysely<DB> {
  const made = builders.get(client);
  if (made) return made;
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> {
      const result = await client.query(query.sql, [...query.parameters]);
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('Rows are read by pages, not streamed.');
    },
  };
  const done = () => Promise.resolve();
  const built = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: done,
        acquireConnection: () => Promise.resolve(connection),
        releaseConnection: done,
        beginTransaction: done,
        commitTransaction: done,
        rollbackTransaction: done,
        destroy: done,
      }),
    },
  });
  builders.set(client, built);
  return built;
}
