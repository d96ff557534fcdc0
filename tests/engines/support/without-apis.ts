// A proxy that makes any browser an older one: its pages run without Web Locks, BroadcastChannel and randomUUID.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
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
  const server = createServer((asked, answer) => {
    if (asked.url !== scriptPath) return forward(target, asked, answer);
    answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (asked: IncomingMessage, near: Socket) => forwardSocket(target, asked, near));
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

function forward(target: string, asked: IncomingMessage, answer: ServerResponse): void {
  const options = { method: asked.method, headers: { ...asked.headers, 'accept-encoding': 'identity' } };
  const onward = request(target + asked.url, options, (response) => {
    const isPage = response.headers['content-type']?.includes('text/html') === true;
    if (!isPage) {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      return;
    }
    const { 'content-length': _length, ...headers } = response.headers;
    let page = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (page += chunk));
    response.on('end', () => {
      answer.writeHead(response.statusCode ?? 502, headers);
      answer.end(page.replace('<head>', `<head><script src="${scriptPath}"></script>`));
    });
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

function forwardSocket(target: string, asked: IncomingMessage, near: Socket): void {
  const { hostname: host, port } = new URL(target);
  const far = connect({ host, port: Number(port) });
  const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`);
  far.write([`${asked.method} ${asked.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
  near.pipe(far).pipe(near);
  near.on('error', () => far.destroy());
  far.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
}
