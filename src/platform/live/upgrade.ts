// Refuses a WebSocket before there is one: no frame is read, and no parser exists for it.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';

/** Milliseconds for the peer to end the connection before it is cut. */
const closeMs = 1_000;
/** The most bytes of the peer that are discarded meanwhile. */
const maxDiscarded = 64 * 1024;

/**
 * Accepts the handshake and closes with the code, because pages cannot read the status of a refused handshake. Without a
 * valid handshake, closes the connection.
 */
export function closeUpgrade(request: FastifyRequest, reply: FastifyReply, code: number): FastifyReply {
  const key = request.headers['sec-websocket-key'];
  reply.hijack();
  if (typeof key !== 'string') request.raw.socket.destroy();
  else endWith(request.raw.socket, Buffer.concat([handshake(key), closeFrame(code)]));
  return reply;
}

/** Sends the bytes, and ends the connection so that they still arrive. Flooding it costs the server nothing more. */
export function endWith(socket: Socket, bytes: Buffer): void {
  let discarded = 0;
  const timer = setTimeout(() => socket.destroy(), closeMs);
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxDiscarded) socket.destroy();
  });
  socket.end(bytes);
}

/** RFC 6455, 4.2.2. */
function handshake(key: string): Buffer {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  return Buffer.from(`${lines.join('\r\n')}\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
}

/** A close frame of the server: not masked, with a code and no reason. */
function closeFrame(code: number): Buffer {
  return Buffer.from([0x88, 2, code >> 8, code & 255]);
}
