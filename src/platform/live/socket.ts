// The WebSocket at /api/live. It belongs to a session: it opens with a live one and a request from our own pages, and it
// ends with it.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { WebSocket } from 'ws';
import type { Config } from '../config/config.ts';
import { transact, type Viewer } from '../database/transaction.ts';
import { isFromOwnOrigin } from '../http/own-origin.ts';
import { accessTokenHash } from '../http/tokens.ts';
import type { LiveHub } from './hub.ts';

/** Codes of our own: the page asks for its session anew, or connects again. */
const closing = { noSession: 4401, wrongOrigin: 4403, gap: 4000, tooMuch: 4008 } as const;
const messageMost = 1024;
const unsentMost = 256 * 1024;
const socketsPerUser = 50;

type Parts = { config: Config; pool: pg.Pool; hub: LiveHub };

export async function serveLive(server: FastifyInstance, { config, pool, hub }: Parts): Promise<void> {
  await server.register(websocket, { options: { maxPayload: messageMost } });
  const open = new Map<string, number>();
  server.get('/api/live', { websocket: true }, async (socket, request) => {
    // What arrives before the session is known must not be lost, so the answer to it waits for the same promise.
    const entered = enter(request, config, pool);
    // What went wrong is answered below, once.
    const isIn = entered.then(
      (viewer) => typeof viewer === 'object',
      () => false,
    );
    socket.on('message', () => void isIn.then((yes) => yes && pong(socket)));
    const viewer = await entered;
    if (typeof viewer === 'number') return socket.close(viewer);
    // Whoever left meanwhile has had the close event already: nothing would ever take the listener off again.
    if (socket.readyState !== socket.OPEN) return;
    const mine = open.get(viewer.userId) ?? 0;
    if (mine >= socketsPerUser) return socket.close(closing.tooMuch);
    open.set(viewer.userId, mine + 1);
    const leave = attach(socket, viewer, hub);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      leave();
      const left = (open.get(viewer.userId) ?? 1) - 1;
      if (left > 0) open.set(viewer.userId, left);
      else open.delete(viewer.userId);
    });
  });
}

async function enter(request: FastifyRequest, config: Config, pool: pg.Pool): Promise<Viewer | number> {
  if (request.headers.cookie !== undefined && !isFromOwnOrigin(request, config)) return closing.wrongOrigin;
  const hash = accessTokenHash(request);
  const viewer = hash && (await transact(pool, hash, (_tx, found) => Promise.resolve(found)));
  return viewer ?? closing.noSession;
}

function pong(socket: WebSocket): void {
  if (socket.readyState === socket.OPEN) socket.send('{"pong":1}');
}

// Sends the owner's events until the session ends: by its row's end, or by its time.
function attach(socket: WebSocket, viewer: Viewer, hub: LiveHub): () => void {
  const unsubscribe = hub.subscribe(viewer.userId, ({ kind, id }) => {
    if (kind === 'sessions') {
      // "many" ended at once: whether this one is among them is found out by connecting again.
      if (id === viewer.sessionId || id === 'many') socket.close(closing.noSession);
      return;
    }
    // A reader that does not read is let go; it will ask for what it missed.
    if (socket.bufferedAmount > unsentMost) return socket.terminate();
    socket.send(JSON.stringify({ kind, id }));
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
