// Responses that are complete before any request: pages for anonymous visitors, and built files. They bypass the
// router and its hooks, which cost five times as much as such a response. The routes of the same URLs handle all other
// requests (HEAD, conditions, cookies, queries) and respond the same: a test compares the two.
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { counts } from '../metrics/counts.ts';
import { connectionCheckMs } from './connection-limits.ts';

/** Header names are lower case. The security headers are added. */
export type Prepared = { headers: Record<string, string>; body: Buffer };

/** Returns a request header by its lower-case name. */
type HeaderOf = (name: string) => string | undefined;

/** Picks the response to send, or undefined to leave the request to the route. */
type Pick = (headerOf: HeaderOf) => Prepared | undefined;

/** Whether a query, without its question mark, makes no difference. */
type IgnoredQuery = (query: string) => boolean;

/** A longer query is left to the route, which is limited: looking at it could cost more than the response. */
const maxQuery = 300;

type Complete = { headers: string[]; body: Buffer };

export class PreparedResponses {
  readonly #security: Record<string, string>;
  readonly #picks = new Map<string, { pick: Pick; ignores: IgnoredQuery | undefined }>();
  readonly #complete = new WeakMap<Prepared, Complete>();

  constructor(security: Record<string, string>) {
    this.#security = security;
  }

  /** Registers responses to GET of exactly this path, without `If-None-Match`, and without a query that is not ignored. */
  add(path: string, pick: Pick, ignores?: IgnoredQuery): void {
    this.#picks.set(path, { pick, ignores });
  }

  /** Leaves the requests of this path to its route again. */
  remove(path: string): void {
    this.#picks.delete(path);
  }

  /**
   * Creates a server that sends these responses itself and passes all other requests to `handler`. It gets only
   * requests that `admit` has not answered. A request for an upgrade that `mayUpgrade` refuses is handled as if it did
   * not ask for one, so its connection keeps its timeouts.
   */
  serverOf(
    handler: RequestListener,
    admit: (request: IncomingMessage, response: ServerResponse) => boolean,
    mayUpgrade: (request: IncomingMessage) => boolean,
  ): Server {
    const respond: RequestListener = (request, response) => {
      if (!admit(request, response)) return;
      if (!this.#trySend(request, response)) handler(request, response);
    };
    const server = createServer(
      {
        connectionsCheckingInterval: connectionCheckMs,
        shouldUpgradeCallback: mayUpgrade,
        // `admit` checks the host, with our headers in its response.
        requireHostHeader: false,
      },
      respond,
    );
    // An unknown `Expect` is ignored: Node's own response would leave the connection open in the middle of the body.
    return server.on('checkExpectation', respond);
  }

  #trySend(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const pick = this.#find(request.url ?? '');
    if (!pick) return false;
    const headerOf = readerOf(request.rawHeaders);
    if (headerOf('if-none-match') !== undefined) return false;
    const picked = pick(headerOf);
    if (!picked) return false;
    const { headers, body } = this.#complete.get(picked) ?? this.#completed(picked);
    response.writeHead(200, [...headers, 'x-request-id', randomUUID()]);
    response.end(body);
    counts.preparedResponses += 1;
    return true;
  }

  #find(url: string): Pick | undefined {
    const exact = this.#picks.get(url);
    if (exact) return exact.pick;
    const at = url.indexOf('?');
    if (at < 0 || url.length - at > maxQuery) return undefined;
    const found = this.#picks.get(url.slice(0, at));
    return found?.ignores?.(url.slice(at + 1)) ? found.pick : undefined;
  }

  #completed(prepared: Prepared): Complete {
    const { headers, body } = prepared;
    const all = { ...this.#security, ...headers, 'content-length': String(body.length) };
    const complete = { headers: Object.entries(all).flat(), body };
    this.#complete.set(prepared, complete);
    return complete;
  }
}

// Raw headers, name and value in turn. Looking up three of them is cheaper than parsing all. Repeated ones are joined as
// for the routes.
function readerOf(raw: readonly string[]): HeaderOf {
  return (name) => {
    let joined: string | undefined;
    for (let at = 0; at < raw.length; at += 2) {
      const found = raw[at]!;
      if (found.length !== name.length || found.toLowerCase() !== name) continue;
      const value = raw[at + 1]!;
      joined = joined === undefined ? value : joined + (name === 'cookie' ? '; ' : ', ') + value;
    }
    return joined;
  };
}
