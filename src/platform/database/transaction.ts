// Everything that touches data runs in one transaction with a viewer. If the work returns, even with a refusal, the
// transaction commits. It rolls back only if the work throws.
import type pg from 'pg';
import { callSignature } from './call-signatures.ts';
import * as t from './columns.ts';
import { lanesOf } from './lanes.ts';
import { query, statement, type RowIn, type Statement } from './statement.ts';
import { userLimitOf } from './user-limit.ts';
import type { PendingStatement } from './trip.ts';
import { commitAndRelease, connectToWrite } from './write-connections.ts';
import { onDisk, write } from './write-lanes.ts';

export type Viewer = { userId: string; sessionId: string; expiresAt: string };

/** Runs statements inside a transaction. */
export type Reader = {
  query<C extends t.Columns>(statement: Statement<C>, values?: unknown[]): Promise<t.RowOf<C>[]>;
};

/** The transaction that an operation runs in. */
export type Tx = Reader & {
  /** Signs a call to a database function that requires it: the function's name and the arguments that are signed. */
  sign(name: string, ...parts: (string | null)[]): Buffer;
  /**
   * Adds a job that runs if this transaction commits. A job with the same `key` replaces the one still queued (R-J1).
   * app.request_jobs lists the tasks and the keys of their payloads. A `user_id` is always the viewer's.
   */
  enqueue(task: string, payload: object, options?: { key?: string; runAt?: Date }): Promise<void>;
};

/**
 * Whether the caller intends to change data. A `write` is on disk when its promise resolves, and shares the disk flush
 * with other writes (docs/decisions/0008). Changes in a `read` are just as durable, but get their own flush.
 */
export type Purpose = 'read' | 'write';

/** Timeout of one statement, in milliseconds. */
export const statementMs = { read: 5_000, write: 15_000 } as const;

/**
 * Runs `work` in one transaction. `tokenHash` is the hash of the caller's access token. Without a token, or without a
 * live session for it, the viewer is null and row-level security hides all users' data.
 */
export async function transact<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (tx: Tx, viewer: Viewer | null) => Promise<T>,
  purpose: Purpose = 'read',
): Promise<T> {
  // Writes also count toward the caller's limit: every transaction holds a connection of the pool.
  const result = await inTurn(pool, tokenHash, () => runAndCommit(pool, tokenHash, work, purpose));
  if (purpose === 'write') await onDisk(pool);
  return result;
}

/** Runs `work` when it is the caller's turn: a user has at most `maxInFlight` at a time. */
function inTurn<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (key: string | null) => Promise<T>,
): Promise<T> {
  if (tokenHash === null) return work(null);
  const readers = userLimitOf(pool);
  const key = readers.keyOf(tokenHash);
  return readers.run(key, () => work(key));
}

async function runAndCommit<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (tx: Tx, viewer: Viewer | null) => Promise<T>,
  purpose: Purpose,
): Promise<T> {
  const client = await (purpose === 'write' ? connectToWrite(pool) : pool.connect());
  let result: T;
  try {
    const viewer = await begin(client, tokenHash, purpose);
    if (tokenHash && viewer) userLimitOf(pool).remember(tokenHash, viewer.userId);
    result = await work(txOf(pool, client), viewer);
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (rollbackError: Error) => client.release(rollbackError),
    );
    throw error;
  }
  const command = await commitAndRelease(client, purpose);
  if (command !== 'COMMIT') throw new Error('The transaction was aborted by an error that its work ignored.');
  return result;
}

/**
 * Like `transact`, in one trip to the database: the session lookup and the queries of `work` are sent together. So
 * `work` must start all its queries before its first await, and its SQL uses `(select app.viewer())` to refer to the
 * viewer. Callers must ignore the result if the viewer turns out to be null (docs/decisions/0009).
 */
export async function transactInOneTrip<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (tx: Reader) => Promise<T>,
  purpose: Purpose = 'read',
): Promise<{ viewer: Viewer | null; result: T }> {
  if (purpose === 'read') return readInTrip(pool, tokenHash, work, enterSql);
  // A write always sets its viewer, because it shares the transaction with other callers' writes (write-lanes.ts).
  return runTrip({ statement: enterSql, tokenHash }, work, (statements) => write(pool, statements));
}

/**
 * A read in one trip for the user of a refresh token, which is not used up. The database refuses every change in its
 * transaction.
 */
export function readByRefreshToken<T>(
  pool: pg.Pool,
  refreshHash: Buffer,
  work: (tx: Reader) => Promise<T>,
): Promise<{ viewer: Viewer | null; result: T }> {
  return readInTrip(pool, refreshHash, work, enterToReadSql);
}

async function readInTrip<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  work: (tx: Reader) => Promise<T>,
  statement: typeof enterSql,
): Promise<{ viewer: Viewer | null; result: T }> {
  // Without a token, there is no session to look up.
  const entering = tokenHash && { statement, tokenHash };
  const read = await inTurn(pool, tokenHash, (caller) =>
    runTrip(entering, work, (statements) => lanesOf(pool).send(statements, caller)),
  );
  if (tokenHash && read.viewer) userLimitOf(pool).remember(tokenHash, read.viewer.userId);
  return read;
}

/** Runs a statement that looks up the session itself. */
export type Entrance = {
  /**
   * Runs the statement with the hash of the access token (null without one) as its last parameter. It passes that to
   * app.enter and takes the user from the result. Without a live session there is none, and it must change nothing.
   */
  enterAndQuery<C extends t.Columns>(statement: Statement<C>, values: unknown[]): Promise<t.RowOf<C>[]>;
};

