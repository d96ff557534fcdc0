// One trip to the database: a transaction whose statements are all sent together, begin and commit included. The
// connections are pipelined (pools.ts), so no statement waits for the response to the one before. Sent alone, one
// statement is its own transaction.
import type { DatabaseError, default as pg } from 'pg';
import type { Statement } from './statement.ts';

/** A statement in flight. Resolves with its rows after the commit. */
export type PendingStatement = Pick<Statement, 'text' | 'name'> & {
  values: unknown[];
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
};

/**
 * Sends the statements as one transaction. On success, each statement resolves with its rows. On failure, all of them
 * and the returned promise reject with the first error. Other trips in flight on the connection are not affected.
 */
export async function sendTrip(
  client: pg.PoolClient,
  statements: readonly PendingStatement[],
): Promise<void> {
  assertSendable(statements);
  let outcome = await send(client, statements);
  // A trip ahead on this connection was to prepare the statement, but failed before it. Nothing has been committed.
  if (isNotPrepared(outcome)) outcome = await send(client, statements);
  if (outcome instanceof Error) {
    for (const { reject } of statements) reject(outcome);
    throw outcome;
  }
  for (const [at, { resolve }] of statements.entries()) resolve(outcome[at]!);
}

/** Resolves with the rows of each statement, or with the error that rolled the transaction back. */
function send(client: pg.PoolClient, statements: readonly PendingStatement[]): Promise<unknown[][] | Error> {
  const [first] = statements;
  return first && statements.length === 1 ? sendOne(client, first) : sendAll(client, statements);
}

function sendOne(
  client: pg.PoolClient,
  { text, name, values }: PendingStatement,
): Promise<unknown[][] | Error> {
  return new Promise((resolve) => {
    client.query({ text, name, values }, (error: Error | undefined, result: pg.QueryResult) =>
      resolve(error ?? [result.rows]),
    );
  });
}

function sendAll(
  client: pg.PoolClient,
  statements: readonly PendingStatement[],
): Promise<unknown[][] | Error> {
  return new Promise((resolve) => {
    let failure: Error | undefined;
    const rows: unknown[][] = [];
    // One write to the socket.
    client.connection.stream.cork();
    client.query('begin', (error?: Error) => (failure ??= error));
    for (const { text, name, values } of statements) {
      client.query({ text, name, values }, (error: Error | undefined, result: pg.QueryResult) => {
        if (error) failure ??= error;
        else rows.push(result.rows);
      });
    }
    // An error this early comes from pg itself: it has not sent a statement.
    client.query(failure ? 'rollback' : 'commit', (error: Error | undefined, result: pg.QueryResult) => {
      failure ??= error;
      if (!failure && result.command !== 'COMMIT') failure = new Error('The transaction was rolled back.');
      resolve(failure ?? rows);
    });
    client.connection.stream.uncork();
  });
}

// Invalid statement name; and duplicate prepared statement, if two trips prepare it again at the same time.
const preparationErrors = ['26000', '42P05'];

function isNotPrepared(outcome: unknown[][] | Error): boolean {
  return (
    outcome instanceof Error && preparationErrors.includes((outcome as Partial<DatabaseError>).code ?? '')
  );
}

/** Throws if pg may fail to serialize a value: it would not send that statement, but the others. */
export function assertSendable(statements: readonly PendingStatement[]): void {
  if (!statements.every(({ values }) => values.every(isSendable)))
    throw new TypeError('A value of this type cannot be sent to the database.');
}

function isSendable(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    Buffer.isBuffer(value) ||
    (Array.isArray(value) && value.every(isSendable))
  );
}
