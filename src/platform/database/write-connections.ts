// Connections for write transactions. A commit may wait long: for a synchronous standby that is away, or behind another
// one that does, because commits that notify wait for each other. Such a commit keeps its connection until the server
// responds: the server would keep the session anyway, and a new connection would only add another. Writes use only half
// of the pool, so that reads can continue.
import { DatabaseError, type default as pg } from 'pg';
import { maySilentlyWait, noResponse } from './liveness.ts';

/** The longest that a caller waits for a connection, and then for the commit. Milliseconds. */
const connectMs = 5_000;
const commitMs = 8_000;

class WriteConnections {
  readonly #pool: pg.Pool;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#free = Math.ceil(pool.options.max / 2);
  }

  async connect(): Promise<pg.PoolClient> {
    await this.#turn();
    const client = await this.#pool.connect().catch((error: Error) => {
      this.#next();
      throw error;
    });
    const { release } = client;
    client.release = (error) => {
      release(error);
      this.#next();
    };
    return client;
  }

  #turn(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(noResponse());
      }, connectMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(start);
    });
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

const connections = new WeakMap<pg.Pool, WriteConnections>();

/** A connection of the pool for one write transaction. */
export function connectToWrite(pool: pg.Pool): Promise<pg.PoolClient> {
  const existing = connections.get(pool) ?? new WriteConnections(pool);
  connections.set(pool, existing);
  return existing.connect();
}

/**
 * Commits and releases the connection. Resolves with the command that the server executed: COMMIT, or ROLLBACK after an
 * error. Throws if there is no response in time. The transaction may then still commit later.
 */
export async function commitAndRelease(client: pg.PoolClient, purpose: 'read' | 'write'): Promise<string> {
  if (purpose === 'write') maySilentlyWait.add(client);
  const committing = client.query('commit');
  const release = (error?: Error) => {
    maySilentlyWait.delete(client);
    // After an error that the database itself reports, the connection is still usable.
    client.release(error instanceof DatabaseError ? undefined : error);
  };
  committing.then(() => release(), release);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(noResponse()), commitMs);
  try {
    return (await Promise.race([committing, late.promise])).command;
  } finally {
    clearTimeout(timer);
  }
}
