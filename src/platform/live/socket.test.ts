import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withinOneSecond, listen } from '#tests/access/socket.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { requestHead, sendRaw } from '#tests/support/raw-http.ts';
import { frame, openRaw, opcodes } from '#tests/support/raw-socket.ts';
import { counts } from '../metrics/counts.ts';

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await startApp();
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  url = `${address.replace(/^http/, 'ws')}/api/live`;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

/** Collects log lines of requests from now on. */
function collectLog(): unknown[] {
  const lines: unknown[] = [];
  const record = (...line: unknown[]) => void lines.push(line);
  const logger = Object.fromEntries(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace'].map((level) => [level, record]),
  );
  vi.spyOn(app.server.log, 'child').mockReturnValue(logger as never);
  return lines;
}

async function signedInHeaders(): Promise<Record<string, string>> {
  const ada = await app.signUp();
  const cookie = Object.entries(ada.cookies).map(([name, value]) => `${name}=${value}`);
  return { cookie: cookie.join('; '), origin: app.config.appUrl };
}

/** Blocks the pool's next connection until the test releases it. */
function holdPool(): { requested: Promise<void>; release: () => void; reject: (error: Error) => void } {
  const pool: { connect(): Promise<unknown> } = app.database.app;
  const real = pool.connect.bind(pool);
  const gate = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  vi.spyOn(pool, 'connect').mockImplementationOnce(async () => {
    requested.resolve();
    await gate.promise;
    return real();
  });
  return {
    requested: requested.promise,
    release: () => gate.resolve(),
    reject: (error) => gate.reject(error),
  };
}

it('a live socket is closed without an unhandled rejection when the database is unreachable', async () => {
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', record);
  const headers = await signedInHeaders();
  const pool = holdPool();
  const socket = listen(url, headers);
  await pool.requested;
  pool.reject(new Error('Connection terminated unexpectedly'));
  await socket.settled;
  // Once another socket has been served, everything that the first one triggered is done.
  await listen(url, {}).settled;
  process.off('unhandledRejection', record);
  expect(socket.closed).toBe(1013);
  expect(unhandled).toEqual([]);
});

it('a live socket whose peer leaves before its session is known is released', async () => {
  const headers = await signedInHeaders();
  const pool = holdPool();
  const socket = listen(url, headers);
  await pool.requested;
  socket.close();
  pool.release();
  const other = listen(url, headers);
  await other.settled;
  await expect.poll(() => counts.liveSockets, inTime).toBe(1);
  other.close();
  await expect.poll(() => counts.liveSockets, inTime).toBe(0);
});

/** Longer than a peer has to end its connection. */
const inTime = { timeout: 5000, interval: 20 };
/** The connections that are open. */
const connections = () =>
  new Promise((resolve) => app.server.server.getConnections((_error, count) => resolve(count)));

const httpUrl = () => url.replace(/^ws/, 'http');

it.each([
  ['1-byte messages', opcodes.text],
  ['pings', opcodes.ping],
  ['pongs', opcodes.pong],
])(
  'a live socket is cut off before %s of a flood are parsed, whether the peer reads or not',
  async (_what, opcode) => {
    const headers = await signedInHeaders();
    const [reading, deaf] = await Promise.all([openRaw(httpUrl(), headers), openRaw(httpUrl(), headers)]);
    let parsed = 0;
    for (const client of app.server.websocketServer.clients)
      for (const event of ['message', 'ping', 'pong']) client.on(event, () => (parsed += 1));
    const flood = Buffer.concat(Array.from({ length: 5000 }, () => frame(opcode, Buffer.from('x'))));
    deaf.socket.pause();
    for (const { socket } of [reading, deaf]) socket.write(flood);
    await reading.closed();
    await expect.poll(() => app.server.websocketServer.clients.size, { timeout: 3000 }).toBe(0);
    // Both floods together: what fits into 1 kB each.
    expect(parsed).toBeLessThan(400);
    deaf.socket.destroy();
  },
);

