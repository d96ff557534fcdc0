// A low-level WebSocket client: it sends frames that a browser never sends, and reads only on request.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

export const opcodes = { text: 1, ping: 9, pong: 10 } as const;

export type RawSocket = {
  socket: Socket;
  /** Reads until the server closes. Resolves with the close code, or undefined if the connection was cut. */
  closed(): Promise<number | undefined>;
};

/** One masked frame of up to 65,535 bytes. */
export function frame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255]);
  const masked = payload.map((byte, index) => byte ^ mask[index % 4]!);
  return Buffer.concat([head, mask, masked]);
}

/** Connects and upgrades. Rejects if the server refuses. */
export function openRaw(
  url: string,
  headers: Record<string, string>,
  localAddress?: string,
): Promise<RawSocket> {
  return new Promise((resolve, reject) => {
    const call = request(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        ...headers,
      },
      ...(localAddress && { localAddress }),
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      answer.destroy();
      reject(new Error(`The upgrade returned ${answer.statusCode}.`));
    });
    call.on('upgrade', (_answer, socket: Socket, head) => {
      // A server that cuts the connection while something is being sent is not an error here.
      socket.on('error', () => undefined);
      resolve({ socket, closed: () => closeCode(socket, head) });
    });
    call.end();
  });
}

function closeCode(socket: Socket, head: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    let bytes = head;
    let code: number | undefined;
    const read = () => {
      while (code === undefined && bytes.length >= 2) {
        // The server's frames are short and not masked.
        const length = bytes[1]!;
        if (bytes.length < 2 + length) return;
        if ((bytes[0]! & 15) === 8) code = bytes.readUInt16BE(2);
        bytes = bytes.subarray(2 + length);
      }
    };
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      read();
    });
    socket.on('close', () => resolve(code));
    read();
    if (socket.destroyed) resolve(code);
  });
}
