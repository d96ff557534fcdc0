// The WebSocket at /api/live. It belongs to a session: it opens with a live session and a request from our own pages,
// and closes when the session ends. All of this is known before the connection becomes a WebSocket. Its first message
// says whether events were missed since the page's data was read, as the URL says.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type pg from 'pg';
import type { WebSocket } from 'ws';
import type { Config } from '../config/config.ts';
import { transact, type Viewer } from '../database/transaction.ts';
import { addressBlock } from '../http/address-block.ts';
import { isFromOwnOrigin } from '../http/own-origin.ts';
import { KeyedLimit } from '../http/keyed-limit.ts';
import { rawResponse } from '../http/problem.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { accessTokenHash } from '../http/tokens.ts';
import { counts } from '../metrics/counts.ts';
import { refusalCodes, restartCode } from './close-codes.ts';
import type { LiveHub } from './hub.ts';
import type { LiveEvent } from './recent-events.ts';
import { livePath } from '../http/live-path.ts';
import { closeUpgrade, endWith } from './upgrade.ts';

/** Close codes. The page reconnects after all of them, but gives up after repeated refusals (client.ts). */
const closeCodes = {
  ...refusalCodes,
  gap: 4000,
  tooMuch: 4008,
  tryLater: 1013,
} as const;
/** Maximum bytes of a message. Pages send only pings. ws closes a socket that sends a longer message with 1009. */
const maxMessageBytes = 128;
/** Maximum bytes buffered for a slow reader. Beyond it the socket is closed; the page reconnects and catches up. */
const maxBufferedBytes = 64 * 1024;
/**
 * Maximum bytes received per window, counted before they are parsed: the smallest frames are six bytes. A page sends a
 * ping of 16 bytes every 25 s, and one each time it becomes visible.
 */
const maxReceivedBytes = 1024;
const windowMs = 10_000;
/** Milliseconds for the peer to complete the close handshake before the connection is cut. */
const closeMs = 1_000;
// Counted per process: with several processes, each allows this many.
const maxPerUser = 50;
/** An office behind one address has many people, each with several tabs. */
const maxPerNetwork = 500;
/** Session lookups in progress. */
const maxLookupsPerNetwork = 50;

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
  const admission = makeAdmission(config, pool, stopping);
  server.get(livePath, { websocket: true, preValidation: admission.admit }, (socket, request) => {
    const viewer = admission.viewerOf(request);
    limitReceived(request.raw.socket);
    counts.liveSockets += 1;
    const recent = missedBy(request, hub, viewer.userId);
    const detach = attach(socket, viewer, { hub, kinds, recent });
    socket.on('message', () => send(socket, '{"pong":1}'));
    socket.on('close', () => {
      counts.liveSockets -= 1;
      detach();
    });
  });
}

/** Decides who may open a socket, while the connection is still an HTTP request whose frames are not read. */
function makeAdmission(config: Config, pool: pg.Pool, stopping: AbortSignal) {
  const users = new KeyedLimit(maxPerUser);
  const networks = new KeyedLimit(maxPerNetwork);
  const lookups = new KeyedLimit(maxLookupsPerNetwork);
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  const security = securityHeaders(config.https);

  /** Takes a slot until the connection ends. */
  const takes = (limit: KeyedLimit, key: string, { socket }: FastifyRequest['raw']): boolean => {
    const release = limit.take(key);
    if (release) socket.once('close', release);
    return release !== null;
  };

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (!request.ws) return undefined;
    const { socket } = request.raw;
    const network = addressBlock(request.ip);
    const hash = accessTokenHash(request);
    const refuse = (code: 'no_session' | 'busy') => {
      reply.hijack();
      endWith(socket, rawResponse(code, security));
      return reply;
    };
    if (hash === null) return refuse('no_session');
    if (stopping.aborted) return closeUpgrade(request, reply, restartCode);
    if (request.headers.cookie !== undefined && !isFromOwnOrigin(request, config))
      return closeUpgrade(request, reply, closeCodes.wrongOrigin);
    if (!takes(networks, network, request.raw)) return closeUpgrade(request, reply, closeCodes.tooMuch);
    const release = lookups.take(network);
    if (!release) return refuse('busy');
    let viewer: Viewer | null;
    try {
      viewer = await transact(pool, hash, (_tx, found) => Promise.resolve(found));
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'a live socket was not accepted');
      return closeUpgrade(request, reply, closeCodes.tryLater);
    } finally {
      release();
    }
    if (viewer === null) return closeUpgrade(request, reply, closeCodes.noSession);
    // A connection that ended meanwhile has already had its close event: nothing would ever release what it takes.
    if (socket.destroyed) return reply.hijack();
    if (!takes(users, viewer.userId, request.raw)) return closeUpgrade(request, reply, closeCodes.tooMuch);
    viewers.set(request, viewer);
    return undefined;
  }

  /** The viewer of an admitted request. */
  return { admit, viewerOf: (request: FastifyRequest) => viewers.get(request)! };
}

/** Cuts off a connection that sends too much, before its frames are parsed. */
function limitReceived(socket: Socket): void {
  let windowEnds = 0;
  let received = 0;
  const parse = socket.listeners('data') as ((chunk: Buffer) => void)[];
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    const now = performance.now();
    if (now > windowEnds) {
      windowEnds = now + windowMs;
      received = 0;
    }
    received += chunk.length;
    if (received > maxReceivedBytes) socket.destroy();
    else for (const listener of parse) listener.call(socket, chunk);
  });
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(text);
}

/**
 * The owner's events since the page's data was read: since the position in the URL (`livePosition`), or in the last `age`
 * milliseconds. Undefined if the URL has neither, or some may be unknown.
 */
function missedBy({ query }: FastifyRequest, hub: LiveHub, owner: string): LiveEvent[] | undefined {
  const { since, age } = query as { since?: unknown; age?: unknown };
  if (typeof since === 'string' && /^\d{1,20}$/.test(since)) return hub.since(owner, since);
  if (typeof age === 'string' && /^\d{1,6}$/.test(age)) return hub.ofLast(owner, Number(age));
  return undefined;
}

type Source = { hub: LiveHub; kinds: readonly string[]; recent: LiveEvent[] | undefined };

/**
 * Sends the owner's events until the session is deleted or expires, beginning with the recent ones that the page lacks.
 * Returns the function that stops this.
 */
function attach(socket: WebSocket, viewer: Viewer, { hub, kinds, recent }: Source): () => void {
  const pass = ({ kind, id }: { kind: string; id: string }) => {
    if (kind === 'sessions') {
      // "many" sessions ended in one statement. The page finds out by reconnecting whether its own is among them.
      if (id === viewer.sessionId || id === 'many') socket.close(closeCodes.noSession);
      return;
    }
    if (kinds.includes(kind)) send(socket, JSON.stringify({ kind, id }));
  };
  send(socket, JSON.stringify({ connected: 1, missed: recent === undefined }));
  recent?.forEach(pass);
  const unsubscribe = hub.subscribe(viewer.userId, pass);
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
  // Protocol error: ws has sent a close frame with the reason, and would continue reading to discard the rest.
  if (error.code?.startsWith('WS_ERR_')) return void setImmediate(() => socket.pause());
  // Lost connection.
  if (error.syscall !== undefined) return socket.terminate();
  request.log.warn({ reason: error.message }, 'a live socket was not accepted');
  socket.close(closeCodes.tryLater);
}
