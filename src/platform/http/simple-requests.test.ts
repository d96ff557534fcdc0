import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerSimpleRequests } from './simple-requests.ts';

const large = Buffer.alloc(8 * 1024 * 1024, 'x');

let server: Server;
let port: number;
let sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => response.end(`parsed ${request.method} ${request.url} ${body}.`));
  });
  answerSimpleRequests(server, (path, headerOf) => {
    const body = path === '/large' ? large : Buffer.from(`ahead ${path} ${headerOf('x-name')}.`);
    if (path === '/other') return undefined;
    return { head: `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n`, body };
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  if (server.listening) await once(server.close(), 'close');
});

/** Everything that is received on a connection. */
class Conversation {
  readonly socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  received = '';
  readonly ended: Promise<unknown>;

  constructor() {
    sockets.push(this.socket);
    this.socket.on('error', () => undefined);
    this.socket.on('data', (chunk) => (this.received += chunk.toString('latin1')));
    this.ended = once(this.socket, 'end');
  }

  /** Sends a request. Resolves with everything received once the expected text is part of it. */
  ask(request: string, expected: string): Promise<string> {
    this.socket.write(request);
    return new Promise((resolve, reject) => {
      const check = () => void (this.received.includes(expected) && resolve(this.received));
      this.socket.on('data', check);
      this.socket.once('end', () => reject(new Error(`The connection ended after ${this.received}`)));
    });
  }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: here\r\n${more}\r\n`;

it('a simple request is answered ahead of the parser, with the headers of a kept connection', async () => {
  const conversation = new Conversation();
  await conversation.ask(get('/a', 'X-Name:  Ada \r\nConnection: keep-alive\r\n'), 'ahead /a Ada.');
  expect(conversation.received).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/);
  expect(conversation.received).toMatch(/\r\nconnection: keep-alive\r\nkeep-alive: timeout=\d+\r\n\r\n/);
});

it('a connection passes to the HTTP server with the first other request, and stays there', async () => {
  const conversation = new Conversation();
  await conversation.ask(get('/a'), 'ahead /a undefined.');
  await conversation.ask(get('/other'), 'parsed GET /other .');
  expect(await conversation.ask(get('/b'), '/b ')).toContain('parsed GET /b .');
});

it.each([
  ['with a body', `GET /a HTTP/1.1\r\nhost: here\r\nContent-Length: 2\r\n\r\nhi`, 'parsed GET /a hi.'],
  [
    'with a chunked body',
    get('/a', 'transfer-encoding: chunked\r\n') + '2\r\nhi\r\n0\r\n\r\n',
    'parsed GET /a hi.',
  ],
  ['of another method', `HEAD /a HTTP/1.1\r\nhost: here\r\n\r\n`, 'HTTP/1.1 200 OK'],
  ['of HTTP/1.0', `GET /a HTTP/1.0\r\nhost: here\r\n\r\n`, 'parsed GET /a .'],
  ['with a second one behind it', get('/a') + get('/b'), 'parsed GET /b .'],
  ['without a host', `GET /a HTTP/1.1\r\naccept: */*\r\n\r\n`, '400 Bad Request'],
  ['with a folded header', get('/a', 'x-name: Ada\r\n Lovelace\r\n'), 'HTTP/1.1'],
  ['with a space before a colon', get('/a', 'content-length : 2\r\n'), '400 Bad Request'],
  ['with a long head', get('/a', `x-name: ${'a'.repeat(10_000)}\r\n`), 'parsed GET /a .'],
  ['with a head beyond the limit', get('/a', `x-name: ${'a'.repeat(20_000)}\r\n`), '431 Request Header'],
])('a request %s is left to the HTTP server', async (_which, request, expected) => {
  const conversation = new Conversation();
  expect(await conversation.ask(request, expected)).not.toContain('ahead');
});

it('a request in two pieces is left to the HTTP server', async () => {
  const conversation = new Conversation();
  const [first, second] = [get('/a').slice(0, 20), get('/a').slice(20)];
  const arrived = new Promise((resolve) =>
    server.once('connection', (socket) => socket.once('data', resolve)),
  );
  conversation.socket.write(first);
  await arrived;
  expect(await conversation.ask(second, '/a ')).toContain('parsed GET /a .');
});

it('a connection that the client asks to close is closed after the response', async () => {
  const conversation = new Conversation();
  await conversation.ask(get('/a', 'connection: close\r\n'), '/a ');
  await conversation.ended;
  expect(conversation.received).toContain('parsed GET /a .');
});

it('a client that ends its side gets its response first', async () => {
  const conversation = new Conversation();
  conversation.socket.end(get('/large'));
  await conversation.ended;
  expect(conversation.received.length).toBeGreaterThan(large.length);
});

it('a client that does not read its responses gets all of them later, in order', async () => {
  const conversation = new Conversation();
  conversation.socket.pause();
  await once(conversation.socket, 'connect');
  const serverSide = once(server, 'request');
  conversation.socket.write(get('/large'));
  const second = setInterval(() => conversation.socket.write(get('/next', 'connection: close\r\n')), 5);
  await serverSide;
  clearInterval(second);
  conversation.socket.resume();
  await conversation.ended;
  expect(conversation.received.indexOf('parsed GET /next .')).toBeGreaterThan(large.length);
});

it('a connection without a request is closed after the timeout for headers, and an idle one after that of kept ones', async () => {
  server.headersTimeout = 30;
  const silent = new Conversation();
  await silent.ended;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 30;
  const idle = new Conversation();
  await idle.ask(get('/a'), 'ahead /a');
  await idle.ended;
  expect(silent.received).toBe('');
});

it('a closing server closes connections that wait for a request', async () => {
  const conversations = [new Conversation(), new Conversation()];
  await conversations[0]!.ask(get('/a'), 'ahead /a');
  await once(server.close(), 'close');
  await Promise.all(conversations.map(({ ended }) => ended));
  expect(server.listening).toBe(false);
});
