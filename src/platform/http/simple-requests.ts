// Answers simple requests on a connection before Node's HTTP parser sees it: a complete GET in one piece, in plain
// syntax, whose response is complete, too. The parser, with its request and response objects, would cost more than sending
// such a response. The first request of another kind hands the connection over to the HTTP server, for good.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Returns a request header by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

/** The head without its closing lines (see `answerSimpleRequests`), and the body. */
export type RawResponse = { head: string; body: Buffer };

type Answer = (path: string, headerOf: HeaderOf) => RawResponse | undefined;

// Larger heads are left to Node, which refuses them.
const maxHead = 8 * 1024;
// No control characters, no line folding, no whitespace before a colon, a path instead of a whole URL.
const simple = /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[\w-]+:[\t -~]*\r\n)+)\r\n$/;
/** Requests with these headers have a body, or need the HTTP server to switch or close the connection. */
const refused = /\n(?:content-length|transfer-encoding|expect|upgrade|connection:(?! *keep-alive\r))/;

/**
 * Makes the server send what `answer` returns, and handle only requests that it leaves open. Call this before other
 * listeners are added to the server. Timeouts are those of the server.
 */
export function answerSimpleRequests(server: Server, answer: Answer): void {
  const parsers = server.listeners('connection');
  server.removeAllListeners('connection');
  const waiting = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const leave = () => {
      waiting.delete(socket);
      socket.off('data', read).off('end', end).off('timeout', end).off('error', fail).off('close', leave);
    };
    const end = () => socket.end();
    const fail = () => socket.destroy();
    const read = (chunk: Buffer) => {
      const response = responseTo(socket, chunk, answer);
      if (response) return send(socket, response, server.keepAliveTimeout);
      leave();
      socket.setTimeout(0);
      for (const parse of parsers) parse.call(server, socket);
      socket.unshift(chunk);
    };
    waiting.add(socket);
    socket.setTimeout(server.headersTimeout);
    socket.on('data', read).on('end', end).on('timeout', end).on('error', fail).on('close', leave);
  });
  // Node counts only the connections that it parses.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of waiting) socket.destroySoon();
    closeIdle();
  };
}

function responseTo(socket: Socket, chunk: Buffer, answer: Answer): RawResponse | undefined {
  // A client that does not read its responses. The HTTP server stops reading from it.
  if (chunk.length > maxHead || socket.writableLength > 0) return undefined;
  const request = simple.exec(chunk.toString('latin1'));
  if (!request) return undefined;
  const [, path, lines] = request as unknown as [string, string, string];
  const lower = `\n${lines.toLowerCase()}`;
  if (refused.test(lower)) return undefined;
  const headerOf = (name: string) => {
    const start = lower.indexOf(`\n${name}:`);
    if (start < 0) return undefined;
    // `lower` begins with one character more than `lines`.
    const from = start + name.length + 1;
    return lines.slice(from, lines.indexOf('\r', from)).trim();
  };
  // HTTP/1.1 requires it.
  if (headerOf('host') === undefined) return undefined;
  return answer(path, headerOf);
}

function send(socket: Socket, { head, body }: RawResponse, keepAliveMs: number): void {
  socket.cork();
  const seconds = Math.floor(keepAliveMs / 1000);
  socket.write(
    `${head}date: ${httpDate()}\r\nconnection: keep-alive\r\nkeep-alive: timeout=${seconds}\r\n\r\n`,
    'latin1',
  );
  socket.write(body);
  socket.uncork();
  if (socket.timeout !== keepAliveMs) socket.setTimeout(keepAliveMs);
}

let second = 0;
let date = '';

function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) date = new Date(now * 1000).toUTCString();
  second = now;
  return date;
}
