// WebSocket upgrades that send tiny frames together with the handshake, before the server can have decided about them.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { frame, opcodes } from '../../support/raw-socket.ts';
import type { Arena } from './attack.ts';
import { rawRequest } from './flooder.ts';

export const upgradesPerWave = 1_000;
/** Seven bytes each. */
const frames = Buffer.concat(
  Array.from({ length: 2_000 }, (_, index) =>
    frame(index % 2 === 0 ? opcodes.text : opcodes.ping, Buffer.from('x')),
  ),
);

/** Opens all sockets concurrently, and counts their responses. Resolves when the server has ended every connection. */
export async function upgradeMany(arena: Arena, headers: Record<string, string>): Promise<void> {
  const handshake = rawRequest({
    method: 'GET',
    path: '/api/live',
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    },
  });
  const port = Number(new URL(arena.url).port);
  const bytes = Buffer.concat([handshake, frames]);
  const statuses = await Promise.all(Array.from({ length: upgradesPerWave }, () => upgrade(port, bytes)));
  for (const status of statuses) arena.count(status);
}

/** The status of the response. */
function upgrade(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      if (received === '') received = chunk.toString('latin1', 0, 12);
    });
    // The server cuts the connection while something is being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received.slice(9) || 'cut off'));
  });
}
