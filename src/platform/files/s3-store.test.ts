// The driver with a store of a few lines. tests/operations/object-driver.test.ts runs it with a real one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ObjectStorage } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { checkBucket } from './s3-start.ts';
import { s3Store } from './s3-store.ts';
import { type FileStore, StorageFull, StorageUnavailable } from './store.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const bytes = Buffer.from('0123456789');
let respond: Handler;
let requests: { method: string; headers: IncomingMessage['headers'] }[];
const server = createServer((request, response) => {
  requests.push({ method: request.method!, headers: request.headers });
  request.resume();
  request.on('end', () => respond(request, response));
});
let folder: string;
let settings: ObjectStorage;
let store: FileStore;
const warnings: string[] = [];

const refuse =
  (status: number, code: string, headers = {}): Handler =>
  (_, response) =>
    response.writeHead(status, headers).end(`<Error><Code>${code}</Code></Error>`);

/** Responds to ranges of `bytes`, with at most `limit` bytes before the connection is cut. */
const sendBytes =
  (limit = Infinity): Handler =>
  ({ headers }, response) => {
    const [, first] = /^bytes=(\d+)-/.exec(headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': bytes.length - start,
      etag: '"1"',
      ...(first !== undefined && { 'content-range': `bytes ${start}-9/10` }),
    });
    if (bytes.length - start <= limit) response.end(bytes.subarray(start));
    else response.write(bytes.subarray(start, start + limit), () => response.destroy());
  };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-store-'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  settings = { endpoint, bucket: 'logbook', region: 'r', accessKeyId: 'key-id', secretAccessKey: 'secret' };
  store = await s3Store(settings, folder, (message) => warnings.push(message));
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const put = async () => {
  const staged = await store.stage(Readable.from([bytes]), 100);
  try {
    await store.put(staged, 'a/b');
  } finally {
    await store.discard(staged);
  }
};

test('an object is sent once, with its hash and without a type that a browser would run', async () => {
  respond = (_, response) => response.end();
  await put();
  expect(requests).toHaveLength(1);
  const { headers, method } = requests[0]!;
  expect([method, headers['content-length']]).toEqual(['PUT', '10']);
  expect(headers['x-amz-meta-sha256']).toBe(
    '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882',
  );
  expect(headers['x-amz-content-sha256']).toBe(headers['x-amz-meta-sha256']);
  expect(headers['content-type']).toBe('application/octet-stream');
});

test.each([
  [{ first: 4 }, 'bytes=4-'],
  [{ first: 4, last: 6 }, 'bytes=4-6'],
  [{ suffix: 3 }, 'bytes=-3'],
])('the range %j is requested as %s', async (wanted, range) => {
  respond = (_, response) =>
    response.writeHead(206, { 'content-range': 'bytes 7-9/10', 'content-length': 3 }).end(bytes.subarray(7));
  const opened = await store.open('a/b', wanted);
  expect(requests[0]!.headers.range).toBe(range);
  expect(opened).toMatchObject({ size: 10, range: { start: 7, end: 9 } });
});

test('a download that breaks off repeatedly is continued on the same version', async () => {
  respond = sendBytes(4);
  expect(await buffer((await store.read('a/b'))!)).toEqual(bytes);
  expect(requests.map(({ headers }) => [headers.range, headers['if-match']])).toEqual([
    [undefined, undefined],
    ['bytes=4-9', '"1"'],
    ['bytes=8-9', '"1"'],
  ]);
});

test('a range request costs one request and returns the size', async () => {
  respond = sendBytes();
  const opened = await store.open('a/b', { first: 7 });
  if (typeof opened !== 'object') throw new Error('no bytes');
  expect([opened.size, opened.range]).toEqual([10, { start: 7, end: 9 }]);
  expect((await buffer(opened.bytes)).toString()).toBe('789');
  expect(requests).toHaveLength(1);
});

test('missing keys and a missing bucket are distinguished', async () => {
  respond = refuse(404, 'NoSuchKey');
  expect(await store.read('a/b')).toBeUndefined();
  respond = refuse(404, 'NoSuchBucket');
  await expect(store.read('a/b')).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(store.list('a/', undefined, 10)).rejects.toBeInstanceOf(StorageUnavailable);
});

test.each([
  [403, 'AccessDenied', StorageUnavailable],
  [403, 'QuotaExceeded', StorageFull],
  [507, 'XMinioStorageFull', StorageFull],
  [501, 'NotImplemented', StorageUnavailable],
])('a refusal with %i %s is not repeated, and its error names no key', async (status, code, kind) => {
  respond = refuse(status, code);
  const error = await put().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(kind);
  expect(String(error)).not.toMatch(/key-id|secret/);
  expect(requests).toHaveLength(1);
});

test('a busy store is asked again', async () => {
  respond = (request, response) =>
    requests.length < 3 ? refuse(503, 'SlowDown')(request, response) : response.end();
  await put();
  expect(requests).toHaveLength(3);
});

test('a refusal because of the clock is followed by one request with the time of the store', async () => {
  const ahead = new Date(Date.now() + 3_600_000);
  respond = (request, response) =>
    requests.length > 1
      ? response.end()
      : refuse(403, 'RequestTimeTooSkewed', { date: ahead.toUTCString() })(request, response);
  await put();
  await put();
  expect(requests).toHaveLength(3);
  const earliest = ahead.toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  for (const { headers } of requests.slice(1)) expect(headers['x-amz-date']! >= earliest).toBe(true);
  expect(warnings).toEqual([expect.stringContaining('60 minutes behind')]);
});

test('a server that is not an object store stops the start, and does not count as an empty bucket', async () => {
  respond = (_, response) => response.end('<html><body>Welcome</body></html>');
  await expect(checkBucket(settings, () => undefined)).rejects.toThrow(StartupError);
});

test('a list that repeats itself and a code that repeats the request end in an error', async () => {
  const page =
    '<Contents><Key>.x</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>';
  respond = (_, response) =>
    response.end(`<ListBucketResult><IsTruncated>true</IsTruncated>${page}</ListBucketResult>`);
  await expect(store.list('', undefined, 10)).rejects.toBeInstanceOf(StorageUnavailable);
  respond = (request, response) => refuse(403, request.headers.authorization!)(request, response);
  await expect(put()).rejects.not.toThrow(/key-id|Signature/);
});

test('a refused key stops the start, and a failing store does not', async () => {
  respond = refuse(403, 'SignatureDoesNotMatch');
  await expect(checkBucket(settings, () => undefined)).rejects.toThrow(StartupError);
  respond = refuse(503, 'ServiceUnavailable');
  const said: string[] = [];
  await checkBucket(settings, (message) => said.push(message));
  expect(said).toEqual([expect.stringContaining('Everything else works')]);
});
