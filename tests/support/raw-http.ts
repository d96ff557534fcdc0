// A low-level HTTP/1.1 client that sends what no ordinary client does, such as half a body.
import { connect, type Socket } from 'node:net';

export type RawExchange = {
  socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Resolves with everything received once the server has ended the connection, or cut it. */
  ended: Promise<string>;
};

/** Connects to a port of this machine and sends the text. The caller ends the connection. */
export function sendRaw(port: number, text: string, localAddress?: string): RawExchange {
  const socket = connect({
    port,
    host: '127.0.0.1',
    allowHalfOpen: true,
    ...(localAddress && { localAddress }),
  });
  const chunks: Buffer[] = [];
  const received = () => Buffer.concat(chunks).toString('latin1');
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<string>((resolve) => {
    socket.on('end', () => resolve(received())).on('close', () => resolve(received()));
    // Some tests expect the server to reset the connection: they read what arrived before.
    socket.on('error', () => undefined);
  });
  socket.write(text, 'latin1');
  return { socket, received, ended };
}

/** The text of a request with these headers, host included. */
export function requestHead(route: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${route} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** How many responses the text contains. */
export function countResponses(text: string): number {
  return text.split('HTTP/1.1 ').length - 1;
}
