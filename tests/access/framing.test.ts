// A response that begins before its request's body has ended closes the connection, on every route: a proxy may reuse a
// connection that stays open, and would send the next client's request into the rest of the body.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { countResponses, requestHead, sendRaw } from '../support/raw-http.ts';
import { withRoutes } from './routes.ts';

let app: TestApp;
let port: number;
let routes: string[];
let sessions: [string, Record<string, string>][];
let exchanges = 0;

beforeAll(async () => {
  const found = await withRoutes(() => startApp());
  app = found.started;
  routes = [
    // Prepared, unknown, and not even a URL: answered before or outside of the routes.
    ...[
      'GET /robots.txt',
      'POST /nothing/here',
      'POST /api/nothing',
      'GET /%',
      'OPTIONS /api/goals',
      'PUT /',
    ],
    ...found.routes.map((route) => route.replace(/:\w+/g, '019382ab-7b1c-7000-8000-0123456789ab')),
  ].map((route) => route.replace('*', 'x'));
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.server.address() as AddressInfo);
  const ada = await app.signUp();
  const cookie = Object.entries(ada.cookies).map(([name, value]) => `${name}=${value}`);
  const origin = app.config.appUrl;
  sessions = [
    ['no session', {}],
    ['a malformed token', { authorization: 'Bearer no-token' }],
    ['an unknown token', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['a session', { cookie: cookie.join('; '), origin }],
  ];
});
afterAll(async () => {
  console.log(`framing: ${routes.length} routes, ${exchanges} exchanges`);
  await app.close();
});

const smuggled = requestHead('GET /api/health/live', {});

/** Sends a body that never ends until the server has responded, then another request in place of the rest. */
async function smuggle(route: string, headers: Record<string, string>, piece: string): Promise<string[]> {
  exchanges += 1;
  const { socket, received, ended } = sendRaw(port, requestHead(route, headers) + piece);
  const more = setInterval(() => {
    if (received() === '' && socket.writableLength === 0) socket.write(piece.repeat(8));
  }, 1);
  await ended;
  clearInterval(more);
  socket.write(smuggled.repeat(2));
  await new Promise((resolve) => {
    socket.once('close', resolve);
    socket.end();
  });
  const problems = [];
  if (countResponses(received()) !== 1) problems.push(`${countResponses(received())} responses`);
  if (!/\r\nconnection: close\r\n/i.test(received())) problems.push('no "Connection: close"');
  return problems.map((problem) => `${route}: ${problem}: ${received().slice(0, 60)}`);
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const form = '--part\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'.padEnd(
  16_000,
  'x',
);
const bodies = [
  {
    name: 'JSON of a declared length',
    headers: { 'content-type': 'application/json', 'content-length': '99000000' },
    piece: `{"content":"${'x'.repeat(16_000)}`,
  },
  {
    name: 'JSON in chunks',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    piece: chunk('['.repeat(16_000)),
  },
  {
    name: 'a form of a declared length',
    headers: { 'content-type': 'multipart/form-data; boundary=part', 'content-length': '99000000' },
    piece: form,
  },
  {
    name: 'a form in chunks',
    headers: { 'content-type': 'multipart/form-data; boundary=part', 'transfer-encoding': 'chunked' },
    piece: chunk(form),
  },
  {
    name: 'bytes of no type',
    headers: { 'content-length': '99000000' },
    piece: 'x'.repeat(16_000),
  },
];

describe.each(bodies)('a response before the end of $name', ({ name, headers, piece }) => {
  it('closes the connection on every route, and nothing after it is a request', async () => {
    const problems: string[] = [];
    const queue = sessions
      .filter(([who]) => who === 'a session' || name === bodies[0]!.name)
      .flatMap(([, session]) => routes.map((route) => ({ route, session })));
    const work = async () => {
      for (let next = queue.pop(); next; next = queue.pop())
        problems.push(...(await smuggle(next.route, { ...next.session, ...headers }, piece)));
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(problems).toEqual([]);
  }, 120_000);
});

it('a response to an unknown expectation also closes the connection', async () => {
  const headers = { expect: 'a miracle', 'content-length': '99000000' };
  expect(await smuggle('POST /api/auth/sign-in', headers, 'x')).toEqual([]);
});

it('a response after the end of its body keeps the connection open', async () => {
  const body = '{"email":"a@example.com","password":"wrong password"}';
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const { socket, received } = sendRaw(port, requestHead('POST /api/auth/sign-in', headers) + body);
  await expect.poll(received).toContain('HTTP/1.1 4');
  socket.write(smuggled);
  await expect.poll(() => countResponses(received())).toBe(2);
  expect(received()).not.toMatch(/\r\nconnection: close\r\n/i);
  socket.destroy();
});

it.each([
  ['garbage', 'nonsense\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\nhost: a\r\n: b\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', 400],
  [
    'two hosts of a socket',
    'GET /api/live HTTP/1.1\r\nhost: a\r\nhost: b\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    400,
  ],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    400,
  ],
  ['a chunk without a size', 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nx\r\n', 400],
  ['large headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])('%s is refused with a problem document and the security headers', async (_what, text, status) => {
  const { socket, ended } = sendRaw(port, text);
  socket.end();
  const answer = await ended;
  expect(answer.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
  const head = answer.split('\r\n\r\n')[0]!.toLowerCase();
  for (const header of ['content-security-policy: ', 'x-content-type-options: nosniff', 'x-request-id: '])
    expect(head).toContain(`\r\n${header}`);
  expect(head).toContain('content-type: application/problem+json');
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ status });
});
