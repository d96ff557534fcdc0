import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { frame, openRaw, opcodes } from '../support/raw-socket.ts';
import { attack, type Arena, type Person } from './support/attack.ts';

const slowAddress = '127.0.0.5';
const flood = (opcode: number) =>
  Buffer.concat(Array.from({ length: 2000 }, () => frame(opcode, Buffer.from('x'))));
const floods = [flood(opcodes.text), flood(opcodes.ping), frame(opcodes.text, Buffer.alloc(60_000))] as const;

/** A socket that sends what no page sends, and never reads. */
async function abuse(arena: Arena, { headers }: Person, index: number, open: Socket[]): Promise<void> {
  const { socket } = await openRaw(`${arena.url}/api/live`, headers);
  open.push(socket);
  socket.pause();
  const bytes = floods[index % floods.length]!;
  // On and on, as fast as the server takes it; other sockets have their turn between two writes.
  const more = (error?: Error | null) => {
    if (!error && !socket.destroyed) setImmediate(() => socket.write(bytes, more));
  };
  more();
  await new Promise((cut) => socket.once('close', cut));
  arena.count('sockets cut off');
}

/** A connection that never completes its request. */
function stall(port: number, open: Socket[]): Promise<void> {
  return new Promise((settled) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: slowAddress });
    open.push(socket);
    socket.on('error', () => undefined).on('close', () => settled());
    socket.write('GET / HTTP/1.1\r\nhost: ', () => settled());
  });
}

test('sockets that flood and do not read, and connections that stall, harm no one', async () => {
  const open: Socket[] = [];
  const faults = await attack({
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
  expect(faults).toEqual([]);
});
