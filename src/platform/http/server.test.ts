import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

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
