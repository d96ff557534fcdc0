// What goes wrong between the handshake and the look at the session: it must neither leak nor end the process.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { aSecond, listen } from '../../../tests/access/socket.ts';
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

/** What is logged at a request from now on. */
function logged(): unknown[] {
  const lines: unknown[] = [];
  const note = (...line: unknown[]) => void lines.push(line);
  const logger = Object.fromEntries(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace'].map((level) => [level, note]),
  );
  vi.spyOn(app.server.log, 'child').mockReturnValue(logger as never);
  return lines;
}

async function cookieOf(): Promise<Record<string, string>> {
  const ada = await app.signUp();
  const cookie = Object.entries(ada.cookies).map(([name, value]) => `${name}=${value}`);
  return { cookie: cookie.join('; '), origin: app.config.appUrl };
}

/** Keeps the next connection of the pool back until it is let go. */
function holdPool(): { asked: Promise<void>; go: () => void; fail: (error: Error) => void } {
  const pool: { connect(): Promise<unknown> } = app.database.app;
  const real = pool.connect.bind(pool);
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  vi.spyOn(pool, 'connect').mockImplementationOnce(async () => {
    asked.resolve();
    await gate.promise;
    return real();
  });
  return { asked: asked.promise, go: () => gate.resolve(), fail: (error) => gate.reject(error) };
}

it('is closed, and nothing else happens, when the database is away', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const headers = await cookieOf();
  const spoken = new Promise((heard) => {
    app.server.websocketServer.once('connection', (client) => client.once('message', heard));
  });
  const pool = holdPool();
  const socket = listen(url, headers);
  await Promise.all([pool.asked, spoken]);
  pool.fail(new Error('Connection terminated unexpectedly'));
  await socket.settled;
  // What its first word set off is over when another socket has been served.
  await listen(url, {}).settled;
  process.off('unhandledRejection', note);
  expect(socket.closed).toBeDefined();
  expect(unhandled).toEqual([]);
});

it('listens to nothing for somebody who left before the session was known', async () => {
  const subscribe = vi.spyOn(LiveHub.prototype, 'subscribe');
  const headers = await cookieOf();
  const pool = holdPool();
  const socket = listen(url, headers);
  await pool.asked;
  socket.close();
  await expect.poll(() => [...app.server.websocketServer.clients].length).toBe(0);
  pool.go();
  const other = listen(url, headers);
  await other.settled;
  expect(subscribe).toHaveBeenCalledTimes(1);
  other.close();
});

const httpUrl = () => url.replace(/^ws/, 'http');

it.each([
  ['1-byte messages', opcodes.text],
  ['pings', opcodes.ping],
])('is closed for a peer that sends many %s, whether it reads or not', async (_what, opcode) => {
  const headers = await cookieOf();
  const [reading, deaf] = await Promise.all([openRaw(httpUrl(), headers), openRaw(httpUrl(), headers)]);
  const flood = Buffer.concat(Array.from({ length: 5000 }, () => frame(opcode, Buffer.from('x'))));
  deaf.socket.pause();
  for (const { socket } of [reading, deaf]) socket.write(flood);
  expect(await reading.closed()).toBe(4008);
  // The other is cut off though it never takes the close frame.
  await expect.poll(() => app.server.websocketServer.clients.size, { timeout: 3000 }).toBe(0);
  deaf.socket.destroy();
});

it('goes on for a page that is shown and hidden often', async () => {
  const headers = await cookieOf();
  const { socket } = await openRaw(httpUrl(), headers);
  let answers = '';
  socket.on('data', (chunk) => (answers += String(chunk)));
  for (let count = 0; count < 15; count++) socket.write(frame(opcodes.text, Buffer.from('{"ping":1}')));
  await expect.poll(() => answers.split('{"pong":1}').length - 1).toBe(15);
  socket.destroy();
});

it.each([
  ['before the session is known', true],
  ['after it', false],
])('is closed for a message of the wrong size %s, and nothing is logged', async (_when, early) => {
  const lines = logged();
  const headers = await cookieOf();
  const pool = early ? holdPool() : undefined;
  const { socket, closed } = await openRaw(httpUrl(), headers);
  if (!pool) {
    socket.write(frame(opcodes.text, Buffer.from('x')));
    await new Promise((answered) => socket.once('data', answered));
  }
  socket.write(frame(opcodes.text, Buffer.alloc(2000)));
  expect(await closed()).toBe(1009);
  pool?.go();
  await listen(url, {}).settled;
  expect(lines).toEqual([]);
});

it('is refused beyond 50 for one person, until one of them is closed', async () => {
  const headers = await cookieOf();
  const sockets = Array.from({ length: 50 }, () => listen(url, headers));
  await Promise.all(sockets.map(({ settled }) => settled));
  expect(sockets.filter(({ closed }) => closed !== undefined)).toEqual([]);
  const refused = listen(url, headers);
  // Nothing more is read from it, its answer to the close neither: it is cut off a second later.
  await expect.poll(() => refused.closed, { timeout: 5000 }).toBe(4008);
  sockets[0]!.close();
  await expect.poll(() => app.server.websocketServer.clients.size, aSecond).toBe(49);
  const next = listen(url, headers);
  await next.settled;
  expect(next.closed).toBeUndefined();
  for (const socket of [...sockets, next]) socket.close();
});
