// Closes the connection of every response that begins before its request's body has ended. A proxy may reuse a
// connection that stays open: the rest of the body would become the next client's request, or the next client's request
// the rest of the body. The close lingers, as in nginx: the client is still sending, and a connection that is closed
// with unread bytes is reset, which can take the response with it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

/** Longest time that the rest of a body is read and discarded, in milliseconds. */
const lingerMs = 30_000;
/** Longest pause between two pieces of it. */
const pauseMs = 5_000;
const checkMs = 1_000;
/** Most bytes of it: more than the largest upload. */
const lingerBytes = 64 * 1024 * 1024;

const closing = new WeakSet<Duplex>();

/** Whether no further request of this connection may be handled. */
export function isClosing(socket: Duplex): boolean {
  return closing.has(socket);
}

/** Whether the request has a body, by its headers. */
function announcesBody(request: IncomingMessage): boolean {
  const raw = request.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const { length } = raw[at]!;
    if (length !== contentLength.length && length !== transferEncoding.length) continue;
    const name = raw[at]!.toLowerCase();
    if (name === transferEncoding || (name === contentLength && raw[at + 1] !== '0')) return true;
  }
  return false;
}

const contentLength = 'content-length';
const transferEncoding = 'transfer-encoding';

/** Lets the response close its connection if it begins before the body has ended. */
export function closeIfEarly(request: IncomingMessage, response: ServerResponse): void {
  if (!announcesBody(request)) return;
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]) => {
    if (!request.complete) {
      const { socket } = request;
      closing.add(socket);
      response.shouldKeepAlive = false;
      // Called when the response has been sent.
      socket.destroySoon = () => {
        request.unpipe();
        for (const event of ['data', 'readable']) request.removeAllListeners(event);
        request.resume();
        linger(socket);
      };
    }
    return writeHead(...parts);
  };
}

/** Ends our side of the connection, and discards what still arrives until the client ends its side. */
export function linger(socket: Socket): void {
  closing.add(socket);
  if (socket.destroyed) return;
  socket.end();
  const begun = performance.now();
  const firstByte = socket.bytesRead;
  let last = { bytes: firstByte, at: begun };
  const timer = setInterval(() => {
    const now = performance.now();
    if (socket.bytesRead !== last.bytes) last = { bytes: socket.bytesRead, at: now };
    const isOver =
      now - begun > lingerMs || now - last.at > pauseMs || socket.bytesRead - firstByte > lingerBytes;
    if (isOver) socket.destroy();
  }, checkMs);
  timer.unref();
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearInterval(timer));
}
