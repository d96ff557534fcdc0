// One network cannot take all connections of the server.
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

/** A connection from a loopback address that asks one thing; what it is answered, or '' where it is cut off. */
async function ask(port: number, localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  open.push(socket);
  let answer = '';
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await new Promise<void>((ended) => {
    socket.on('close', ended);
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (answer.endsWith('here')) ended();
    });
  });
  return answer;
}

async function askMany(port: number, count: number, from: string): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(port, from)));
  return answers.filter((answer) => answer.endsWith('here')).length;
}

it('a network has 1,000 connections, and others have theirs', async () => {
  const port = await start([]);
  expect(await askMany(port, 1010, '127.0.0.2')).toBe(1000);
  expect(await askMany(port, 1, '127.0.0.3')).toBe(1);
  open.shift()!.destroy();
  await expect.poll(() => askMany(port, 1, '127.0.0.2')).toBe(1);
});

it('many people come through a trusted proxy', async () => {
  const port = await start(['10.0.0.0/8', '127.0.0.0/30']);
  expect(await askMany(port, 1010, '127.0.0.2')).toBe(1010);
});
