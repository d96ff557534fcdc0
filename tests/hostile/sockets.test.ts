import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { frame, openRaw, opcodes } from '../support/raw-socket.ts';
import { attack, type Arena, type Person } from './support/attack.ts';

const stalledAddress = '127.0.0.5';
const flood = (opcode: number) =>
  Buffer.concat(Array.from({ length: 2000 }, () => frame(opcode, Buffer.from('x'))));
const floods = [flood(opcodes.text), flood(opcodes.ping), frame(opcodes.text, Buffer.alloc(60_000))] as const;

/** Opens a socket that floods the server and never reads. */
async function abuse(arena: Arena, { headers }: Person, index: number, open: Socket[]): Promise<void> {
  const { socket } = await openRaw(`${arena.url}/api/live`, headers);
  open.push(socket);
  socket.pause();
  const bytes = floods[index % floods.length]!;
  // Writes as fast as the server accepts. `setImmediate` gives the other sockets a turn between two writes.
  const writeMore = (error?: Error | null) => {
    if (!error && !socket.destroyed) setImmediate(() => socket.write(bytes, writeMore));
  };
  writeMore();
  await new Promise((resolve) => socket.once('close', resolve));
  arena.count('sockets cut off');
}

/** Opens a connection that never completes its request. */
function stall(port: number, open: Socket[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: stalledAddress });
    open.push(socket);
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.write('GET / HTTP/1.1\r\nhost: ', () => resolve());
  });
}

test('sockets that flood without reading and connections that stall do not slow down other users', async () => {
  const open: Socket[] = [];
  const problems = await attack({
    prepare: (arena) => arena.person(0),
    async wave(arena, person, number) {
      const port = Number(new URL(arena.url).port);
      if (number === 0) await Promise.all(Array.from({ length: 1200 }, () => stall(port, open)));
      await Promise.all(Array.from({ length: 20 }, (_, index) => abuse(arena, person, index, open)));
    },
    after(arena) {
      for (const socket of open) socket.destroy();
      expect(arena.counts['sockets cut off']).toBeGreaterThan(0);
      expect(arena.program.output()).not.toMatch(/\bat .*node_modules|WS_ERR|"level":50/);
    },
  });
  expect(problems).toEqual([]);
});
