// The driver for buckets with a real object store, Ceph's RADOS Gateway: it behaves like the disk, and survives the faults
// of the store and of the network. `object-storage.test.ts` tests the product.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObjectStorage } from '#platform/config/config.ts';
import { diskStore } from '#platform/files/disk-store.ts';
import { S3Client } from '#platform/files/s3-client.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { abortUploads } from '#platform/files/s3-write.ts';
import { type FileStore, StorageFull, StorageUnavailable } from '#platform/files/store.ts';
import { until } from '../support/until.ts';
import { startObjectFaults, type ObjectFaults } from './support/object-faults.ts';
import { startRadosGateway, type RadosGateway } from './support/radosgw.ts';
import { get, keysIn, put, testBehavior } from './support/store-behavior.ts';

let gateway: RadosGateway;
let faults: ObjectFaults;
let folder: string;
let settings: ObjectStorage;
/** In the bucket, through the proxy with faults. */
let store: FileStore;
const warnings: string[] = [];
const figures: string[] = [];
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  gateway = await startRadosGateway();
  closing.push(() => gateway.stop());
  faults = await startObjectFaults(gateway.url);
  closing.push(() => faults.stop());
  folder = await mkdtemp(join(tmpdir(), 'logbook-object-storage-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  settings = await gateway.bucket('behavior', faults.url);
  store = await s3Store(settings, join(folder, 'staging'), (message) => warnings.push(message));
});
afterEach(() => faults.set(undefined));
afterAll(async () => {
  console.log(`object driver: ${figures.join('; ')}`);
  for (const close of closing.toReversed()) await close();
});

describe('the disk', () => {
  let disk: FileStore;
  beforeAll(async () => {
    disk = await diskStore(join(folder, 'disk'));
  });
  testBehavior(() => disk);
});

describe('the bucket', () => {
  testBehavior(() => store);

  it('an unfinished upload in parts is removed after a while', async () => {
    const client = new S3Client(settings, () => undefined);
    await client.call({ method: 'POST', key: 'behavior/unfinished', query: { uploads: '' } });
    expect(await abortUploads(client, new Date(Date.now() - 60_000))).toBe(0);
    expect(await abortUploads(client, new Date(Date.now() + 60_000))).toBe(1);
    expect(await abortUploads(client, new Date(Date.now() + 60_000))).toBe(0);
  });

  it('a full bucket refuses new objects as full storage', async () => {
    const small = await s3Store(await gateway.bucket('small'), join(folder, 'staging'), () => undefined);
    await gateway.limitObjects('small', 1);
    await put(small, 'a/b', Buffer.from('a'));
    await expect(put(small, 'a/c', Buffer.from('a'))).rejects.toBeInstanceOf(StorageFull);
  });
});

