import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { counts } from '../metrics/counts.ts';
import { bothWays, overTheWire } from '#tests/support/prepared.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

test.each([
  ['/auth', {}],
  ['/', { 'accept-encoding': 'br' }],
  ['/auth', { cookie: 'logbook-access=over' }],
  ['/auth', { Cookie: 'logbook-access=over' }],
  ['/auth?mode=manager', {}],
  ['/auth?utm_source=mail', { 'accept-encoding': 'gzip' }],
  ['/?tab=goals', {}],
  ['/?utm_source=mail&save-wins', {}],
  ['/auth', { 'if-none-match': '"x"' }],
  ['/no/where', {}],
  ['/api/openapi.json', {}],
  ['/api/openapi.json', { 'accept-encoding': 'gzip' }],
  ['/api/docs', { 'accept-encoding': 'gzip' }],
  ['/api/docs?q=1', { 'accept-encoding': 'gzip' }],
  ['/favicon.svg?v=2', {}],
])('a prepared response to %s %j equals that of its route', async (path, headers) => {
  const { sent, routed } = await bothWays(app.server, path, headers);
  expect(sent).toEqual(routed);
});

test('a prepared response has the security headers and its own request id', async () => {
  const answers = [await overTheWire(app.server, '/auth', {}), await overTheWire(app.server, '/auth', {})];
  for (const { headers } of answers) {
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  expect(answers[0]!.headers['x-request-id']).not.toBe(answers[1]!.headers['x-request-id']);
});

test.each([
  ['/auth', {}, true],
  ['/auth?utm_source=mail', {}, true],
  [`/auth?utm_source=${'x'.repeat(288)}`, {}, true],
  [`/auth?utm_source=${'x'.repeat(289)}`, {}, false],
  ['/auth', { cookie: 'logbook-access=over' }, false],
  ['/auth', { 'if-none-match': '"x"' }, false],
  ['/api/openapi.json', {}, true],
  ['/no/where', {}, false],
])('%s %j is answered ahead of the router: %s', async (path, headers, isAhead) => {
  const before = counts.preparedResponses;
  await overTheWire(app.server, path, headers);
  expect(counts.preparedResponses - before).toBe(isAhead ? 1 : 0);
});

test('cookies in two headers count as one', async () => {
  const before = counts.preparedResponses;
  await overTheWire(app.server, '/auth', [
    ...['host', 'localhost'],
    ...['cookie', 'theme=dark'],
    ...['cookie', 'logbook-access=over'],
  ]);
  expect(counts.preparedResponses - before).toBe(0);
});
