import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { requestHead, sendRaw } from '#tests/support/raw-http.ts';
import { readConfig } from '../config/config.ts';
import { PreparedResponses } from './prepared.ts';
import { makeServer } from './server.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.server.address() as AddressInfo);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => app.close());

/** Writes these bytes to a new connection. Resolves with everything received until it closes. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

describe('an API response has cache-control: no-store', () => {
  it.each([
    ['/api/health/live'],
    ['/%61pi/health/live'],
    ['/api/%68ealth/live'],
    ['http://localhost/api/health/live'],
    ['http://evil.example/%61pi/health/live'],
    ['/api/auth/session'],
    ['/api/no_such_thing'],
    ['/api/%zz'],
  ])('at %s', async (address) => {
    const answer = await exchange(`GET ${address} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|401|404)/);
    expect(answer.toLowerCase()).toContain('\r\ncache-control: no-store\r\n');
  });
});

describe('a request body that never arrives', () => {
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n{`;

  it('closes the connection after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const timers = vi.getTimerCount();
    const ended = exchange(head('/api/auth/sign-in', 'application/json'));
    await expect.poll(() => vi.getTimerCount()).toBe(timers + 1);
    vi.advanceTimersByTime(30_000);
    expect(await ended).toBe('');
  });
});

describe('a request with a cookie and another origin', () => {
  it.each([
    ['POST', 403],
    ['PATCH', 403],
    ['DELETE', 403],
    ['GET', 404],
    ['HEAD', 404],
    ['OPTIONS', 404],
  ] as const)('%s gets status %d', async (method, status) => {
    const headers = { cookie: 'theme=dark', origin: 'https://evil.example' };
    const answer = await app.server.inject({ method, url: '/api/no_such_thing', headers });
    expect(answer.statusCode).toBe(status);
    const without = await app.server.inject({
      method,
      url: '/api/no_such_thing',
      headers: { origin: headers.origin },
    });
    expect(without.statusCode).toBe(404);
  });
});

describe('a trailing slash', () => {
  it.each([
    ['GET', '/guide/', 308],
    ['HEAD', '/guide/', 308],
    ['POST', '/guide/', 404],
    ['GET', '/api/health/live/', 404],
  ] as const)('in %s %s gets status %d', async (method, url, status) => {
    const answer = await app.server.inject({ method, url });
    expect([answer.statusCode, answer.headers['location']]).toEqual([
      status,
      status === 308 ? '/guide' : undefined,
    ]);
  });
});

describe('bodies that are announced and not sent', () => {
  const limit = 2 * 1024 * 1024;
  let own: FastifyInstance;
  let ownPort: number;
  let arrived = 0;
  beforeAll(async () => {
    const hasRoom = () => Promise.resolve(true);
    own = await makeServer(readConfig({ LOG_LEVEL: 'silent' }), new PreparedResponses({}), hasRoom);
    own.addHook('preParsing', async () => void arrived++);
    own.post('/large', { bodyLimit: limit }, () => 'done');
    own.post('/upload', { bodyLimit: limit, config: { upload: true } }, () => 'done');
    await own.listen({ port: 0, host: '127.0.0.1' });
    ownPort = (own.server.address() as AddressInfo).port;
  });
  afterAll(() => own.close());

  const json = { 'content-type': 'application/json' };
  const announce = (headers: Record<string, string>, path: string) =>
    sendRaw(ownPort, requestHead(`POST ${path}`, { ...json, ...headers }));
  /** Sends a body of this length, and resolves with the status. */
  const send = async (length: number) => {
    const headers = { ...json, 'content-length': String(length) };
    const payload = Buffer.alloc(length, ' ').fill('{}', 0, 2);
    const answer = await own.inject({ method: 'POST', url: '/large', headers, payload });
    expect(answer.headers['retry-after']).toBe(answer.statusCode === 503 ? '1' : undefined);
    return answer.statusCode;
  };

  it.each([
    ['of 2 MiB', 'no more', { 'content-length': String(limit) }, '/large', 503],
    ['of unknown length', 'no more', { 'transfer-encoding': 'chunked' }, '/large', 503],
    ['of 1 MiB', '2 MiB more', { 'content-length': String(limit / 2) }, '/large', 200],
    ['of 2 MiB to an upload', '2 MiB more', { 'content-length': String(limit) }, '/upload', 200],
  ])('two %s leave room for %s from their network', async (_what, _room, headers, path, status) => {
    arrived = 0;
    const pending = [announce(headers, path), announce(headers, path)];
    await expect.poll(() => arrived).toBe(2);
    expect(await send(limit)).toBe(status);
    expect(await send(2)).toBe(status);
    for (const { socket } of pending) socket.destroy();
    await expect.poll(() => send(limit)).toBe(200);
  });
});
