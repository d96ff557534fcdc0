// A relay in front of a database that counts round trips: how often a client sends something after the server has
// responded. Statements that are sent together are one.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';

export class CountingRelay {
  /** So far, on all connections, the handshake of new ones included. */
  trips = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(port: number): Promise<CountingRelay> {
    const server = createServer();
    const relay = new CountingRelay(server);
    server.on('connection', (client) => {
      const upstream = connect(port, '127.0.0.1');
      let hasResponded = true;
      client.on('data', () => {
        if (hasResponded) relay.trips++;
        hasResponded = false;
      });
      upstream.on('data', () => (hasResponded = true));
      client.pipe(upstream).pipe(client);
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const)
        one.on('error', () => other.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.close();
  }
}
