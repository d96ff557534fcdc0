// A TCP proxy between browser and server. A test can cut it: open connections are reset and new ones are refused.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class CuttableProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** Starts a proxy to the server at `url`. */
  static async start(url: string): Promise<CuttableProxy> {
    const { hostname: host, port } = new URL(url);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new CuttableProxy(server);
    server.on('connection', (client) => {
      if (proxy.#isCut) return client.destroy();
      const upstream = connect({ host, port: Number(port) });
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        proxy.#sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          proxy.#sockets.delete(from);
          to.destroy();
        });
      }
    });
    return proxy;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
