// Bounds the requests that a network has in progress, before their bodies are parsed: the process serves all requests
// in one thread, so a caller who sends many concurrently would make all others wait. Requests beyond the bound wait for
// their turn. Heavy ones have a second, smaller bound, for the network, the user and the process. Those of the network
// with the least recent use are next. Requests are refused only when too many wait (503).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Busy, FairQueue } from '../hashing/fair-queue.ts';
import { addressBlock } from './address-block.ts';
import { isStreamed } from './streamed.ts';
import { accessTokenHash } from './tokens.ts';

/** Requests that may wait: more than all connections of a network, and of the process. */
const places = { places: 8_000, placesPerKey: 2_000 };
/** An office behind one address has many people, but their requests take milliseconds each. */
const anyRequest = { running: Infinity, runningPerKey: 2, runningAlone: 256, ...places };
/** A form with a file takes as long as its upload. */
const upload = { running: Infinity, runningPerKey: 16, ...places };
const heavyOfUser = { running: Infinity, runningPerKey: 1, places: 1_000, placesPerKey: 64 };
const heavy = { running: 2, runningPerKey: 1, places: 1_000, placesPerKey: 128 };

/**
 * A request that takes longer waits for something else, such as a password hash, another host or a database that does not
 * respond. It does not occupy the thread, so it leaves its turn to others of its network. Milliseconds.
 */
const longestTurnMs = 500;
/** After this time without a response to a caller who is gone, its turn ends anyway. Milliseconds. */
const abandonedMs = 30_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** End the turns that the request has. */
    turns: (() => void)[];
    /**
     * Begins the turn of a request with a body. A parser whose work grows with the body calls it when the body has
     * arrived, so a caller who withholds bytes occupies nothing. Undefined if there is no turn to begin.
     */
    beginTurn: (() => Promise<void>) | undefined;
  }
  interface FastifyContextConfig {
    /** Takes more than 5 ms of this process or the database. */
    heavy?: boolean;
  }
}

/** Call it after the hooks that set the headers of all responses. `userOf` names the user of an access token's hash. */
export function limitRequests(server: FastifyInstance, userOf: (tokenHash: Buffer) => string): void {
  const requests = new FairQueue(anyRequest);
  const uploads = new FairQueue(upload);
  const heavyUsers = new FairQueue(heavyOfUser);
  const heavyWork = new FairQueue(heavy);
  server.decorateRequest('turns');
  server.decorateRequest('beginTurn');

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isUpload = isStreamed(request);
    const end = await (isUpload ? uploads : requests).admit(networkOf(request));
    const timer = isUpload ? undefined : setTimeout(end, longestTurnMs).unref();
    take(request, reply, () => {
      clearTimeout(timer);
      // The next request begins in another turn of the event loop, so that others have theirs in between.
      setImmediate(end);
    });
  }

  /** A heavy request does not occupy a turn of others while it waits. */
  async function beginHeavy(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    endTurns(request);
    const hash = accessTokenHash(request);
    const user = hash && { key: userOf(hash), isKnown: false };
    const endOfUser = user && (await heavyUsers.admit(user));
    const end = await heavyWork.admit(networkOf(request)).catch((error: unknown) => {
      endOfUser?.();
      throw error;
    });
    const began = performance.now();
    take(request, reply, () => {
      endOfUser?.();
      // Heavy requests of one network take at most half of the time, so that others are served in between.
      setTimeout(end, performance.now() - began).unref();
    });
  }

  server.addHook('onRequest', async (request, reply) => {
    request.turns = [];
    // A socket has its own limits (../live/socket.ts).
    const isSocket = request.raw.headers.upgrade !== undefined;
    if (isSocket) return;
    if (!hasBody(request) || isStreamed(request)) return begin(request, reply);
    request.beginTurn = () => {
      request.beginTurn = undefined;
      return begin(request, reply);
    };
  });

  // All other bodies are short, and have arrived.
  server.addHook('preValidation', async (request) => request.beginTurn?.());

  server.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.heavy) await beginHeavy(request, reply);
  });

  // Not when the response is sent: a caller who reads slowly does not make others wait.
  server.addHook('onSend', (request, _reply, payload, done) => {
    endTurns(request);
    done(null, payload);
  });
}

const networkOf = ({ ip }: FastifyRequest) => ({ key: addressBlock(ip), isKnown: false });

/** Notes that a turn has begun. Ends it immediately when the caller is gone. */
function take(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  if (reply.raw.destroyed) {
    end();
    throw new Busy();
  }
  request.turns.push(end);
  reply.raw.once('close', () => {
    if (request.turns.length > 0) setTimeout(endTurns, abandonedMs, request).unref();
  });
}

/** Ends the turns of a request early, such as one that goes on to wait in a queue of its own work. */
export function endTurns(request: FastifyRequest): void {
  // Responses to requests that no hook has seen, such as those with a malformed URL, have none.
  for (const end of request.turns?.splice(0) ?? []) end();
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
