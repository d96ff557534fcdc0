// A certified provider of OpenID Connect in this process, with pages where people sign in: their login is their name there.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { freePort } from './free-port.ts';

type Provider = new (issuer: string, settings: object) => { callback(): RequestListener };

export type StaffProvider = {
  issuer: string;
  /** Settings of an instance that uses it. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

/** `url`: the address of the instance that uses it. */
export async function startStaffProvider(url: string): Promise<StaffProvider> {
  // Its types are not published.
  const name: string = 'oidc-provider';
  const { default: ProviderOf } = (await import(name)) as { default: Provider };
  const issuer = `http://localhost:${await freePort()}`;
  const secret = 'a secret of the provider and of this instance';
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new ProviderOf(issuer, {
    clients: [
      {
        ...{ client_id: 'logbook', client_secret: secret },
        redirect_uris: [`${url}/api/auth/provider/callback`],
        backchannel_logout_uri: `${url}/api/auth/provider/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['of tests'] },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    // Its own refuses addresses of this machine.
    fetch: (
      address: URL | string,
      { dispatcher: _own, ...options }: RequestInit & { dispatcher?: unknown },
    ) => fetch(address, options),
    pkce: { required: () => true },
    // As the standard wants it: only the requested claims, and only from the endpoint for them.
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        ...{ email: `${login}@staff.example`, email_verified: true, name: `${login} of the staff` },
      }),
    }),
  });
  const server = createServer(provider.callback());
  await new Promise<void>((listening) => server.listen(Number(new URL(issuer).port), 'localhost', listening));
  return {
    issuer,
    env: {
      ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'logbook', OIDC_CLIENT_SECRET: secret },
      OIDC_NAME: 'Example Staff',
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
