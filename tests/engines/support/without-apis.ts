// A proxy that simulates an older browser: its pages run without Web Locks, BroadcastChannel and randomUUID.
import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

const scriptPath = '/without-apis.js';
const script = `
delete Navigator.prototype.locks;
delete globalThis.BroadcastChannel;
delete Crypto.prototype.randomUUID;
`;

/** Starts the proxy for the Logbook at `target`. */
export async function startWithoutApis(target: string): Promise<{ url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    if (request.url !== scriptPath) return forward(target, request, response);
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request: IncomingMessage, client: Socket) => forwardSocket(target, request, client));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function forward(target: string, request: IncomingMessage, response: ServerResponse): void {
  const options = { method: request.method, headers: { ...request.headers, 'accept-encoding': 'identity' } };
  const forwarded = sendRequest(target + request.url, options, (upstream) => {
    const isPage = upstream.headers['content-type']?.includes('text/html') === true;
    if (!isPage) {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
      return;
    }
    const { 'content-length': _length, ...headers } = upstream.headers;
    let page = '';
    upstream.setEncoding('utf8');
    upstream.on('data', (chunk: string) => (page += chunk));
    upstream.on('end', () => {
      response.writeHead(upstream.statusCode ?? 502, headers);
      response.end(page.replace('<head>', `<head><script src="${scriptPath}"></script>`));
    });
  });
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

function forwardSocket(target: string, request: IncomingMessage, client: Socket): void {
  const { hostname: host, port } = new URL(target);
  const server = connect({ host, port: Number(port) });
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`);
  server.write([`${request.method} ${request.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
  client.pipe(server).pipe(client);
  client.on('error', () => server.destroy());
  server.on('error', () => client.destroy());
  client.on('close', () => server.destroy());
}
