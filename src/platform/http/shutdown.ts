// The graceful shutdown of HTTP servers: requests in flight finish, and no client of a proxy notices.
import type { Server } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that requests in flight have, uploads included. Supervisors commonly kill a process after 10 seconds. */
const drainMs = 8_000;
/**
 * Milliseconds that idle connections stay open behind a proxy. A request that a proxy sends while its connection is
 * being closed fails, unless it is safe to repeat. So the next request on a connection gets `Connection: close`
 * instead, and only those that remain idle are closed.
 */
const idleMs = 2_000;
const pollMs = 20;

export class Shutdown {
  readonly #controller = new AbortController();
  /** With their open connections, upgraded ones included. */
  readonly #servers = new Map<Server, Set<Socket>>();
  readonly #idleMs: number;

  constructor(isBehindProxy: boolean) {
    this.#idleMs = isBehindProxy ? idleMs : 0;
  }

  /** Aborted as soon as the process begins to stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Adds a server to those that `run` ends. */
  add(server: Server): void {
    const sockets = new Set<Socket>();
    this.#servers.set(server, sockets);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  }

  /** Stops accepting connections, and resolves when all are closed. Those with requests are cut after 8 seconds. */
  async run(): Promise<void> {
    this.#controller.abort();
    await Promise.all([...this.#servers].map(([server, sockets]) => this.#end(server, sockets)));
  }

  async #end(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    // http.Server's own method would also close the idle connections.
    TcpServer.prototype.close.call(server);
    const started = performance.now();
    while (sockets.size > 0) {
      const elapsed = performance.now() - started;
      if (elapsed > drainMs) for (const socket of sockets) socket.destroy();
      else if (elapsed >= this.#idleMs) server.closeIdleConnections();
      await pause(pollMs);
    }
  }
}
