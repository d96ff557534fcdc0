import {
  createServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CannotFetch } from './fetch-public.ts';
import { postPublicWith } from './post-public.ts';

type Got = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };

let server: Server;
let got: Got[] = [];
let respond: { status: number; headers?: OutgoingHttpHeaders } = { status: 201 };
async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = incoming;
  got.push({ method, url, headers, body: await text(incoming) });
  response.writeHead(respond.status, respond.headers);
  // Never ends: nothing of it is read.
  response.write('x'.repeat(100_000));
}
beforeAll(async () => {
  server = createServer((incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => {
  got = [];
  respond = { status: 201 };
});

/** A network in which every public name leads to the server of this test. */
const postPublic = (names: Record<string, string[]> = { 'push.example': ['8.8.8.8'] }) =>
  postPublicWith({
    resolve: (host) => Promise.resolve(names[host] ?? []),
    request(url, options, onResponse) {
      const { port } = server.address() as AddressInfo;
      const { method, signal } = options;
      const headers = options.headers as OutgoingHttpHeaders;
      return request({ host: '127.0.0.1', port, path: url.pathname, method, headers, signal }, onResponse);
    },
  });

test('an empty POST reaches a public host, with its headers, and its response is not read', async () => {
  respond = { status: 429, headers: { 'retry-after': '120' } };
  const response = await postPublic()('https://push.example/send/a', { ttl: '60', urgency: 'low' });
  expect(response).toEqual({ status: 429, retryAfter: 120 });
  expect(got).toEqual([
    {
      ...{ method: 'POST', url: '/send/a', body: '' },
      headers: expect.objectContaining({ ttl: '60', urgency: 'low', 'content-length': '0' }) as object,
    },
  ]);
});

test.each(['soon', '-1', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
  'a time to wait that is not in seconds counts as none: %s',
  async (value) => {
    respond = { status: 503, headers: { 'retry-after': value } };
    expect(await postPublic()('https://push.example/a', {})).toEqual({ status: 503, retryAfter: null });
  },
);

test('a redirect is a response like any other', async () => {
  respond = { status: 307, headers: { location: 'https://127.0.0.1/admin' } };
  expect((await postPublic()('https://push.example/a', {})).status).toBe(307);
  expect(got).toHaveLength(1);
});

test.each([
  ['http', 'http://push.example/a', { 'push.example': ['8.8.8.8'] }],
  ['another port', 'https://push.example:8443/a', { 'push.example': ['8.8.8.8'] }],
  ['loopback', 'https://127.0.0.1/a', {}],
  ['loopback in IPv6', 'https://[::1]/a', {}],
  ['a number for loopback', 'https://2130706433/a', {}],
  ['a private address', 'https://192.168.1.1/a', {}],
  ['the metadata of a cloud', 'https://169.254.169.254/latest', {}],
  ['a name of loopback', 'https://push.example/a', { 'push.example': ['127.0.0.1'] }],
  [
    'a name of a private address among others',
    'https://push.example/a',
    { 'push.example': ['8.8.8.8', '10.0.0.1'] },
  ],
  ['IPv4 in IPv6', 'https://push.example/a', { 'push.example': ['::ffff:10.0.0.1'] }],
])('%s is forbidden, for good', async (_what, address, names) => {
  const error = await postPublic(names)(address, {}).catch((thrown: CannotFetch) => thrown);
  expect(error).toMatchObject({ name: 'CannotFetch', isForbidden: true });
  expect(got).toEqual([]);
});

test('a name that is not resolved may be resolved later', async () => {
  const error = await postPublic({})('https://push.example/a', {}).catch((thrown: CannotFetch) => thrown);
  expect(error).toMatchObject({ name: 'CannotFetch', isForbidden: false });
});