/**
 * For hot writes: the statement replaces a session lookup, a begin and a commit (docs/decisions/0009). Like other writes
 * in one trip, it is on disk when its promise resolves, and shares its commit with other callers' writes.
 */
export function entrance(pool: pg.Pool, tokenHash: Buffer | null): Entrance {
  return entranceTo(tokenHash, (statement) => write(pool, [statement]));
}

/** The result of a statement that looks up the session itself, and the session's user. */
export type ReadOfUser<T> = { userId: string; result: T };

/**
 * Runs a hot read as one statement that looks up the session itself. It counts toward the user's limit. `read` and the
 * returned promise resolve to undefined if there is no live session.
 */
export async function readInOneStatement<T>(
  pool: pg.Pool,
  tokenHash: Buffer | null,
  read: (tx: Entrance) => Promise<ReadOfUser<T> | undefined>,
): Promise<T | undefined> {
  const found = await inTurn(pool, tokenHash, (caller) =>
    read(entranceTo(tokenHash, (statement) => lanesOf(pool).send([statement], caller))),
  );
  if (tokenHash && found) userLimitOf(pool).remember(tokenHash, found.userId);
  return found?.result;
}

function entranceTo(
  tokenHash: Buffer | null,
  send: (statement: PendingStatement) => Promise<void>,
): Entrance {
  return {
    enterAndQuery: async <C extends t.Columns>({ text, name }: Statement<C>, values: unknown[]) => {
      let rows: t.RowOf<C>[] = [];
      const resolve = (found: unknown[]) => void (rows = found as t.RowOf<C>[]);
      const reject = () => undefined;
      await send({ text, name, values: [...values, tokenHash], resolve, reject });
      return rows;
    },
  };
}

async function runTrip<T>(
  enter: { statement: typeof enterSql; tokenHash: Buffer | null } | null,
  work: (tx: Reader) => Promise<T>,
  send: (statements: [PendingStatement, ...PendingStatement[]]) => Promise<void>,
): Promise<{ viewer: Viewer | null; result: T }> {
  const statements: PendingStatement[] = [];
  const reader: Reader = {
    query: <C extends t.Columns>({ text, name }: Statement<C>, values: unknown[] = []) =>
      new Promise<t.RowOf<C>[]>((resolve, reject) => {
        statements.push({ text, name, values, resolve: (rows) => resolve(rows as t.RowOf<C>[]), reject });
      }),
  };
  const entering = enter && reader.query(enter.statement, [enter.tokenHash]);
  const working = (async () => work(reader))();
  reader.query = () => Promise.reject(new Error('The trip was already sent: query before the first await.'));
  const sending = send(statements as [PendingStatement, ...PendingStatement[]]);
  const settled = Promise.allSettled([entering, working]);
  // Throws first: if there is no connection, the statements never settle.
  await sending;
  const [entered, worked] = await settled;
  if (worked.status === 'rejected') throw worked.reason;
  if (entered.status === 'rejected') throw entered.reason;
  return { viewer: viewerOf(entered.value?.[0]), result: worked.value };
}

const entered = {
  user_id: t.nullable(t.uuid),
  session_id: t.nullable(t.uuid),
  expires_at: t.nullable(t.timestamptz),
};
const enterSql = statement({
  name: 'enter',
  text: `select ${t.list(entered)} from app.enter($1)`,
  row: entered,
});
const enterToWriteSql = statement({
  name: 'enter_to_write',
  text: `select ${t.list(entered)} from app.enter($1, true)`,
  row: entered,
});
const enterToReadSql = statement({
  name: 'enter_to_read',
  text: `select ${t.list(entered)} from app.enter_to_read($1)`,
  row: entered,
});

function viewerOf(row: RowIn<typeof enterSql> | undefined): Viewer | null {
  if (!row?.user_id || !row.session_id || !row.expires_at) return null;
  return { userId: row.user_id, sessionId: row.session_id, expiresAt: row.expires_at };
}

// `begin` and the session lookup take one round trip, because the pool's connections are pipelined. The hash is sent as
// a parameter: every connection of the same role can see the text of a running statement.
async function begin(
  client: pg.PoolClient,
  tokenHash: Buffer | null,
  purpose: Purpose,
): Promise<Viewer | null> {
  const writes = purpose === 'write';
  // The pool's default timeout is the one for reads.
  const beginning = writes ? `begin; set local statement_timeout = ${statementMs.write}` : 'begin';
  if (tokenHash === null) {
    await client.query(writes ? `${beginning}; set local synchronous_commit = off` : beginning);
    return null;
  }
  const [, rows] = await Promise.all([
    client.query(beginning),
    query(client, writes ? enterToWriteSql : enterSql, [tokenHash]),
  ]);
  return viewerOf(rows[0]);
}

const enqueueSql = statement({ text: 'select app.enqueue_request($1, $2, $3, $4, $5)' });

function txOf(pool: pg.Pool, client: pg.PoolClient): Tx {
  const sign = (...parts: (string | null)[]) => callSignature(pool, parts);
  return {
    query: (statement, values) => query(client, statement, values),
    sign,
    async enqueue(
      task,
      payload,
      { key = null, runAt = null }: { key?: string | null; runAt?: Date | null } = {},
    ) {
      const text = JSON.stringify(payload);
      const signature = sign('enqueue_request', task, text, key);
      await query(client, enqueueSql, [task, text, key, runAt, signature]);
    },
  };
}
