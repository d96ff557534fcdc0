// One trip to the database: statements that go out together and run as one transaction, which the end of the trip
// commits. PostgreSQL's extended protocol has it so: what stands before one Sync is one transaction, without a word for
// its begin and its end. pg sends a Sync after each statement; the classes here change that and nothing else.
import pg from 'pg';

export type Statement = { text: string; values?: unknown[]; name?: string };

/** A statement on its way: its rows are told once the transaction stands. */
export type Asked = Statement & { told(rows: unknown[]): void; failed(error: Error): void };

/** What pg's query and connection do beside what their types tell. */
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
  #at = 0;

  constructor(parts: readonly PgQuery[], done: Done) {
    super({ text: '' }, done);
    this.#parts = parts;
  }

  override submit(connection: Wire): null {
    const messages: Buffer[] = [];
    const gathering = Object.create(connection, {
      _send: { value: (message: Buffer) => messages.push(message) },
    }) as Wire;
    const unsynced = Object.create(gathering, { sync: { value: () => undefined } }) as Wire;
    for (const part of this.#parts) part.prepare(unsynced);
    gathering.sync();
    connection.stream.write(Buffer.concat(messages));
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.#parts[this.#at]?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#parts[this.#at]?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    this.#parts[this.#at++]?.handleCommandComplete(message, connection);
  }

  override handleEmptyQuery(): void {
    this.#at += 1;
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
 * Sends the statements as one transaction. Each is told its rows, or all of them the fault that undid the transaction;
 * the promise says the same of the whole. Other trips may be under way on the connection; they stay apart.
 */
export function sendTrip(client: pg.PoolClient, statements: readonly Asked[]): Promise<void> {
  const wire = client.connection as unknown as Wire;
  let unprepared: Error | null = null;
  refuseUnsendable(statements);
  const parts = statements.map(({ text, values = [], name, told, failed }) => {
    const part = new PgQuery({ text, values, types: client, ...(name && { name }) }, (error, result) => {
      if (error) failed(unprepared ?? error);
      else told(result.rows);
    });
    if (name && !part.hasBeenParsed(wire))
      submit(client, new Preparation({ name, text }, (error) => (unprepared ??= error)));
    return part;
  });
  return new Promise((done, failed) => {
    const trip = new Trip(parts, (error) => (error ? failed(unprepared ?? error) : done()));
    submit(client, trip);
  });
}

function submit(client: pg.PoolClient, query: PgQuery): void {
  client.query(query as unknown as pg.Submittable);
}

/**
 * Throws where a value is not of a kind that pg turns into bytes without fail: a fault between two statements would leave
 * half a trip on its way.
 */
export function refuseUnsendable(statements: readonly Asked[]): void {
  if (!statements.every(({ values = [] }) => values.every(isSendable)))
    throw new TypeError('A value is of a kind that is not sent to the database.');
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
