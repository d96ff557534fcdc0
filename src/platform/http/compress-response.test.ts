import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressResponse } from './compress-response.ts';

let server: FastifyInstance;
beforeAll(() => {
  server = fastify();
  server.get<{ Querystring: { text: string; count: string } }>('/', { onSend: compressResponse }, (request) =>
    request.query.text.repeat(Number(request.query.count)),
  );
});
afterAll(() => server.close());

const get = (text: string, count: number, accepted?: string) =>
  server.inject({
    url: '/',
    query: { text, count: String(count) },
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  });

test.each([
  ['gzip, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip;q=0, br;q=0.0', undefined, (body: Buffer) => body],
  [undefined, undefined, (body: Buffer) => body],
] as const)('a client that accepts %s gets %s', async (accepted, encoding, unpack) => {
  // Sent in one piece, at the limit in bytes, and as a stream.
  for (const count of [4096, 32 * 1024, 32 * 1024 + 1, 200_000]) {
    const { headers, rawPayload } = await get('ü', count, accepted);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('accept-encoding');
    expect(unpack(rawPayload).toString()).toBe('ü'.repeat(count));
  }
});

test('a small response is sent as it is', async () => {
  const small = await get('a', 4095, 'gzip');
  expect([small.headers['content-encoding'], small.headers['vary']]).toEqual([undefined, undefined]);
  expect((await get('a', 4096, 'gzip')).headers['content-encoding']).toBe('gzip');
});
