// Notices a database that no longer responds. A frozen server or a lost network closes no connection, and the server's
// statement timeout cannot fire there, so callers would wait until TCP gives up, after a quarter of an hour. One timer
// per process compares what arrived on its connections; queries cost nothing extra.
import type { Socket } from 'node:net';
import type pg from 'pg';
import { query, statement } from './statement.ts';

const tickMs = 1_000;
/** Ticks without a response to the pulse after which the server counts as lost. */
const lostAfterTicks = 5;

const pulseSql = statement({ text: 'select' });

/** What pg does not declare: false while the server owes a response, and undefined until the connection is open. */
type Client = pg.Client & { readyForQuery?: boolean };
type Watched = {
  bytesRead: number;
  /** Since the last byte from the server. */
  quietTicks: number;
  /** The same, while a response is owed. */
  owedTicks: number;
  /** The most `owedTicks` that the connection survives. */
  maxTicks: number;
};

/** Connections that may wait longer for a response: their commits wait for a synchronous standby. */
export const maySilentlyWait = new WeakSet<pg.Client>();

/** The error of statements that got no response. Whether they were executed is unknown. */
export function noResponse(): Error {
  return Object.assign(new Error('The database does not respond.'), { code: 'ETIMEDOUT' });
}

export class Liveness {
  readonly #watched = new Map<Client, Watched>();
  readonly #pulses = new Set<Client>();
  readonly #timer = setInterval(() => this.#tick(), tickMs).unref();

  /**
   * Watches an open connection. Destroys it, with an error for all its statements, when the server is lost, or when it
   * has owed a response and sent nothing for `maxSilentMs`.
   */
  watch(client: pg.Client, maxSilentMs: number): void {
    const bytesRead = bytesFrom(client);
    this.#watched.set(client, { bytesRead, quietTicks: 0, owedTicks: 0, maxTicks: maxSilentMs / tickMs });
    client.once('end', () => this.#watched.delete(client));
  }

  /**
   * Watches a connection that is idle most of the time, and sends a query on it every second. If there is no response,
   * the server is lost for all connections that have been quiet since. Others may lead to its replacement.
   */
  usePulse(client: pg.Client): void {
    this.watch(client, lostAfterTicks * tickMs);
    this.#pulses.add(client);
    client.once('end', () => this.#pulses.delete(client));
  }

  /** Destroys all connections that are still open. */
  destroyAll(): void {
    for (const client of this.#watched.keys()) destroy(client);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    for (const [client, watched] of this.#watched) {
      count(client, watched);
      if (watched.owedTicks < watched.maxTicks) continue;
      if (this.#pulses.has(client)) this.#destroyQuiet();
      else destroy(client);
    }
    for (const client of this.#pulses) if (client.readyForQuery) sendPulse(client);
  }

  // This includes idle connections: they lead to the same server. A tick less, because the pulse is the last to get a
  // response.
  #destroyQuiet(): void {
    for (const [client, { quietTicks }] of this.#watched)
      if (quietTicks >= lostAfterTicks - 1) destroy(client);
  }
}

// Counts ticks instead of comparing clocks: a process that was suspended finds the responses in its sockets.
function count(client: Client, watched: Watched): void {
  const bytesRead = bytesFrom(client);
  const isQuiet = bytesRead === watched.bytesRead;
  const isOwed = isQuiet && client.readyForQuery === false && !maySilentlyWait.has(client);
  watched.bytesRead = bytesRead;
  watched.quietTicks = isQuiet ? watched.quietTicks + 1 : 0;
  watched.owedTicks = isOwed ? watched.owedTicks + 1 : 0;
}

// A failure closes the connection, which its owner notices.
function sendPulse(client: pg.Client): void {
  query(client, pulseSql).catch(() => undefined);
}

function bytesFrom(client: pg.Client): number {
  return (client.connection.stream as Socket).bytesRead;
}

function destroy(client: pg.Client): void {
  client.connection.stream.destroy(noResponse());
}
