import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withinOneSecond, listen } from '../../../tests/access/socket.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { frame, openRaw, opcodes } from '../../../tests/support/raw-socket.ts';
import { LiveHub } from './hub.ts';

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
  const firstMessage = new Promise((resolve) => {
    app.server.websocketServer.once('connection', (client) => client.once('message', resolve));
  });
  const pool = holdPool();
  const socket = listen(url, headers);
  await Promise.all([pool.requested, firstMessage]);
  pool.reject(new Error('Connection terminated unexpectedly'));
  await socket.settled;
  // Once another socket has been served, everything that the first message triggered is done.
  await listen(url, {}).settled;
  process.off('unhandledRejection', record);
  expect(socket.closed).toBeDefined();
  expect(unhandled).toEqual([]);
});

it('a live socket that closes before its session is known subscribes to nothing', async () => {
  const subscribe = vi.spyOn(LiveHub.prototype, 'subscribe');
  const headers = await signedInHeaders();
  const pool = holdPool();
  const socket = listen(url, headers);
  await pool.requested;
  socket.close();
  await expect.poll(() => [...app.server.websocketServer.clients].length).toBe(0);
  pool.release();
  const other = listen(url, headers);
  await other.settled;
  expect(subscribe).toHaveBeenCalledTimes(1);
  other.close();
});

const httpUrl = () => url.replace(/^ws/, 'http');

it.each([
  ['1-byte messages', opcodes.text],
  ['pings', opcodes.ping],
])(
  'a live socket is closed when its peer floods it with %s, whether the peer reads or not',
  async (_what, opcode) => {
    const headers = await signedInHeaders();
    const [reading, deaf] = await Promise.all([openRaw(httpUrl(), headers), openRaw(httpUrl(), headers)]);
    const flood = Buffer.concat(Array.from({ length: 5000 }, () => frame(opcode, Buffer.from('x'))));
    deaf.socket.pause();
    for (const { socket } of [reading, deaf]) socket.write(flood);
    expect(await reading.closed()).toBe(4008);
    // The deaf one is cut off, although it never receives the close frame.
    await expect.poll(() => app.server.websocketServer.clients.size, { timeout: 3000 }).toBe(0);
    deaf.socket.destroy();
  },
);

it('a live socket stays open for a page that is shown and hidden often', async () => {
  const headers = await signedInHeaders();
  const { socket } = await openRaw(httpUrl(), headers);
  let answers = '';
  socket.on('data', (chunk) => (answers += String(chunk)));
  for (let count = 0; count < 15; count++) socket.write(frame(opcodes.text, Buffer.from('{"ping":1}')));
  await expect.poll(() => answers.split('{"pong":1}').length - 1).toBe(15);
  socket.destroy();
});

it.each([
  ['before the session is known', true],
  ['after the session is known', false],
])('a live socket is closed for an oversized message %s, and nothing is logged', async (_when, early) => {
  const lines = collectLog();
  const headers = await signedInHeaders();
  const pool = early ? holdPool() : undefined;
  const { socket, closed } = await openRaw(httpUrl(), headers);
  if (!pool) {
    socket.write(frame(opcodes.text, Buffer.from('x')));
    await new Promise((resolve) => socket.once('data', resolve));
  }
  socket.write(frame(opcodes.text, Buffer.alloc(2000)));
  expect(await closed()).toBe(1009);
  pool?.release();
  await listen(url, {}).settled;
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
