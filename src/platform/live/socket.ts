// The WebSocket at /api/live. It belongs to a session: it opens with a live one and a request from our own pages, and it
// ends with it.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { WebSocket } from 'ws';
import type { Config } from '../config/config.ts';
import { transact, type Viewer } from '../database/transaction.ts';
import { addressBlock } from '../http/address-block.ts';
import { isFromOwnOrigin } from '../http/own-origin.ts';
import { Places } from '../http/places.ts';
import { accessTokenHash } from '../http/tokens.ts';
import type { LiveHub } from './hub.ts';

/** Codes: the page asks for its session anew, connects again, or stays away for a while. */
const closing = {
  noSession: 4401,
  wrongOrigin: 4403,
  gap: 4000,
  tooMuch: 4008,
  tryLater: 1013,
} as const;
/** Bytes of a message; a page sends pings alone. ws closes a socket that sends a longer one with 1009. */
const messageMost = 1024;
/** Bytes that may wait for a reader. A slower one is disconnected, and asks for what it missed when it is back. */
const unsentMost = 64 * 1024;
/** Messages and pings within a window; a page sends one in 25 s, and one each time it is shown. */
const messagesMost = 20;
const windowMs = 10_000;
/** Milliseconds that a peer has to answer a close before the connection is cut. */
const closeMs = 1_000;
// Counted in this process: with several processes, each grants as many.
const perUserMost = 50;
/** An office behind one address has many people, each with several windows. */
const perNetworkMost = 500;

type Parts = { config: Config; pool: pg.Pool; hub: LiveHub };

export async function serveLive(server: FastifyInstance, { config, pool, hub }: Parts): Promise<void> {
  // `closeTimeout` is not in the types of ws yet.
  const options = { maxPayload: messageMost, closeTimeout: closeMs };
  await server.register(websocket, { options, errorHandler: endAfterError });
  const users = new Places(perUserMost);
  const networks = new Places(perNetworkMost);
  server.get('/api/live', { websocket: true }, async (socket, request) => {
    const leaveNetwork = networks.take(addressBlock(request.ip));
    if (!leaveNetwork) return cutOff(socket);
    socket.on('close', leaveNetwork);
    // A message that arrives before the session is known must not be lost, so its answer waits for the same promise.
    const entered = enter(request, config, pool);
    // An error is handled once, by `endAfterError`.
    const isIn = entered.then(
      (viewer) => typeof viewer === 'object',
      () => false,
    );
    onMessages(socket, () => void isIn.then((yes) => yes && send(socket, '{"pong":1}')));
    const viewer = await entered;
    if (typeof viewer === 'number') return socket.close(viewer);
    // A socket that has left meanwhile has had its close event already: nothing would ever take the listener off again.
    if (socket.readyState !== socket.OPEN) return;
    const leaveUser = users.take(viewer.userId);
    if (!leaveUser) return cutOff(socket);
    socket.on('close', leaveUser);
    socket.on('close', attach(socket, viewer, hub));
  });
}

async function enter(request: FastifyRequest, config: Config, pool: pg.Pool): Promise<Viewer | number> {
  if (request.headers.cookie !== undefined && !isFromOwnOrigin(request, config)) return closing.wrongOrigin;
  const hash = accessTokenHash(request);
  const viewer = hash && (await transact(pool, hash, (_tx, found) => Promise.resolve(found)));
  return viewer ?? closing.noSession;
}

/** Calls back with each message until there are too many: then the socket is closed. ws answers pings on its own. */
function onMessages(socket: WebSocket, onMessage: () => void): void {
  let windowEnds = 0;
  let count = 0;
  const isWithinLimit = () => {
    if (performance.now() > windowEnds) {
      windowEnds = performance.now() + windowMs;
      count = 0;
    }
    count += 1;
    if (count <= messagesMost) return true;
    cutOff(socket);
    return false;
  };
  socket.on('message', () => isWithinLimit() && onMessage());
  socket.on('ping', isWithinLimit);
  socket.on('pong', isWithinLimit);
}

/** Closes a socket that asks for too much. Nothing more is read from it, so that what it still sends costs nothing. */
function cutOff(socket: WebSocket): void {
  for (const event of ['message', 'ping', 'pong']) socket.removeAllListeners(event);
  socket.close(closing.tooMuch);
  socket.pause();
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > unsentMost) socket.terminate();
  else socket.send(text);
}

/** Sends the owner's events until the session ends, by the end of its row or by its time. Returns how to stop that. */
function attach(socket: WebSocket, viewer: Viewer, hub: LiveHub): () => void {
  const unsubscribe = hub.subscribe(viewer.userId, ({ kind, id }) => {
    if (kind === 'sessions') {
      // "many" ended at once: whether this one is among them is found out by connecting again.
      if (id === viewer.sessionId || id === 'many') socket.close(closing.noSession);
      return;
    }
    send(socket, JSON.stringify({ kind, id }));
  });
  const leaveGap = hub.onGap(() => socket.close(closing.gap));
  const life = Date.parse(viewer.expiresAt) - Date.now();
  const end = setTimeout(() => socket.close(closing.noSession), Math.max(0, life));
  return () => {
    unsubscribe();
    leaveGap();
    clearTimeout(end);
  };
}

/** What a peer does wrong is an end of its socket, not a fault of ours: it has no place in the log. */
function endAfterError(
  this: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: WebSocket,
  request: FastifyRequest,
): void {
  // A message that breaks the protocol: ws has sent the close that names why, and then reads on to discard.
  if (error.code?.startsWith('WS_ERR_')) return void setImmediate(() => socket.pause());
  // A connection that was lost.
  if (error.syscall !== undefined) return socket.terminate();
  request.log.warn({ reason: error.message }, 'a live socket was not let in');
  socket.close(closing.tryLater);
}
