// Downloads over a real connection: how fast they read from disk, and how they end.
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { attach, writeEntry } from '#tests/support/files.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

describe('an archive download', () => {
  type Download = Awaited<ReturnType<typeof startDownload>>;
  const count = 12;
  const megabytes = 4;

  /** Starts a download that is larger than all buffers between disk and reader. */
  async function startDownload() {
    const ada = await app.signUp();
    const entry = await writeEntry(ada);
    const filler = Buffer.alloc(megabytes * 1024 * 1024, 'a');
    for (let n = 0; n < 10; n++) await attach(ada, { entry: entry.id, name: `${n}.txt`, content: filler });
    const second = await writeEntry(ada);
    for (let n = 10; n < count; n++)
      await attach(ada, { entry: second.id, name: `${n}.txt`, content: filler });
    const read = vi.spyOn(app.files, 'read');
    const cookie = Object.entries(ada.cookies).map(([name, value]) => `${name}=${value}`);
    const response = await fetch(`${origin}/api/export`, { headers: { cookie: cookie.join('; ') } });
    const reader = response.body!.getReader();
    await reader.read();
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
    return { ada, read, reader };
  }

  /** Whether every opened file is closed again. */
  function allClosed(read: Download['read']): boolean {
    return read.mock.settledResults.every(({ value }) => (value as Readable).closed);
  }

  it('reads from disk only as fast as the client reads', async () => {
    const { read, reader } = await startDownload();
    const fileBytes = megabytes * 1024 * 1024;
    let [bytes, ahead] = [0, 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      ahead = Math.max(ahead, read.mock.calls.length * fileBytes - bytes);
    }
    expect(read.mock.calls.length).toBe(count);
    expect(bytes).toBeGreaterThan(count * fileBytes);
    // Buffers of sockets and streams between disk and reader, and the file that is being read.
    expect(ahead).toBeLessThan(6 * fileBytes);
    read.mockRestore();
  });

  it('is aborted when its session ends', async () => {
    const { ada, read, reader } = await startDownload();
    await app.database.asOwner((db) => db.query('delete from sessions where user_id = $1', [ada.userId]));
    // Immediately, in the middle of a file that the client does not read.
    const isCutOff = () => read.mock.settledResults.some(({ value }) => !(value as Readable).readableEnded);
    await expect.poll(() => allClosed(read) && isCutOff()).toBe(true);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow('terminated');
    expect(read.mock.calls.length).toBeLessThan(count);
    read.mockRestore();
  });

  it('opens no more files after the client disconnects', async () => {
    const { read, reader } = await startDownload();
    await reader.cancel();
    await expect.poll(() => allClosed(read)).toBe(true);
    expect(read.mock.calls.length).toBeLessThan(count);
    read.mockRestore();
  });
});
