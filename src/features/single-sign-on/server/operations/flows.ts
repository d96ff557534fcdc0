// A way through the provider and back. Its state is sealed, so nothing is stored when one begins; it is bound to the browser by a
// cookie of its own, so that no one can be sent back with another person's answer; and it is spent when the browser returns. The
// nonce and the verifier of PKCE are computed from it: only this instance can (docs/decisions/0062-single-sign-on.md).
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deriveKey, hashToken, isToken, newToken, successorOf } from '#platform/secrets/secrets.ts';
import { SealedTokens } from '#platform/secrets/sealed-token.ts';
import { limits, purposes } from '../../constants.ts';

type Purpose = (typeof purposes)[number];

/** `session`: the one that it is for; null for a sign-in. */
export type Aim = { purpose: Purpose; session: string | null };

export type Flow = Aim & {
  state: string;
  /** Binds the token of the provider to this flow. */
  nonce: string;
  /** Binds the code of the provider to this flow (PKCE). */
  verifier: string;
  /** Milliseconds. */
  startedAt: number;
  /** Stored when the browser returns, so that it works once until then. */
  spent: { hash: Buffer; endsAt: Date };
};

const lifeMs = limits.flowMinutes * 60_000;

export class Flows {
  readonly #tokens: SealedTokens;
  readonly #key: Buffer;

  constructor(appSecret: string) {
    this.#tokens = new SealedTokens(appSecret, 'provider states');
    this.#key = deriveKey(appSecret, 'provider flows');
  }

  /** Begins a flow in this browser, which may have several at a time. */
  begin(request: FastifyRequest, reply: FastifyReply, { purpose, session }: Aim): Flow {
    const { provider, secure } = reply.server.cookieNames;
    const browser = browserOf(request) ?? newToken();
    // Lax: the provider leads back with a link, and a stricter cookie would not be sent then.
    reply.setCookie(provider, browser, {
      ...({ path: '/', httpOnly: true, sameSite: 'lax', secure } as const),
      maxAge: lifeMs / 1000,
    });
    const startedAt = Date.now();
    const claims = [purpose, startedAt, session ?? '-', randomBytes(16).toString('base64url')];
    const state = this.#tokens.seal(browser, claims);
    return this.#flowOf(state, { purpose, session }, startedAt);
  }

  /** The flow that this return ends. Undefined: of another browser or instance, changed, or too late. */
  take(request: FastifyRequest, state: string | undefined): Flow | undefined {
    const browser = browserOf(request);
    if (browser === undefined || state === undefined) return undefined;
    const [named, from, session] = this.#tokens.open(browser, state);
    const purpose = purposes.find((known) => known === named);
    const startedAt = Number(from);
    if (!purpose || !(startedAt + lifeMs > Date.now())) return undefined;
    return this.#flowOf(state, { purpose, session: session === '-' ? null : session! }, startedAt);
  }

  #flowOf(state: string, aim: Aim, startedAt: number): Flow {
    return {
      ...aim,
      state,
      nonce: successorOf(this.#key, state, 'nonce'),
      verifier: successorOf(this.#key, state, 'verifier'),
      startedAt,
      spent: { hash: hashToken(state), endsAt: new Date(startedAt + lifeMs) },
    };
  }
}

function browserOf(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[request.server.cookieNames.provider];
  return cookie !== undefined && isToken(cookie) ? cookie : undefined;
}
