// Answers that are whole before anybody asks: pages without their reader, and built files. They go out ahead of the
// router and its hooks, which cost five times what such an answer does. The routes of the same addresses stay for every
// other way to ask (HEAD, conditions, cookies, queries), and say the same: a test compares the two.
import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { lookEveryMs } from './connection-limits.ts';

/** Headers by their names in small letters; the security headers stand before them. */
export type Prepared = { headers: Record<string, string>; body: Buffer };

/** One of a request's headers, by its name in small letters. */
type HeaderOf = (name: string) => string | undefined;

/** Answers what goes out, or nothing where the route has to look. */
type Pick = (headerOf: HeaderOf) => Prepared | undefined;

type Whole = { headers: string[]; body: Buffer };

export class PreparedAnswers {
  readonly #security: Record<string, string>;
  readonly #picks = new Map<string, Pick>();
  readonly #whole = new WeakMap<Prepared, Whole>();

  constructor(security: Record<string, string>) {
    this.#security = security;
  }

  /** For GET at exactly this path, without a query and unless the request says what it has already. */
  add(path: string, pick: Pick): void {
    this.#picks.set(path, pick);
  }

  /** A server that answers these itself and leaves the rest to `handler`. */
  serverOf(handler: RequestListener): Server {
    return createServer({ connectionsCheckingInterval: lookEveryMs }, (request, response) => {
      if (!this.#answers(request, response)) handler(request, response);
    });
  }

  #answers(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const pick = this.#picks.get(request.url ?? '');
    if (!pick) return false;
    const headerOf = readerOf(request.rawHeaders);
    if (headerOf('if-none-match') !== undefined) return false;
    const picked = pick(headerOf);
    if (!picked) return false;
    const { headers, body } = this.#whole.get(picked) ?? this.#make(picked);
    response.writeHead(200, [...headers, 'x-request-id', randomUUID()]);
    response.end(body);
    return true;
  }

  #make(prepared: Prepared): Whole {
    const { headers, body } = prepared;
    const all = { ...this.#security, ...headers, 'content-length': String(body.length) };
    const whole = { headers: Object.entries(all).flat(), body };
    this.#whole.set(prepared, whole);
    return whole;
  }
}

// The headers as they came, name and value in turn: reading three of them costs less than sorting all.
function readerOf(raw: readonly string[]): HeaderOf {
  return (name) => {
    for (let at = 0; at < raw.length; at += 2) {
      const found = raw[at]!;
      if (found.length === name.length && found.toLowerCase() === name) return raw[at + 1];
    }
    return undefined;
  };
}
