import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bothWays } from '#tests/support/prepared.ts';
import { PreparedResponses } from '#platform/http/prepared.ts';
import { serveBuiltFiles } from './built-files.ts';

const root = mkdtempSync(join(tmpdir(), 'logbook-built-'));
const code = 'export const some = "code";\n'.repeat(100);
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
let server: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  mkdirSync(join(root, '.vite'));
  writeFileSync(join(root, 'assets/main-abc.js'), code);
  writeFileSync(join(root, 'assets/main-abc.js.br'), brotliCompressSync(code));
  writeFileSync(join(root, 'assets/main-abc.js.gz'), gzipSync(code));
  writeFileSync(join(root, 'favicon.svg'), drawing);
  writeFileSync(join(root, 'index.html'), '<html>');
  writeFileSync(join(root, '.vite/manifest.json'), '{}');
  const prepared = new PreparedResponses({});
  server = fastify({
    serverFactory: (handler) =>
      prepared.serverOf(
        handler,
        () => true,
        () => false,
      ),
  });
  serveBuiltFiles(server, root, prepared);
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
const script = '/assets/main-abc.js';

test.each([
  ['gzip, deflate, br', 'br', brotliCompressSync(code)],
  ['gzip, deflate', 'gzip', gzipSync(code)],
  ['br;q=0, gzip;q=0.5', 'gzip', gzipSync(code)],
  ['identity', undefined, Buffer.from(code)],
  ['', undefined, Buffer.from(code)],
])('a script for a client that accepts "%s" is sent as %s', async (accepted, encoding, bytes) => {
  const answer = await get(script, { 'accept-encoding': accepted });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.rawPayload.equals(bytes)).toBe(true);
});

test('a file without a hash in its name is revalidated, and unchanged gets 304', async () => {
  const first = await get('/favicon.svg', { 'accept-encoding': 'br' });
  expect([first.body, first.headers['content-type']]).toEqual([drawing, 'image/svg+xml']);
  expect(first.headers['cache-control']).toBe('public, max-age=3600');
  const again = await get('/favicon.svg', { 'if-none-match': String(first.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get('/favicon.svg', { 'if-none-match': '"another"' })).statusCode).toBe(200);
});

test.each([
  [script, {}],
  [script, { 'accept-encoding': 'gzip, deflate, br' }],
  [script, { 'accept-encoding': 'gzip' }],
  [script, { 'if-none-match': '"another"' }],
  [`${script}?v=2`, {}],
  ['/favicon.svg', {}],
])('the prepared response to %s %j equals that of the route', async (path, headers) => {
  const { sent, routed } = await bothWays(server, path, headers);
  expect(sent).toEqual(routed);
  expect(sent.status).toBe(200);
});

test('a HEAD request for a built file has no body', async () => {
  const answer = await server.inject({ method: 'HEAD', url: script });
  expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([
    200,
    String(code.length),
    '',
  ]);
});

test.each([
  ['/index.html'],
  ['/.vite/manifest.json'],
  ['/assets/main-abc.js.br'],
  ['/assets/'],
  ['/assets/../favicon.svg/..'],
  ['/%2e%2e/package.json'],
])('%s is not served as a built file', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test('a built file of an unknown type stops the startup', () => {
  const other = mkdtempSync(join(tmpdir(), 'logbook-built-'));
  writeFileSync(join(other, 'strange.exe'), '');
  expect(() => serveBuiltFiles(fastify(), other, new PreparedResponses({}))).toThrow('strange.exe');
  rmSync(other, { recursive: true });
});
