// The law of one request: everything that touches data runs in one transaction with a viewer. What the work answers is
// committed, a refusal too; only what it throws rolls back.
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import type { DB } from './schema.ts';

export type Viewer = { userId: string; sessionId: string; expiresAt: string };

/** What an operation works with inside its transaction. */
export type Tx = {
  /** Runs SQL text with values; `name` makes it a statement that the server prepares once. */
  query<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
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
    await (purpose === 'write' ? commitTogether(client) : client.query('commit'));
    return result;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => (broken = fault));
    throw error;
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
// transaction does, after the lock is free: the log is written in order, so all before it is on the disk then.
const beginTogether = 'begin; set local synchronous_commit = off';

async function commitTogether(client: pg.PoolClient): Promise<void> {
  const answers = (await client.query(
    'select pg_current_xact_id_if_assigned() is not null as wrote; commit',
  )) as unknown as pg.QueryResult<{ wrote: boolean }>[];
  if (answers[0]?.rows[0]?.wrote) await client.query(`select pg_logical_emit_message(true, 'logbook', '')`);
}

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
