// Connections that many callers share. Their trips are pipelined, so the server process always has the next one
// waiting. For CPU-bound trips, sharing a connection is cheaper than sharing the processor: twenty server processes on
// two cores would contend for locks and keep waking each other.
//
// A trip waits for all trips sent before it on its connection. Therefore one user's trips share one connection, and
// other users avoid a connection whose oldest trip is late.
import type pg from 'pg';
import { DatabaseError } from 'pg';
import { sendTrip, type PendingStatement } from './trip.ts';

type Lane = {
  client: Promise<pg.PoolClient>;
  /** In flight, oldest first. */
  trips: { caller: string | null; sent: number }[];
  corked: boolean;
  broken: Error | undefined;
};

type Size = {
  /** Connections that callers share. */
  usual: number;
  /** The most connections, when some of them are held up. */
  max: number;
};

/** Milliseconds after which a lane's oldest trip counts as late: it holds the lane up. */
const lateAfterMs = 50;

/** Connections of a pool, checked out only while trips are in flight on them. */
export class Lanes {
  readonly #pool: pg.Pool;
  readonly #size: Size;
  #open: Lane[] = [];

  constructor(pool: pg.Pool, size: Size) {
    this.#pool = pool;
    this.#size = size;
  }

  /** Sends the statements as one transaction (see `sendTrip`). Trips of the same `caller` share a connection. */
  async send(statements: readonly PendingStatement[], caller: string | null): Promise<void> {
    if (statements.length === 0) return;
    const lane = this.#laneFor(caller);
    const trip = { caller, sent: performance.now() };
    lane.trips.push(trip);
    try {
      const client = await lane.client;
      corkForOneTurn(lane, client);
      await sendTrip(client, statements);
    } catch (error) {
      // After an error that the database itself reports, the connection is still usable.
      if (!(error instanceof DatabaseError)) this.#leave(lane, error as Error);
      for (const { reject } of statements) reject(error as Error);
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

  #laneFor(caller: string | null): Lane {
    const own =
      caller !== null && this.#open.find((lane) => lane.trips.some((trip) => trip.caller === caller));
    if (own) return own;
    const lateBefore = performance.now() - lateAfterMs;
    const prompt = this.#open.filter((lane) => lane.trips[0]!.sent > lateBefore);
    if (prompt.length < this.#size.usual && this.#open.length < this.#size.max) return this.#openLane();
    return (prompt.length > 0 ? prompt : this.#open).reduce((least, lane) =>
      lane.trips.length < least.trips.length ? lane : least,
    );
  }

  #openLane(): Lane {
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

// Two for a small machine's processors, two for when those wait, and spare ones for when expensive reads hold lanes up.
const size: Size = { usual: 4, max: 12 };

/** The lanes of a pool for reads. */
export function lanesOf(pool: pg.Pool): Lanes {
  const existing = lanes.get(pool) ?? new Lanes(pool, size);
  lanes.set(pool, existing);
  return existing;
}

// All trips of one turn of the event loop go out in one write to the socket.
function corkForOneTurn(lane: Lane, client: pg.PoolClient): void {
  if (lane.corked) return;
  lane.corked = true;
  client.connection.stream.cork();
  setImmediate(() => {
    lane.corked = false;
    client.connection.stream.uncork();
  });
}
