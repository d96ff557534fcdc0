// A provider of OpenID Connect in this process, which signs in the person whom a test names, at once.
import { OAuth2Server } from 'oauth2-mock-server';
import type { TestApp } from './app.ts';
import type { Answer, Caller } from './caller.ts';

export const clientId = 'logbook';

type Claims = Record<string, unknown>;
type Token = { header: Record<string, unknown>; payload: Claims };

export type TestProvider = {
  server: OAuth2Server;
  issuer: string;
  /** Settings of an instance that uses it. */
  env: Record<string, string>;
  /** What the next tokens say, in addition to what the protocol needs, and that it has just asked the person. */
  says(claims: Claims): void;
  /** Changes the next token of an identity before it is signed. */
  changeNext(change: (token: Token) => void): void;
  /** Changes the next response with tokens. */
  respondNext(change: (response: { body: Claims; statusCode: number }) => void): void;
  /** Changes the next address that leads back. */
  redirectNext(change: (url: URL) => void): void;
  /** A signed token of its own. */
  sign(payload: Claims, header?: Claims): Promise<string>;
  stop(): Promise<void>;
};

export async function startProvider(): Promise<TestProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, 'localhost');
  const issuer = server.issuer.url!;
  let claims: Claims = {};
  let change: ((token: Token) => void) | undefined;
  const isIdentity = ({ payload }: Token) => payload['aud'] === clientId;
  server.service.on('beforeTokenSigning', (token: Token) => {
    if (!isIdentity(token)) return;
    Object.assign(token.payload, { auth_time: Math.floor(Date.now() / 1000) }, claims);
    change?.(token);
    change = undefined;
  });
  server.service.on('beforeUserinfo', (response: { body: Claims }) => {
    response.body = { sub: claims['sub'] };
  });
  return {
    server,
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_NAME: 'Example Staff' },
    says(next) {
      claims = next;
    },
    changeNext(next) {
      change = next;
    },
    respondNext(next) {
      server.service.once('beforeResponse', next);
    },
    redirectNext(next) {
      server.service.once('beforeAuthorizeRedirect', ({ url }: { url: URL }) => next(url));
    },
    async sign(payload, header = {}) {
      const token = await server.issuer.buildToken({
        scopesOrTransform(tokenHeader, tokenPayload) {
          Object.assign(tokenHeader, header);
          Object.assign(tokenPayload, payload);
        },
      });
      return token;
    },
    stop: () => server.stop(),
  };
}

let people = 0;
/** A person whom the provider knows, with a verified address. */
export function aPerson(more: Claims = {}) {
  const sub = `person-${++people}-${Math.random().toString(36).slice(2)}`;
  return { sub, email: `${sub}@staff.example`, email_verified: true, name: 'Grace Staff', ...more };
}

/** The page of the provider to which this browser is sent. */
export async function leave(caller: Caller): Promise<URL> {
  const { status, headers } = await caller.call('GET /api/auth/provider');
  if (status !== 303) throw new Error(`Leaving returned ${status}`);
  return new URL(headers['location']!, 'http://here.example');
}

/** The query with which the provider sends the browser back. */
export async function atProvider(address: URL | string): Promise<Record<string, string>> {
  const response = await fetch(address, { redirect: 'manual' });
  return Object.fromEntries(new URL(response.headers.get('location')!).searchParams);
}

export const comeBack = (caller: Caller, query: Record<string, unknown>): Promise<Answer> =>
  caller.call('GET /api/auth/provider/callback', { query });

/** How a way through the provider ended. */
export const outcomeOf = ({ headers }: Answer): string | undefined =>
  /^\/auth\?provider=([\w-]+)$/.exec(headers['location'] ?? '')?.[1];

/** Signs in at the provider, and comes back: the outcome. */
export async function throughProvider(caller: Caller): Promise<string | undefined> {
  return outcomeOf(await comeBack(caller, await atProvider(await leave(caller))));
}

/** A way for a session: the outcome, or the code of the refusal to begin it. */
export async function forSession(
  caller: Caller,
  purpose: 'connect' | 'confirm',
): Promise<string | undefined> {
  const { json } = await caller.call<{ url?: string; code?: string }>('POST /api/auth/provider', {
    body: { purpose },
  });
  if (json.url === undefined) return json.code;
  return outcomeOf(await comeBack(caller, await atProvider(json.url)));
}

/** A user whose account this person of the provider opens. */
export async function signUpByProvider(app: TestApp, provider: TestProvider, person = aPerson()) {
  provider.says(person);
  const caller = app.anonymous();
  const outcome = await throughProvider(caller);
  const { json } = await caller.call<{ user: { id: string; email: string } }>('GET /api/auth/user');
  return Object.assign(caller, { outcome, person, userId: json.user?.id, email: json.user?.email });
}
