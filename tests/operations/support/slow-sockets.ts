// Connections that send a request one byte at a time and never finish it (Slowloris): one half its headers, the other
// half its body.
import { connect, type Socket } from 'node:net';

const everyMs = 1000;

export type SlowSockets = {
  /** Connections that the server has not closed. */
  open(): number;
  close(): void;
};

export async function openSlowSockets(port: number, count: number): Promise<SlowSockets> {
  const sockets = new Set<Socket>();
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const socket = connect(port, '127.0.0.1');
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', () => resolve());
        socket.once('error', reject);
      });
      sockets.add(socket);
      socket.on('error', () => undefined);
      const body = n % 2 === 0;
      socket.write(
        'POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n',
      );
      socket.write(body ? 'content-length: 1000\r\n\r\n{"email":"' : 'x-slow: ');
      const timer = setInterval(() => socket.write('a'), everyMs);
      socket.on('close', () => {
        clearInterval(timer);
        sockets.delete(socket);
      });
    }),
  );
  return {
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
