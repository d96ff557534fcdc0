// One trip to the database: statements that are sent together and run as one transaction, without BEGIN and COMMIT. In
// PostgreSQL's extended protocol, all statements before a Sync message are one transaction. pg sends a Sync after each
// statement. The classes here send a single Sync at the end and change nothing else.
import pg from 'pg';
import type { Statement } from './statement.ts';

/** A statement in flight. Resolves with its rows after the commit. */
export type PendingStatement = Pick<Statement, 'text' | 'name'> & {
  values: unknown[];
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
};

/** The parts of pg's query and connection that its types leave out. */
type Wire = {
  stream: { write(bytes: Buffer): unknown };
  submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  sync(): void;
};
type Done = (error: Error | null, result: pg.QueryResult) => void;
interface PgQuery {
  submit(connection: Wire): Error | null;
  prepare(connection: Wire): void;
  hasBeenParsed(connection: Wire): boolean;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
  handleEmptyQuery(connection: Wire): void;
  handleReadyForQuery(connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
}
type Config = { text: string; name?: string; values?: unknown[]; types?: pg.CustomTypesConfig };
const PgQuery = pg.Query as unknown as new (config: Config, done: Done) => PgQuery;

class Preparation extends PgQuery {
  readonly #statement: { name: string; text: string };

  constructor(statement: { name: string; text: string }, done: Done) {
    super(statement, done);
    this.#statement = statement;
  }

  override submit(connection: Wire): null {
    const { name, text } = this.#statement;
    connection.parse({ name, text });
    connection.submittedNamedStatements[name] = text;
    connection.sync();
    return null;
  }
}

class Trip extends PgQuery {
  readonly #parts: readonly PgQuery[];
  #current = 0;

  constructor(parts: readonly PgQuery[], done: Done) {
    super({ text: '' }, done);
    this.#parts = parts;
  }

  override submit(connection: Wire): null {
    const messages: Buffer[] = [];
    const buffered = Object.create(connection, {
      _send: { value: (message: Buffer) => messages.push(message) },
    }) as Wire;
    const unsynced = Object.create(buffered, { sync: { value: () => undefined } }) as Wire;
    for (const part of this.#parts) part.prepare(unsynced);
    buffered.sync();
    connection.stream.write(Buffer.concat(messages));
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.#parts[this.#current]?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#parts[this.#current]?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    this.#parts[this.#current++]?.handleCommandComplete(message, connection);
  }

  override handleEmptyQuery(): void {
    this.#current += 1;
  }

  override handleReadyForQuery(connection: Wire): void {
    for (const part of this.#parts) part.handleReadyForQuery(connection);
    super.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: Wire): void {
    for (const part of this.#parts) part.handleError(error, connection);
    super.handleError(error, connection);
  }
}

/**
 * Sends the statements as one transaction. On success, each statement resolves with its rows. On failure, all of them
 * and the returned promise reject with the error. Other trips in flight on the connection are not affected.
 */
export function sendTrip(client: pg.PoolClient, statements: readonly PendingStatement[]): Promise<void> {
  const wire = client.connection as unknown as Wire;
  let prepareError: Error | null = null;
  assertSendable(statements);
  const parts = statements.map(({ text, values, name, resolve, reject }) => {
    const part = new PgQuery({ text, values, types: client, ...(name && { name }) }, (error, result) => {
      if (error) reject(prepareError ?? error);
      else resolve(result.rows);
    });
    if (name && !part.hasBeenParsed(wire))
      submit(client, new Preparation({ name, text }, (error) => (prepareError ??= error)));
    return part;
  });
  return new Promise((resolve, reject) => {
    const trip = new Trip(parts, (error) => (error ? reject(prepareError ?? error) : resolve()));
    submit(client, trip);
  });
}

function submit(client: pg.PoolClient, query: PgQuery): void {
  client.query(query as unknown as pg.Submittable);
}

/** Throws if pg may fail to serialize a value: an error between two statements would send only half of a trip. */
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
