// An HTTP proxy in front of an object store that fails in the same ways as such stores and the networks to them.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

export type Fault =
  /** Responds with an S3 error and forwards nothing. */
  | { kind: 'error'; status: number; code: string }
  /** Forwards each request after a delay. Milliseconds. */
  | { kind: 'slow'; delayMs: number }
  /** Sends this many bytes of each body, then nothing, and keeps the connection open. */
  | { kind: 'stalled'; afterBytes: number }
  /** Sends this many bytes of each body, then cuts the connection. */
  | { kind: 'truncated'; afterBytes: number };

export type ObjectFaults = {
  url: string;
  /** The requests so far: method and path, without the query. */
  readonly requests: string[];
  /** How many downloads are in progress. */
  downloads(): number;
  /** Lets requests fail from now on, or work again. `where`: only requests for which it is true. */
  set(fault: Fault | undefined, where?: (request: IncomingMessage) => boolean): void;
  stop(): Promise<void>;
};

/** Starts the proxy. Addresses and headers are forwarded unchanged, so that signatures stay valid. */
export async function startObjectFaults(upstream: string): Promise<ObjectFaults> {
  const { hostname, port } = new URL(upstream);
  const requests: string[] = [];
  const downloads = new Set<ServerResponse>();
  let fault: Fault | undefined;
  let concerns: (request: IncomingMessage) => boolean = () => true;

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, current: Fault | undefined) => {
    if (outgoing.destroyed) return;
    const { method, url, headers } = incoming;
    const forwarded = request({ hostname, port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      const limit = current && 'afterBytes' in current ? current : undefined;
      if (limit) pipeline(response, limited(limit, outgoing), outgoing, () => undefined);
      else pipeline(response, outgoing, () => undefined);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    pipeline(incoming, forwarded, () => undefined);
  };

  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url!.split('?')[0]}`);
    if (incoming.method === 'GET') downloads.add(outgoing);
    outgoing.on('close', () => downloads.delete(outgoing));
    const current = concerns(incoming) ? fault : undefined;
    if (current?.kind === 'error') {
      incoming.resume();
      outgoing.writeHead(current.status, { 'content-type': 'application/xml' });
      outgoing.end(incoming.method === 'HEAD' ? '' : `<Error><Code>${current.code}</Code></Error>`);
    } else if (current?.kind === 'slow') setTimeout(() => pass(incoming, outgoing, current), current.delayMs);
    else pass(incoming, outgoing, current);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    downloads: () => downloads.size,
    set(next, where = () => true) {
      [fault, concerns] = [next, where];
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function limited(
  { kind, afterBytes }: { kind: 'stalled' | 'truncated'; afterBytes: number },
  outgoing: ServerResponse,
): Transform {
  let left = afterBytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isLast = chunk.length > left;
      this.push(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (!isLast) done();
      // Without `done`, nothing follows. The delay lets the bytes leave first.
      else if (kind === 'truncated') setTimeout(() => outgoing.destroy(), 20);
    },
  });
}
