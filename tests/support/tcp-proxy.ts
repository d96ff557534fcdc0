// A TCP proxy between a client and a server that a test can disturb: cut, silent, slow, or moved to another server.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

type Upstream = { host: string; port: number };

export class TcpProxy {
  readonly port: number;
  /** Its address for HTTP clients. */
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #upstream: Upstream;
  #isCut = false;
  #isSilent = false;
  #delayMs = 0;

  private constructor(server: Server, upstream: Upstream) {
    this.#server = server;
    this.#upstream = upstream;
    this.port = (server.address() as AddressInfo).port;
    this.url = `http://localhost:${this.port}`;
  }

  /** Starts a proxy to the host and port of `url`, of any protocol. */
  static async start(url: string): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, upstreamOf(url));
    server.on('connection', (client) => proxy.#accept(client));
    return proxy;
  }

  /** Resets open connections and refuses new ones, as a dead server does. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Accepts connections and forwards nothing, as a lost network does. Open connections stay open. */
  hang(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Delays everything that is sent from now on, in each direction. Milliseconds. */
  slowDown(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** Forwards new connections to another server, like an address that moves to a standby. */
  moveTo(url: string): void {
    this.#upstream = upstreamOf(url);
  }

  /** Ends every disturbance. Bytes that `hang` held back are forwarded. */
  restore(): void {
    this.#isCut = false;
    this.#isSilent = false;
    this.#delayMs = 0;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    if (this.#isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(this.#upstream);
    this.#pass(client, upstream);
    this.#pass(upstream, client);
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.pipe(this.#late()).pipe(to);
    if (this.#isSilent) from.pause();
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }

  #late(): Transform {
    return new Transform({
      transform: (chunk, _encoding, done) => {
        if (this.#delayMs === 0) done(null, chunk);
        else setTimeout(() => done(null, chunk), this.#delayMs);
      },
    });
  }
}

function upstreamOf(url: string): Upstream {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port) };
}