describe('a store with faults', () => {
  const bytes = randomBytes(5 * 1024 * 1024);
  const key = 'faults/a.bin';
  const timed = async (work: Promise<unknown>) => {
    const started = performance.now();
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return { error, seconds: (performance.now() - started) / 1000 };
  };
  beforeAll(() => put(store, key, bytes));

  it.each([
    ['that break off', { kind: 'truncated', afterBytes: 1024 * 1024 }],
    ['that stall', { kind: 'stalled', afterBytes: 3 * 1024 * 1024 }],
  ] as const)('responses %s are continued, and all bytes arrive', async (_, fault) => {
    faults.set(fault);
    const before = faults.requests.length;
    expect((await get(store, key)).equals(bytes)).toBe(true);
    expect(faults.requests.length - before).toBeGreaterThan(1);
  });

  it('a request that fails twice is repeated', async () => {
    let failures = 2;
    faults.set({ kind: 'error', status: 500, code: 'InternalError' }, () => failures-- > 0);
    await put(store, 'faults/repeated', bytes);
    failures = 2;
    expect((await get(store, 'faults/repeated')).equals(bytes)).toBe(true);
  });

  it.each([
    ['errors', { kind: 'error', status: 503, code: 'SlowDown' }, 10],
    ['refused access', { kind: 'error', status: 403, code: 'AccessDenied' }, 1],
    ['a missing bucket', { kind: 'error', status: 404, code: 'NoSuchBucket' }, 1],
    ['silence', { kind: 'slow', delayMs: 60_000 }, 11],
  ] as const)(
    'after %s, the caller gets an error in time that says nothing secret',
    async (name, fault, limit) => {
      faults.set(fault);
      const attempts = await Promise.all([
        timed(get(store, key)),
        timed(put(store, 'faults/failed', bytes)),
        timed(store.list('faults/', undefined, 10)),
        timed(store.clearStaged(new Date())),
        timed(store.check()),
      ]);
      const slowest = Math.max(...attempts.map(({ seconds }) => seconds));
      figures.push(`${name}: an error after ${slowest.toFixed(1)} s`);
      for (const { error, seconds } of attempts.slice(0, 4)) {
        expect(error).toBeInstanceOf(StorageUnavailable);
        expect(seconds).toBeLessThan(limit);
        const text = JSON.stringify([String(error), String((error as Error).cause)]);
        expect(text).not.toContain(settings.secretAccessKey);
        expect(text).not.toContain(settings.accessKeyId);
      }
      faults.set(undefined);
      expect((await get(store, key)).equals(bytes)).toBe(true);
      await store.check();
    },
  );

  it('a download whose first bytes do not arrive fails in time', async () => {
    faults.set({ kind: 'stalled', afterBytes: 0 });
    const { error, seconds } = await timed(store.open(key));
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(seconds).toBeLessThan(11);
  });

  it('a part that fails ends the upload, and its parts are removed', async () => {
    faults.set({ kind: 'error', status: 400, code: 'InvalidRequest' }, ({ url }) =>
      /partNumber=2/.test(url!),
    );
    await expect(put(store, 'faults/parts', Buffer.alloc(20_000_000))).rejects.toThrow('InvalidRequest');
    expect(await store.sizeOf('faults/parts')).toBeUndefined();
    const client = new S3Client(settings, () => undefined);
    expect(await abortUploads(client, new Date(Date.now() + 60_000))).toBe(0);
  });

  it('a lost response to the end of an upload in parts is not an error', async () => {
    let isLost = false;
    const isEnd = ({ method, url }: IncomingMessage) =>
      method === 'POST' && /uploadId=/.test(url!) && !isLost && (isLost = true);
    faults.set({ kind: 'truncated', afterBytes: 0 }, isEnd);
    await put(store, 'faults/lost', Buffer.alloc(20_000_000));
    expect([isLost, await store.sizeOf('faults/lost')]).toEqual([true, 20_000_000]);
  });

  it('a wrong clock is corrected by that of the store, with one warning', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 40 * 60_000 });
    try {
      await put(store, 'faults/clock', bytes);
      expect((await get(store, 'faults/clock')).equals(bytes)).toBe(true);
      expect(warnings).toEqual([expect.stringContaining('40 minutes behind')]);
    } finally {
      vi.useRealTimers();
    }
    await store.check();
    expect(await keysIn(store, 'faults/clock')).toHaveLength(1);
  });

  it('a slow reader gives its connection back, and gets all bytes later', async () => {
    const opened = await store.open(key);
    if (typeof opened !== 'object') throw new Error('not there');
    await until('the connection is given back', 10_000, () => faults.downloads() === 0);
    expect((await buffer(opened.bytes)).equals(bytes)).toBe(true);
  });

  it('downloads that are not read leave room for other requests, and too many fail in time', async () => {
    const opening = await Promise.allSettled(Array.from({ length: 80 }, () => store.open(key)));
    await put(store, 'faults/meanwhile', bytes);
    const failed = opening.filter(({ status }) => status === 'rejected');
    for (const result of opening)
      if (result.status === 'fulfilled' && typeof result.value === 'object') result.value.bytes.destroy();
    expect(failed.length).toBeLessThanOrEqual(16);
    await until('the connections are free', 10_000, () => faults.downloads() === 0);
    expect((await get(store, key)).equals(bytes)).toBe(true);
  });
});
