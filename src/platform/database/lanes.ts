// Connections that many callers share at once: their trips stand behind each other, so that the database's process finds
// the next one waiting when it has done with one. Trips that only compute share a connection better than they share the
// processor: twenty processes for two cores wait for each other's locks and wake each other in turn.
import type pg from 'pg';
import { DatabaseError } from 'pg';
import { sendTrip, type Asked } from './trip.ts';

type Lane = { client: Promise<pg.PoolClient>; trips: number; corked: boolean; broken: Error | undefined };

/** Up to `most` connections of a pool, held only while trips are under way on them. */
export class Lanes {
  readonly #pool: pg.Pool;
  readonly #most: number;
  #open: Lane[] = [];

  constructor(pool: pg.Pool, most: number) {
    this.#pool = pool;
    this.#most = most;
  }

  /** Sends the statements as one transaction; see `sendTrip`. */
  async send(statements: readonly Asked[]): Promise<void> {
    if (statements.length === 0) return;
    const lane = this.#leastBusy();
    lane.trips += 1;
    try {
      const client = await lane.client;
      collect(lane, client);
      await sendTrip(client, statements);
    } catch (error) {
      // What the database itself says leaves the connection of use.
      if (!(error instanceof DatabaseError)) this.#leave(lane, error as Error);
      for (const { failed } of statements) failed(error as Error);
      throw error;
    } finally {
      lane.trips -= 1;
      if (lane.trips === 0) {
        this.#leave(lane);
        void lane.client.then(
          (client) => client.release(lane.broken),
          () => undefined,
        );
      }
    }
  }

  // One that waits, for a lock or the disk, falls behind and is passed by.
  #leastBusy(): Lane {
    if (this.#open.length < this.#most) {
      const lane: Lane = { client: this.#pool.connect(), trips: 0, corked: false, broken: undefined };
      lane.client.catch((error: Error) => this.#leave(lane, error));
      this.#open.push(lane);
      return lane;
    }
    return this.#open.reduce((least, lane) => (lane.trips < least.trips ? lane : least));
  }

  #leave(lane: Lane, broken?: Error): void {
    lane.broken ??= broken;
    this.#open = this.#open.filter((other) => other !== lane);
  }
}

const lanes = new WeakMap<pg.Pool, Lanes>();

// Two for a small machine's processors, two more for when those wait.
const most = 4;

/** The lanes of a pool for what asks all at once. */
export function lanesOf(pool: pg.Pool): Lanes {
  const made = lanes.get(pool) ?? new Lanes(pool, most);
  lanes.set(pool, made);
  return made;
}

// What callers ask within one turn of the event loop is written at once.
function collect(lane: Lane, client: pg.PoolClient): void {
  if (lane.corked) return;
  lane.corked = true;
  client.connection.stream.cork();
  setImmediate(() => {
    lane.corked = false;
    client.connection.stream.uncork();
  });
}
