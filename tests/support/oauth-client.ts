// An app that connects by OAuth with a client metadata document: its single requests, for tests of the authorization server.
import { expect } from 'vitest';
import type { ConnectedApp } from '#features/connected-apps/contract.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { allow, fetchIn, open, proof, type AppTokens } from './connected-apps.ts';

export const clientId = 'https://app.example/client';
export const redirect = 'https://app.example/back';
export const describes = (id: string, more: object = {}) =>
  JSON.stringify({
    ...{ client_id: id, client_name: 'Example', redirect_uris: [redirect, 'http://127.0.0.1/back'] },
    ...more,
  });

type Tokens = AppTokens & { scope: string };
type Fields = Record<string, string | string[]>;

/** The status of the list of tools with this token. */
export const listMcp = ({ server, config }: Pick<TestApp, 'server' | 'config'>, token: string) =>
  fetchIn({ server, config })(`${config.appUrl}/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    headers: {
      ...{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
      accept: 'application/json, text/event-stream',
    },
  }).then(({ status }) => status);

export const appsOf = async (person: Caller) =>
  (await person.call<{ rows: ConnectedApp[] }>('GET /api/connected_apps')).json.rows;

/** A new user, and no request counted so far. */
export async function newOwner(app: TestApp): Promise<Caller> {
  await app.database.asOwner((db) => db.query('delete from limit_hits'));
  return app.signUp();
}

/** The requests of the app. `instance`: the server that it connects to, once it has started. */
export function oauthClient(instance: () => TestApp) {
  const asks = (challenge: string, more: Record<string, string | undefined> = {}) => {
    const url = new URL('/oauth/authorize', instance().config.appUrl);
    const all = {
      ...{ client_id: clientId, redirect_uri: redirect, response_type: 'code', state: 'mine' },
      ...{
        code_challenge: challenge,
        code_challenge_method: 'S256',
        resource: `${instance().config.appUrl}/mcp`,
      },
      ...more,
    };
    for (const [name, value] of Object.entries(all))
      if (value !== undefined) url.searchParams.set(name, value);
    return url;
  };

  /** A field with several values is sent several times. */
  async function tokens(fields: Fields): Promise<{ status: number; json: Tokens }> {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries({ client_id: clientId, ...fields }))
      for (const value of [values].flat()) body.append(name, value);
    const response = await fetchIn(instance())(`${instance().config.appUrl}/oauth/token`, {
      method: 'POST',
      body,
    });
    return { status: response.status, json: (await response.json()) as Tokens };
  }

  const exchange = (code: string, verifier: string, more: Fields = {}) =>
    tokens({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirect,
      ...more,
    });
  const refresh = (token: string, more: Fields = {}) =>
    tokens({ grant_type: 'refresh_token', refresh_token: token, ...more });

  /** Connects the app for the user. Returns its code. */
  async function codeOf(person: Caller, more: Record<string, string | undefined> = {}, days = 30) {
    const { verifier, challenge } = proof();
    const { id } = await open(person, asks(challenge, more));
    const back = await allow(person, id, { scopes: ['log:read'], days });
    return { code: back.searchParams.get('code')!, verifier, back };
  }

  async function connected(person: Caller, more: Record<string, string | undefined> = {}): Promise<Tokens> {
    const { code, verifier } = await codeOf(person, more);
    const { status, json } = await exchange(code, verifier);
    expect(status).toBe(200);
    return json;
  }

  return { asks, tokens, exchange, refresh, codeOf, connected };
}
