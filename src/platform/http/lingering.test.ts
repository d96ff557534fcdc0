import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countResponses, requestHead, sendRaw } from '#tests/support/raw-http.ts';
import { closeIfEarly, isClosing, linger } from './lingering.ts';

let server: Server;
let port: number;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((request, response) => {
    if (isClosing(request.socket)) return;
    closeIfEarly(request, response);
    if (request.url === '/early') return void response.end('early');
    request.resume().on('end', () => response.end('late'));
  });
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  vi.useRealTimers();
  server.close();
  server.closeAllConnections();
  sockets.length = 0;
});

const next = requestHead('GET /early', {});

it.each([
  ['with a length', { 'content-length': '10' }, '12'],
  ['in chunks', { 'transfer-encoding': 'chunked' }, '2\r\n12\r\n'],
])('a response before the end of a body %s closes its connection', async (_how, headers, part) => {
  const exchange = sendRaw(port, requestHead('POST /early', headers) + part);
  await expect.poll(() => exchange.received()).toContain('early');
  // What follows is neither the rest of the body nor another request.
  exchange.socket.write(`34567890${next}`);
  const received = await exchange.ended;
  expect(received.toLowerCase()).toContain('\r\nconnection: close\r\n');
  expect(countResponses(received)).toBe(1);
  exchange.socket.end();
});

it.each([
  ['without a body', requestHead('GET /early', {})],
  ['with an empty body', requestHead('POST /early', { 'content-length': '0' })],
  ['after the end of the body', `${requestHead('POST /late', { 'content-length': '2' })}12`],
])('a response to a request %s keeps its connection open', async (_which, request) => {
  const exchange = sendRaw(port, request);
  await expect.poll(() => countResponses(exchange.received())).toBe(1);
  exchange.socket.write(next);
  await expect.poll(() => countResponses(exchange.received())).toBe(2);
  exchange.socket.destroy();
});

it.each([
  ['after a pause of five seconds', 1, 6],
  ['after thirty seconds, even if the client keeps sending', 4, 31],
])('a closing connection ends %s', async (_when, everySeconds, seconds) => {
  const exchange = sendRaw(port, '');
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const [socket] = sockets;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  linger(socket!);
  let bytes = 0;
  vi.spyOn(socket!, 'bytesRead', 'get').mockImplementation(() => bytes);
  for (let second = 1; second < seconds; second++) {
    if (everySeconds > 1 && second % everySeconds === 0) bytes += 1;
    vi.advanceTimersByTime(1000);
    expect([second, socket!.destroyed]).toEqual([second, false]);
  }
  vi.advanceTimersByTime(1000);
  expect(socket!.destroyed).toBe(true);
  exchange.socket.destroy();
});

it('a closing connection ends when more arrives than the largest upload has, or the client ends it', async () => {
  const exchanges = [sendRaw(port, ''), sendRaw(port, '')];
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const [flooded, ended] = sockets;
  const limit = 64 * 1024 * 1024;
  const read = vi.spyOn(flooded!, 'bytesRead', 'get').mockReturnValue(0);
  for (const socket of sockets) linger(socket);
  read.mockReturnValue(limit);
  vi.advanceTimersByTime(1000);
  expect(flooded!.destroyed).toBe(false);
  read.mockReturnValue(limit + 1);
  vi.advanceTimersByTime(1000);
  expect(flooded!.destroyed).toBe(true);
  ended!.resume();
  for (const { socket } of exchanges) socket.end();
  await vi.waitFor(() => expect(ended!.destroyed).toBe(true));
});
