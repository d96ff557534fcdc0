// The law of one request: everything that touches data runs in one transaction with a viewer. What the work answers is
// committed, a refusal too; only what it throws rolls back.
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { callSignature } from './call-signatures.ts';
import { lanesOf } from './lanes.ts';
import { readersOf } from './readers.ts';
import type { DB } from './schema.ts';
import type { Asked } from './trip.ts';
import { onDisk, write } from './write-lanes.ts';

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
  /** Signs a call of a database function that demands it: the function's name and the arguments that it covers. */
  sign(name: string, ...parts: (string | null)[]): Buffer;
  /**
   * Adds a job that runs if this transaction commits; the same `key` replaces a job that still waits (R-J1). The task
   * and the keys of its payload are listed in app.request_jobs; a `user_id` is the viewer's.
   */
  enqueue(task: string, payload: object, options?: { key?: string; runAt?: Date }): Promise<void>;
};

/**
 * Whether the caller means to change something. A `write` is on the disk when its promise resolves, and waits for that
 * together with others (docs/decisions/0008). What a `read` happens to change is as safe, but waits alone.
 */
export type Purpose = 'read' | 'write';

/** How long one statement may take, in milliseconds. */
export const statementMs = { read: 5_000, write: 15_000 } as const;

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
  // A transaction holds a connection of the pool, whatever it is for.
  const result = await inTurn(pool, tokenHash, () => commitOf(pool, tokenHash, work, purpose));
  if (purpose === 'write') await onDisk(pool);
  return result;
}

/** Runs `work` when it is the caller's turn: one person has a few transactions in flight at a time. */
function inTurn<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (key: string | null) => Promise<T>,
): Promise<T> {
  if (tokenHash === null) return work(null);
  const readers = readersOf(pool);
  const key = readers.keyOf(tokenHash);
  return readers.run(key, () => work(key));
}

async function commitOf<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (tx: Tx, viewer: Viewer | null) => Promise<T>,
  purpose: Purpose,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const viewer = await begin(client, tokenHash, purpose);
    if (tokenHash && viewer) readersOf(pool).remember(tokenHash, viewer.userId);
    const result = await work(txOf(pool, client), viewer);
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('The transaction was aborted by a fault that its work hid.');
    return result;
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => (broken = fault));
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Like `transact`, in one trip to the database: the look at the session and what `work` asks go out together. So `work`
 * must ask all it asks at once, before it awaits anything, and its SQL says `(select app.viewer())` for who that is.
 * What it answers counts for nothing where the viewer turns out to be null (docs/decisions/0009).
 */
export async function transactAtOnce<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (tx: Reader) => Promise<T>,
  purpose: Purpose = 'read',
): Promise<{ viewer: Viewer | null; result: T }> {
  if (purpose === 'write') return tripOf(tokenHash, work, purpose, (asked) => write(pool, asked));
  const read = await inTurn(pool, tokenHash, (person) =>
    tripOf(tokenHash, work, purpose, (asked) => lanesOf(pool).send(asked, person)),
  );
  if (tokenHash && read.viewer) readersOf(pool).remember(tokenHash, read.viewer.userId);
  return read;
}

async function tripOf<T>(
  tokenHash: Buffer | null,
  work: (tx: Reader) => Promise<T>,
  purpose: Purpose,
  sendOff: (asked: [Asked, ...Asked[]]) => Promise<void>,
): Promise<{ viewer: Viewer | null; result: T }> {
  const asked: Asked[] = [];
  const reader: Reader = {
    query: <Row>(text: string, values?: unknown[], name?: string) =>
      new Promise<Row[]>((resolve, failed) => {
        const told = (rows: unknown[]) => resolve(rows as Row[]);
        asked.push({ text, told, failed, ...(values && { values }), ...(name && { name }) });
      }),
  };
  // Who reads without a session needs no look at one; who writes shares the transaction with others (write-lanes.ts).
  const enters = tokenHash !== null || purpose === 'write';
  const entering = enters ? reader.query<EnterRow>(enterAtOnce, [tokenHash], 'enter') : null;
  const asking = (async () => work(reader))();
  reader.query = () => Promise.reject(new Error('The commit is under way: ask before the first await.'));
  const send = sendOff(asked as [Asked, ...Asked[]]);
  const told = Promise.allSettled([entering, asking]);
  // Where not even a connection was had, nothing is ever told.
  await send;
  const [entered, answered] = await told;
  if (answered.status === 'rejected') throw answered.reason;
  if (entered.status === 'rejected') throw entered.reason;
  return { viewer: viewerOf(entered.value?.[0]), result: answered.value };
}

type EnterRow = { user_id: string | null; session_id: string; expires_at: string };
const enterAtOnce = 'select user_id, session_id, expires_at from app.enter($1)';
const enterToWrite = 'select user_id, session_id, expires_at from app.enter($1, true)';

function viewerOf(row: EnterRow | undefined): Viewer | null {
  if (!row || row.user_id === null) return null;
  return { userId: row.user_id, sessionId: row.session_id, expiresAt: row.expires_at };
}

// `begin` and the lookup of the session go out in one round trip, as the pool's connections are pipelined. The hash is
// sent as a value: the text of a running statement is visible to every connection of the same role.
async function begin(
  client: pg.PoolClient,
  tokenHash: Buffer | null,
  purpose: Purpose,
): Promise<Viewer | null> {
  const writes = purpose === 'write';
  // The pool's own limit is that of a read.
  const beginning = writes ? `begin; set local statement_timeout = ${statementMs.write}` : 'begin';
  if (tokenHash === null) {
    await client.query(writes ? `${beginning}; set local synchronous_commit = off` : beginning);
    return null;
  }
  const enter = writes
    ? { name: 'enter_to_write', text: enterToWrite }
    : { name: 'enter', text: enterAtOnce };
  const [, { rows }] = await Promise.all([
    client.query(beginning),
    client.query<EnterRow>({ ...enter, values: [tokenHash] }),
  ]);
  return viewerOf(rows[0]);
}

function txOf(pool: pg.Pool, client: pg.PoolClient): Tx {
  const sign = (...parts: (string | null)[]) => callSignature(pool, parts);
  return {
    async query<Row>(text: string, values?: unknown[], name?: string) {
      const result = await client.query({ text, ...(values && { values }), ...(name && { name }) });
      return result.rows as Row[];
    },
    get db() {
      return builderOf(client);
    },
    sign,
    async enqueue(
      task,
      payload,
      { key = null, runAt = null }: { key?: string | null; runAt?: Date | null } = {},
    ) {
      const text = JSON.stringify(payload);
      const signature = sign('enqueue_request', task, text, key);
      await client.query('select app.enqueue_request($1, $2, $3, $4, $5)', [
        task,
        text,
        key,
        runAt,
        signature,
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
