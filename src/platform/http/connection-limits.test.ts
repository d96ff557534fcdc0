import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limitConnections } from './connection-limits.ts';

const open: Socket[] = [];
let server: Server | undefined;
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
  server?.close();
});

async function start(trustedProxies: string[]): Promise<number> {
  server = createServer((_request, response) => response.end('here'));
  limitConnections(server, trustedProxies);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends one request from a loopback address. Resolves with the response, or '' when the connection is cut off. */
async function ask(port: number, localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  open.push(socket);
  let answer = '';
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await new Promise<void>((resolve) => {
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (answer.endsWith('here')) resolve();
    });
  });
  return answer;
}

async function askMany(port: number, count: number, from: string): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(port, from)));
  return answers.filter((answer) => answer.endsWith('here')).length;
}

it('a network may open 1,000 connections, without affecting other networks', async () => {
  const port = await start([]);
  expect(await askMany(port, 1010, '127.0.0.2')).toBe(1000);
  expect(await askMany(port, 1, '127.0.0.3')).toBe(1);
  open.shift()!.destroy();
  await expect.poll(() => askMany(port, 1, '127.0.0.2')).toBe(1);
});

it('connections through a trusted proxy are not limited per network', async () => {
  const port = await start(['10.0.0.0/8', '127.0.0.0/30']);
  expect(await askMany(port, 1010, '127.0.0.2')).toBe(1010);
});
