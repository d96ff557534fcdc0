// A program that the attacker has registered, and what it sends to the authorization server: requests for permission, the
// attacker's decisions on them, and guessed codes and tokens.
import { createHash, randomUUID } from 'node:crypto';
import { oauthPaths } from '#features/connected-apps/oauth-constants.ts';
import { newApiToken } from '#platform/secrets/api-token.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import { send, type Reply } from './send.ts';
import type { Addresses, Asked } from './stored-files.ts';

const redirect = 'http://127.0.0.1:4711/callback';
const verifier = newToken();

/** `network`: a new one for each request, so that no limit is reached before the flood. */
type Way = { url: string; network: () => string };

/** A request that waits for the decision, and the cookies of the browser in which it was made. */
type Opened = { id: string; cookie: string };

/** `toGoOn`: goes on once. */
export type RegisteredApp = { clientId: string; toAllow: Opened; toRefuse: Opened; toGoOn: Opened };

function expectStatus(reply: Reply, status: number): Reply {
  if (reply.status !== status) throw new Error(`${reply.status} ${reply.body.toString().slice(-500)}`);
  return reply;
}

/** An authorization request of this program. */
function askingPath(clientId: string): string {
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirect, response_type: 'code', state: randomUUID() },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${oauthPaths.authorization}?${query.toString()}`;
}

async function openRequest({ url, network }: Way, clientId: string): Promise<Opened> {
  const reply = await send(url + askingPath(clientId), { from: network() });
  const { headers } = expectStatus(reply, 303);
  const id = new URL(headers.location!, url).searchParams.get('request')!;
  const cookie = headers['set-cookie']!.map((set) => set.split(';')[0]).join('; ');
  return { id, cookie };
}

/** Registers a program, and opens the requests that the attacker decides again and again. */
export async function registerApp(way: Way): Promise<RegisteredApp> {
  const { url, network } = way;
  const json = { client_name: 'Flood', redirect_uris: [redirect] };
  const reply = await send(url + oauthPaths.registration, { from: network(), json });
  const { client_id: clientId } = expectStatus(reply, 201).json() as { client_id: string };
  const opened = () => openRequest(way, clientId);
  return { clientId, toAllow: await opened(), toRefuse: await opened(), toGoOn: await opened() };
}

function formBody(path: string, fields: Record<string, string>): Asked {
  const body = Buffer.from(new URLSearchParams(fields).toString());
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { path, method: 'POST', headers, body, isOfProgram: true };
}

function jsonBody(path: string, value: object): Asked {
  const body = Buffer.from(JSON.stringify(value));
  return { path, method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

/** What it sends, by route. */
export function requestsOfApp({ clientId, toAllow, toRefuse, toGoOn }: RegisteredApp): Addresses {
  const { id, cookie } = toGoOn;
  const decide = ({ id: of, cookie: by }: Opened, path: string, body: object): Asked => {
    const asked = jsonBody(`/api/app_requests/${of}${path}`, body);
    return { ...asked, headers: { ...asked.headers, cookie: by } };
  };
  const guess = (fields: Record<string, string>) =>
    formBody(oauthPaths.token, { client_id: clientId, redirect_uri: redirect, ...fields });
  return {
    [`GET ${oauthPaths.authorization}`]: [
      askingPath(clientId),
      askingPath(randomUUID()),
      // Of a program that is described at its address, which cannot be reached.
      askingPath(`https://${randomUUID()}.example/client`),
    ],
    [`GET ${oauthPaths.authorization}/:id`]: [
      { path: `${oauthPaths.authorization}/${id}`, headers: { cookie } },
    ],
    'GET /api/app_requests/:id': [
      { path: `/api/app_requests/${toAllow.id}`, headers: { cookie: toAllow.cookie } },
    ],
    'POST /api/app_requests/:id/allow': [decide(toAllow, '/allow', { scopes: ['log:read'] })],
    'POST /api/app_requests/:id/refuse': [decide(toRefuse, '/refuse', {})],
    [`POST ${oauthPaths.token}`]: [
      guess({ grant_type: 'authorization_code', code: newToken(), code_verifier: verifier }),
      guess({ grant_type: 'refresh_token', refresh_token: newToken() }),
    ],
    [`POST ${oauthPaths.revocation}`]: [newToken(), newApiToken()].map((token) =>
      formBody(oauthPaths.revocation, { client_id: clientId, token }),
    ),
    [`POST ${oauthPaths.registration}`]: [
      jsonBody(oauthPaths.registration, { client_name: randomUUID(), redirect_uris: [redirect] }),
      jsonBody(oauthPaths.registration, {
        redirect_uris: Array.from({ length: 100 }, (_, port) => `http://127.0.0.1:${port + 1}/callback`),
      }),
    ],
  };
}
