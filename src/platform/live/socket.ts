// The WebSocket at /api/live. It belongs to a session: it opens with a live session and a request from our own pages,
// and closes when the session ends.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { WebSocket } from 'ws';
import type { Config } from '../config/config.ts';
import { transact, type Viewer } from '../database/transaction.ts';
import { addressBlock } from '../http/address-block.ts';
import { isFromOwnOrigin } from '../http/own-origin.ts';
import { KeyedLimit } from '../http/keyed-limit.ts';
import { accessTokenHash } from '../http/tokens.ts';
import { counts } from '../metrics/counts.ts';
import { refusalCodes, restartCode } from './close-codes.ts';
import type { LiveHub } from './hub.ts';
import { livePath } from '../http/live-path.ts';

/** Close codes. The page reconnects after all of them, but gives up after repeated refusals (client.ts). */
const closeCodes = {
  ...refusalCodes,
  gap: 4000,
  tooMuch: 4008,
  tryLater: 1013,
} as const;
/** Maximum bytes of a message. Pages send only pings. ws closes a socket that sends a longer message with 1009. */
const maxMessageBytes = 1024;
/** Maximum bytes buffered for a slow reader. Beyond it the socket is closed; the page reconnects and catches up. */
const maxBufferedBytes = 64 * 1024;
/** Maximum messages and pings per window. A page sends one every 25 s, and one each time it becomes visible. */
const maxMessages = 20;
const windowMs = 10_000;
/** Milliseconds for the peer to complete the close handshake before the connection is cut. */
const closeMs = 1_000;
// Counted per process: with several processes, each allows this many.
const maxPerUser = 50;
/** An office behind one address has many people, each with several tabs. */
const maxPerNetwork = 500;

type Parts = {
  config: Config;
  pool: pg.Pool;
  hub: LiveHub;
  /** The kinds of events that pages receive. */
  kinds: readonly string[];
};

export async function serveLive(server: FastifyInstance, { config, pool, hub, kinds }: Parts): Promise<void> {
  // `closeTimeout` is not in the types of ws yet.
  const options = { maxPayload: maxMessageBytes, closeTimeout: closeMs };
  await server.register(websocket, { options, errorHandler: endAfterError });
  const { signal: stopping } = server.shutdown;
  stopping.addEventListener('abort', () => {
    for (const socket of server.websocketServer.clients) socket.close(restartCode);
  });
  const users = new KeyedLimit(maxPerUser);
  const networks = new KeyedLimit(maxPerNetwork);
  server.get(livePath, { websocket: true }, async (socket, request) => {
    if (stopping.aborted) return socket.close(restartCode);
    const releaseNetwork = networks.take(addressBlock(request.ip));
    if (!releaseNetwork) return cutOff(socket);
    counts.liveSockets += 1;
    socket.on('close', () => {
      counts.liveSockets -= 1;
      releaseNetwork();
    });
    // A message that arrives before the session is known must not be lost, so its pong waits for the same promise.
    const authenticated = authenticate(request, config, pool);
    // Errors are handled once, by `endAfterError`.
    const isAllowed = authenticated.then(
      (viewer) => typeof viewer === 'object',
      () => false,
    );
    onMessages(socket, () => void isAllowed.then((allowed) => allowed && send(socket, '{"pong":1}')));
    const viewer = await authenticated;
    if (typeof viewer === 'number') return socket.close(viewer);
    // A socket that closed meanwhile has already had its close event: nothing would ever remove the listener.
    if (socket.readyState !== socket.OPEN) return;
    const releaseUser = users.take(viewer.userId);
    if (!releaseUser) return cutOff(socket);
    socket.on('close', releaseUser);
    socket.on('close', attach(socket, viewer, hub, kinds));
  });
}

async function authenticate(
  request: FastifyRequest,
  config: Config,
  pool: pg.Pool,
): Promise<Viewer | number> {
  if (request.headers.cookie !== undefined && !isFromOwnOrigin(request, config))
    return closeCodes.wrongOrigin;
  const hash = accessTokenHash(request);
  const viewer = hash && (await transact(pool, hash, (_tx, found) => Promise.resolve(found)));
  return viewer ?? closeCodes.noSession;
}

/** Calls `onMessage` for each message, and closes the socket when there are too many. ws itself responds to pings. */
function onMessages(socket: WebSocket, onMessage: () => void): void {
  let windowEnds = 0;
  let count = 0;
  const isWithinLimit = () => {
    if (performance.now() > windowEnds) {
      windowEnds = performance.now() + windowMs;
      count = 0;
    }
    count += 1;
    if (count <= maxMessages) return true;
    cutOff(socket);
    return false;
  };
  socket.on('message', () => isWithinLimit() && onMessage());
  socket.on('ping', isWithinLimit);
  socket.on('pong', isWithinLimit);
}

/** Closes a socket that exceeds a limit. Stops reading from it, so further input costs nothing. */
function cutOff(socket: WebSocket): void {
  for (const event of ['message', 'ping', 'pong']) socket.removeAllListeners(event);
  socket.close(closeCodes.tooMuch);
  socket.pause();
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(text);
}

/** Sends the owner's events until the session is deleted or expires. Returns the function that stops this. */
function attach(socket: WebSocket, viewer: Viewer, hub: LiveHub, kinds: readonly string[]): () => void {
  const unsubscribe = hub.subscribe(viewer.userId, ({ kind, id }) => {
    if (kind === 'sessions') {
      // "many" sessions ended in one statement. The page finds out by reconnecting whether its own is among them.
      if (id === viewer.sessionId || id === 'many') socket.close(closeCodes.noSession);
      return;
    }
    if (kinds.includes(kind)) send(socket, JSON.stringify({ kind, id }));
  });
  const unsubscribeGap = hub.onGap(() => socket.close(closeCodes.gap));
  const lifetimeMs = Date.parse(viewer.expiresAt) - Date.now();
  const expiry = setTimeout(() => socket.close(closeCodes.noSession), Math.max(0, lifetimeMs));
  return () => {
    unsubscribe();
    unsubscribeGap();
    clearTimeout(expiry);
  };
}

/** Closes a socket after an error. Errors of the peer are not logged. */
function endAfterError(
  this: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: WebSocket,
  request: FastifyRequest,
): void {
  // Protocol error: ws has sent a close frame with the reason, and would read on to discard.
  if (error.code?.startsWith('WS_ERR_')) return void setImmediate(() => socket.pause());
  // Lost connection.
  if (error.syscall !== undefined) return socket.terminate();
  request.log.warn({ reason: error.message }, 'a live socket was not accepted');
  socket.close(closeCodes.tryLater);
}
