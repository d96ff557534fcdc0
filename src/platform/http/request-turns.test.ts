import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newToken } from '../secrets/secrets.ts';
import { sendErrorAsProblem } from './errors-as-problems.ts';
import { limitRequests } from './request-turns.ts';
import { cookieNames } from './tokens.ts';

let server: FastifyInstance;
let started: string[];
let ends: (() => void)[];
const sockets: Socket[] = [];

beforeEach(async () => {
  // A slow machine must not end the turns that a test holds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  started = [];
  ends = [];
  server = fastify({ trustProxy: true });
  server.decorate('cookieNames', cookieNames(false));
  await server.register(cookie);
  limitRequests(server, (hash) => hash.toString('hex'));
  const mayTry = () => Promise.resolve(true);
  server.setErrorHandler((error: Error, request, reply) =>
    sendErrorAsProblem(error as never, request, reply, mayTry),
  );
  // Of this test: a server may still begin what waits while the next test runs.
  const [ownStarted, ownEnds] = [started, ends];
  const answer = async ({ ip }: { ip: string }) => {
    ownStarted.push(ip);
    await new Promise<void>((end) => ownEnds.push(end));
    return 'done';
  };
  server.get('/slow', answer);
  server.post('/slow', answer);
  server.get('/heavy', { config: { heavy: true } }, answer);
  server.get('/fast', () => 'fast');
  // No network of a test is alone.
  for (const from of ['10.99.0.1', '10.99.0.2']) await get('/fast', from);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  const ending = setInterval(() => ends.splice(0).forEach((end) => end()), 1);
  await server.close();
  clearInterval(ending);
  vi.useRealTimers();
});

const get = (url: string, from: string, headers: Record<string, string> = {}) =>
  server.inject({ url, headers: { 'x-forwarded-for': from, ...headers } });
const many = (count: number, send: () => Promise<{ statusCode: number }>) =>
  Array.from({ length: count }, send);

/** Waits without the clock that is not real here. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 20_000;
  while (!(await isTrue())) {
    expect(performance.now()).toBeLessThan(endsAt);
    await new Promise(setImmediate);
  }
}

const untilStarted = (count: number) => until(() => started.length === count);
const untilConnected = (count: number) =>
  until(() => new Promise((resolve) => server.server.getConnections((_, n) => resolve(n === count))));

/** Ends the handlers that run, one after another, until none is left. */
async function endAll(): Promise<void> {
  await until(() => ends.length > 0);
  while (ends.length > 0) {
    ends.shift()!();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
}

it('a network has two requests in progress, and another network does not wait for them', async () => {
  const flood = many(30, () => get('/slow', '10.0.0.1'));
  await untilStarted(2);
  expect((await get('/fast', '10.0.0.2')).body).toBe('fast');
  expect(started).toHaveLength(2);
  await endAll();
  await Promise.all(flood);
  expect(started).toHaveLength(30);
});

it('a network has many requests in progress while no other sends any', async () => {
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 120_001);
  const alone = many(30, () => get('/slow', '10.0.0.1'));
  await untilStarted(30);
  await get('/fast', '10.0.0.2');
  const more = get('/slow', '10.0.0.1');
  await get('/fast', '10.0.0.2');
  expect(started).toHaveLength(30);
  for (const end of ends.splice(0)) end();
  await Promise.all(alone);
  await endAll();
  await more;
  later.mockRestore();
});

it('a request that waits for something else leaves its turn to others of its network', async () => {
  const waiting = many(2, () => get('/slow', '10.0.0.1'));
  await untilStarted(2);
  const fast = get('/fast', '10.0.0.1');
  vi.advanceTimersByTime(500);
  expect((await fast).body).toBe('fast');
  expect(ends).toHaveLength(2);
  await endAll();
  await Promise.all(waiting);
});

it('addresses of one IPv6 network share its turns', async () => {
  const flood = [1, 2, 3, 4, 5, 6].map((n) => get('/slow', `2001:db8::${n}`));
  await untilStarted(2);
  await get('/fast', '10.0.0.2');
  expect(started).toHaveLength(2);
  await endAll();
  await Promise.all(flood);
});

it('a network has one heavy request in progress, the process two, and others do not wait for them', async () => {
  const flood = ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3'].flatMap((from) =>
    many(3, () => get('/heavy', from)),
  );
  await untilStarted(2);
  expect(started).toEqual(['10.0.0.1', '10.0.0.2']);
  // Neither do other requests of the same network.
  expect((await get('/fast', '10.0.0.1')).body).toBe('fast');
  expect(started).toHaveLength(2);
  const finished = Promise.all(flood);
  void finished.finally(() => clearInterval(ending));
  // Each network pauses after its request.
  const ending = setInterval(() => {
    ends.shift()?.();
    vi.advanceTimersByTime(60_000);
  }, 1);
  await finished;
  expect(started).toHaveLength(12);
});

it('a user has one heavy request in progress, from however many networks', async () => {
  const session = { authorization: `Bearer ${newToken()}` };
  const flood = ['10.0.0.1', '10.0.0.2'].map((from) => get('/heavy', from, session));
  await untilStarted(1);
  await get('/fast', '10.0.0.3');
  expect(started).toHaveLength(1);
  ends.shift()!();
  await untilStarted(2);
  ends.shift()!();
  await Promise.all(flood);
});

it('a request has its turn when its body has arrived: withheld bodies occupy nothing', async () => {
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const head =
    'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n';
  for (let n = 0; n < 20; n++) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(`${head}{`);
  }
  await untilConnected(20);
  expect((await get('/fast', '127.0.0.1')).body).toBe('fast');
  for (const socket of sockets) socket.write('}');
  await untilStarted(2);
});

it('a caller who disconnects while waiting leaves its turn to the next', async () => {
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'connect');
  };
  for (let n = 0; n < 12; n++) await open();
  await untilStarted(2);
  for (const socket of sockets.slice(2)) socket.destroy();
  await untilConnected(2);
  const last = get('/fast', '127.0.0.1');
  await endAll();
  expect((await last).body).toBe('fast');
  expect(started).toHaveLength(2);
});

it('refuses a request with 503 and Retry-After only when very many of its network wait', async () => {
  const flood = many(2_000, () => get('/slow', '10.0.0.1'));
  await untilStarted(2);
  const refused = await get('/slow', '10.0.0.1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect((await get('/fast', '10.0.0.2')).body).toBe('fast');
  const finished = Promise.all(flood);
  const ending = setInterval(() => ends.splice(0).forEach((end) => end()), 0);
  void finished.finally(() => clearInterval(ending));
  expect((await finished).every(({ statusCode }) => statusCode === 200)).toBe(true);
});
