// Connections that many callers share: their trips are pipelined, so that the database's process finds the next one waiting
// when it has finished one. Trips that only compute share a connection better than they share the processor: twenty
// processes for two cores wait for each other's locks and wake each other in turn.
//
// A trip waits for all that were sent before it on its connection. So one person's trips share one connection, and others
// avoid a connection whose oldest trip has taken long.
import type pg from 'pg';
import { DatabaseError } from 'pg';
import { sendTrip, type Asked } from './trip.ts';

type Lane = {
  client: Promise<pg.PoolClient>;
  /** In flight, the oldest first. */
  trips: { person: string | null; sent: number }[];
  corked: boolean;
  broken: Error | undefined;
};

type Size = {
  /** Connections that callers share. */
  usual: number;
  /** Connections at most, when some of them are held up. */
  most: number;
};

/** Milliseconds after which a lane's oldest trip counts as one that holds it up. */
const late = 50;

/** Connections of a pool, held only while trips are in flight on them. */
export class Lanes {
  readonly #pool: pg.Pool;
  readonly #size: Size;
  #open: Lane[] = [];

  constructor(pool: pg.Pool, size: Size) {
    this.#pool = pool;
    this.#size = size;
  }

  /** Sends the statements as one transaction; see `sendTrip`. Trips with the same `person` share a connection. */
  async send(statements: readonly Asked[], person: string | null): Promise<void> {
    if (statements.length === 0) return;
    const lane = this.#laneFor(person);
    const trip = { person, sent: performance.now() };
    lane.trips.push(trip);
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
      lane.trips.splice(lane.trips.indexOf(trip), 1);
      if (lane.trips.length === 0) {
        this.#leave(lane);
        void lane.client.then(
          (client) => client.release(lane.broken),
          () => undefined,
        );
      }
    }
  }

  #laneFor(person: string | null): Lane {
    const own =
      person !== null && this.#open.find((lane) => lane.trips.some((trip) => trip.person === person));
    if (own) return own;
    const lateBefore = performance.now() - late;
    const prompt = this.#open.filter((lane) => lane.trips[0]!.sent > lateBefore);
    if (prompt.length < this.#size.usual && this.#open.length < this.#size.most) return this.#openOne();
    return (prompt.length > 0 ? prompt : this.#open).reduce((least, lane) =>
      lane.trips.length < least.trips.length ? lane : least,
    );
  }

  #openOne(): Lane {
    const lane: Lane = { client: this.#pool.connect(), trips: [], corked: false, broken: undefined };
    lane.client.catch((error: Error) => this.#leave(lane, error));
    this.#open.push(lane);
    return lane;
  }

  #leave(lane: Lane, broken?: Error): void {
    lane.broken ??= broken;
    this.#open = this.#open.filter((other) => other !== lane);
  }
}

const lanes = new WeakMap<pg.Pool, Lanes>();

// Two for a small machine's processors, two more for when those wait; as many again as a few expensive readers hold up.
const size: Size = { usual: 4, most: 12 };

/** The lanes of a pool for reads. */
export function lanesOf(pool: pg.Pool): Lanes {
  const made = lanes.get(pool) ?? new Lanes(pool, size);
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
