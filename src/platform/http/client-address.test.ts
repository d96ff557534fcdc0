import type { AddressInfo } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { requestHead, sendRaw } from '#tests/support/raw-http.ts';
import { clientAddresses } from './client-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;
const addressOf = clientAddresses(['127.0.0.1', '10.0.0.0/8']);

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.9, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1, 10.1.2.3', '192.0.2.1'],
  ['192.0.2.1,, 10.1.2.3', '0.0.0.0'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['junk, 192.0.2.1', '192.0.2.1'],
  ['10.1.2.3', '10.1.2.3'],
])('a trusted proxy that forwards for "%s" reports %s', (forwarded, address) => {
  expect(addressOf(request('127.0.0.1', forwarded))).toBe(address);
});

it('entries that are not an address are one network, however they are spelled', () => {
  const junk = [
    'unknown',
    '',
    '_hidden',
    '1.2.3',
    '1.2.3.04',
    '1.2.3.4.5',
    '::g',
    '[::1',
    '1.2.3.4:x',
    '1 2',
    '[]:1',
  ];
  expect(new Set(junk.map((entry) => addressOf(request('127.0.0.1', entry))))).toEqual(new Set(['0.0.0.0']));
});

it('a caller who is not a trusted proxy cannot choose an address', () => {
  expect(addressOf(request('192.0.2.7', '192.0.2.1'))).toBe('192.0.2.7');
  expect(clientAddresses([])(request('127.0.0.1', '192.0.2.1'))).toBe('127.0.0.1');
});

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.server.address() as AddressInfo);
});
afterAll(() => app.close());

it('a limit per network counts 32 invented entries as one network', async () => {
  const recover = async (forwarded: string, email: string) => {
    const body = JSON.stringify({ email });
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-forwarded-for': forwarded,
      connection: 'close',
    };
    const answer = await sendRaw(port, requestHead('POST /api/auth/recover', headers) + body).ended;
    return Number(answer.slice(9, 12));
  };
  const statuses = [];
  for (let n = 0; n < 32; n++) statuses.push(await recover(`no-address-${n}`, `person${n}@example.com`));
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(12);
});
