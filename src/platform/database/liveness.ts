// Notices a database that no longer responds. A frozen server or a lost network closes no connection, and the server's
// statement timeout cannot fire there, so callers would wait until TCP gives up, after a quarter of an hour. One timer
// per process compares what arrived on its connections; queries cost nothing more.
import type { Socket } from 'node:net';
import type pg from 'pg';
import { query, statement } from './statement.ts';

const tickMs = 1_000;
/** Ticks without a byte from the server, on any connection, after which it counts as lost. */
const lostAfterTicks = 5;

const pulseSql = statement({ text: 'select' });

/** What pg does not declare: false while the server owes a response, and undefined until the connection is open. */
type Client = pg.Client & { readyForQuery?: boolean };
/** `silentTicks` counts while a response is owed. `maxTicks` is the most that the connection survives. */
type Watched = { bytesRead: number; silentTicks: number; maxTicks: number };

/** Connections that may wait longer for a response: their commits wait for a synchronous standby. */
export const maySilentlyWait = new WeakSet<pg.Client>();

/** The error of statements that got no response. Whether they were executed is unknown. */
export function noResponse(): Error {
  return Object.assign(new Error('The database does not respond.'), { code: 'ETIMEDOUT' });
}

export class Liveness {
  readonly #watched = new Map<Client, Watched>();
  readonly #pulses = new Set<Client>();
  #silentTicks = 0;
  readonly #timer = setInterval(() => this.#tick(), tickMs).unref();

  /**
   * Watches an open connection. Destroys it, with an error for all its statements, when the server is lost, or when it
   * owes a response and has sent nothing for `maxSilentMs`.
   */
  watch(client: pg.Client, maxSilentMs: number): void {
    const bytesRead = bytesFrom(client);
    this.#watched.set(client, { bytesRead, silentTicks: 0, maxTicks: maxSilentMs / tickMs });
    client.once('end', () => this.#watched.delete(client));
  }

  /**
   * Watches a connection that is idle most of the time, and sends a query on it every second. While there is one, the
   * server counts as lost when no connection of the process receives anything.
   */
  usePulse(client: pg.Client): void {
    this.watch(client, Number.POSITIVE_INFINITY);
    this.#pulses.add(client);
    client.once('end', () => this.#pulses.delete(client));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  // Counts ticks instead of comparing clocks: a process that was suspended finds the responses in its sockets.
  #tick(): void {
    let isSilent = true;
    for (const [client, watched] of this.#watched) {
      const bytesRead = bytesFrom(client);
      if (bytesRead !== watched.bytesRead) isSilent = false;
      const isWaiting = bytesRead === watched.bytesRead && client.readyForQuery === false;
      watched.bytesRead = bytesRead;
      watched.silentTicks = isWaiting && !maySilentlyWait.has(client) ? watched.silentTicks + 1 : 0;
      if (watched.silentTicks >= watched.maxTicks) destroy(client);
    }
    if (!isSilent) this.#silentTicks = 0;
    else if (this.#pulses.size > 0) this.#silentTicks += 1;
    if (this.#silentTicks >= lostAfterTicks) this.destroyAll();
    for (const client of this.#pulses) if (client.readyForQuery) sendPulse(client);
  }

  /** Destroys all connections that are watched. Idle ones, too: they lead to the same server. */
  destroyAll(): void {
    this.#silentTicks = 0;
    for (const client of this.#watched.keys()) destroy(client);
  }
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
