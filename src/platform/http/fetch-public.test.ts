import {
  createServer,
  request,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchPublicWith } from './fetch-public.ts';
import { isPublicAddress } from './public-addresses.ts';

let server: Server;
let answer: RequestListener;
const hosts: string[] = [];
beforeAll(async () => {
  server = createServer((incoming, response) => {
    hosts.push(String(incoming.headers.host));
    answer(incoming, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

/** Addresses of names. `asked` is how often a name was resolved. */
function network(names: Record<string, string[][]>) {
  const pinned: string[] = [];
  const asked: Record<string, number> = {};
  const { port } = server.address() as AddressInfo;
  const fetchPublic = fetchPublicWith({
    async resolve(host) {
      asked[host] = (asked[host] ?? 0) + 1;
      const answers = names[host] ?? [];
      return answers[asked[host] - 1] ?? answers.at(-1) ?? [];
    },
    // Every name leads to the server of this test, and the address that would be used is noted.
    request(url, options, onResponse) {
      options.lookup!(url.hostname, { all: true }, (_error, found) => {
        pinned.push((found as { address: string }[])[0]!.address);
      });
      const { signal } = options;
      const headers = options.headers as OutgoingHttpHeaders;
      return request(
        { host: '127.0.0.1', port, path: url.pathname, headers: { ...headers, host: url.host }, signal },
        onResponse,
      );
    },
  });
  return { fetchPublic, pinned, asked };
}

test('a file of a public host is fetched from the address that was checked, and its name is resolved once', async () => {
  answer = (_, response) => response.end('photo');
  const { fetchPublic, pinned, asked } = network({ 'photos.example': [['8.8.8.8'], ['127.0.0.1']] });
  expect(String(await buffer(await fetchPublic('https://photos.example/a.jpg')))).toBe('photo');
  expect([pinned, asked]).toEqual([['8.8.8.8'], { 'photos.example': 1 }]);
});

test.each([
  ['http://photos.example/a.jpg'],
  ['https://photos.example:8443/a.jpg'],
  ['https://127.0.0.1/a.jpg'],
  ['https://[::1]/a.jpg'],
  ['https://[::ffff:10.0.0.1]/a.jpg'],
  ['https://2130706433/a.jpg'],
  ['https://0x7f.1/a.jpg'],
  ['https://169.254.169.254/latest/meta-data'],
  ['https://inside.example/a.jpg'],
  ['https://both.example/a.jpg'],
  ['https://unknown.example/a.jpg'],
])('%s is not requested, nor after a redirect', async (address) => {
  const names = {
    'photos.example': [['8.8.8.8']],
    'inside.example': [['10.0.0.7']],
    'both.example': [['8.8.8.8', '192.168.0.1']],
  };
  answer = (_, response) => response.end('secret');
  const direct = network(names);
  await expect(direct.fetchPublic(address)).rejects.toThrow(/./);
  expect(direct.pinned).toEqual([]);

  answer = (_, response) => response.writeHead(302, { location: address }).end();
  const redirected = network(names);
  await expect(redirected.fetchPublic('https://photos.example/start')).rejects.toThrow(/./);
  expect(redirected.pinned).toEqual(['8.8.8.8']);
});

test('a name that resolves to a private address after a redirect is refused', async () => {
  answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
  const { fetchPublic, pinned } = network({ 'photos.example': [['8.8.8.8'], ['127.0.0.1']] });
  await expect(fetchPublic('https://photos.example/a.jpg')).rejects.toThrow('no public address');
  expect(pinned).toEqual(['8.8.8.8']);
});

test('three redirects are followed, and not four', async () => {
  let left = 3;
  answer = (_, response) =>
    left-- > 0 ? response.writeHead(302, { location: '/next' }).end() : response.end('photo');
  const { fetchPublic } = network({ 'photos.example': [['8.8.8.8']] });
  expect(String(await buffer(await fetchPublic('https://photos.example/')))).toBe('photo');
  left = 4;
  await expect(fetchPublic('https://photos.example/')).rejects.toThrow('redirects');
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['localhost', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
