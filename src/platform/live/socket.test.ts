// What goes wrong between the handshake and the look at the session: it must neither leak nor end the process.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { listen } from '../../../tests/access/socket.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
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