const upgrade = (headers: Record<string, string> = {}) =>
  requestHead('GET /api/live', {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...headers,
  });
const tinyFrames = Buffer.concat(Array.from({ length: 500 }, () => frame(opcodes.text, Buffer.from('x'))));
const port = () => Number(new URL(url).port);

it('an upgrade without a token gets 401 and is closed, and none of its frames is read', async () => {
  const accepted = vi.fn<() => void>();
  app.server.websocketServer.on('connection', accepted);
  const calls = Array.from({ length: 200 }, () => sendRaw(port(), upgrade() + tinyFrames.toString('latin1')));
  for (const { ended, socket } of calls) {
    const answer = await ended;
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('\r\nconnection: close\r\n');
    socket.destroy();
  }
  expect(accepted).not.toHaveBeenCalled();
  await expect.poll(connections, inTime).toBe(0);
});

it('an upgrade with a session that does not exist is notified, and none of its frames is read', async () => {
  const accepted = vi.fn<() => void>();
  app.server.websocketServer.on('connection', accepted);
  const headers = { authorization: `Bearer ${'A'.repeat(43)}` };
  const { closed, socket } = await openRaw(httpUrl(), headers);
  socket.write(tinyFrames);
  expect(await closed()).toBe(4401);
  expect(accepted).not.toHaveBeenCalled();
  await expect.poll(connections, inTime).toBe(0);
});

it('a network may have 50 upgrades in progress', async () => {
  const headers = await signedInHeaders();
  const pool: { connect(): Promise<unknown> } = app.database.app;
  const gate = Promise.withResolvers<void>();
  const real = pool.connect.bind(pool);
  const spy = vi.spyOn(pool, 'connect').mockImplementation(() => gate.promise.then(() => real()));
  const calls = Array.from({ length: 51 }, () => sendRaw(port(), upgrade(headers)));
  const answered = () => calls.filter(({ received }) => received() !== '');
  await expect.poll(() => answered().length, inTime).toBe(1);
  expect(answered()[0]!.received()).toMatch(/^HTTP\/1\.1 503 /);
  spy.mockRestore();
  gate.resolve();
  await expect
    .poll(() => calls.filter(({ received }) => received().startsWith('HTTP/1.1 101 ')).length)
    .toBe(50);
  for (const { socket } of calls) socket.destroy();
  await expect.poll(connections, inTime).toBe(0);
});

it('a live socket stays open for a page that is shown and hidden often', async () => {
  const headers = await signedInHeaders();
  const { socket } = await openRaw(httpUrl(), headers);
  let answers = '';
  socket.on('data', (chunk) => (answers += String(chunk)));
  for (let count = 0; count < 15; count++) socket.write(frame(opcodes.text, Buffer.from('{"ping":1}')));
  await expect.poll(() => answers.split('{"pong":1}').length - 1).toBe(15);
  socket.destroy();
});

it('a live socket is closed for an oversized message, and nothing is logged', async () => {
  const lines = collectLog();
  const { socket, closed } = await openRaw(httpUrl(), await signedInHeaders());
  socket.write(frame(opcodes.text, Buffer.alloc(500)));
  expect(await closed()).toBe(1009);
  expect(lines).toEqual([]);
});

it('the 51st live socket of a user is refused until another one is closed', async () => {
  const headers = await signedInHeaders();
  const sockets = Array.from({ length: 50 }, () => listen(url, headers));
  await Promise.all(sockets.map(({ settled }) => settled));
  expect(sockets.filter(({ closed }) => closed !== undefined)).toEqual([]);
  const refused = listen(url, headers);
  // Nothing more is read from it, not even its close frame, so it is cut off a second later.
  await expect.poll(() => refused.closed, { timeout: 5000 }).toBe(4008);
  sockets[0]!.close();
  await expect.poll(() => app.server.websocketServer.clients.size, withinOneSecond).toBe(49);
  const next = listen(url, headers);
  await next.settled;
  expect(next.closed).toBeUndefined();
  for (const socket of [...sockets, next]) socket.close();
});
