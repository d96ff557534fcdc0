// Apps that connect by OAuth: the official client of the Model Context Protocol, and single requests.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { Network } from '#platform/http/fetch-public.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';

type Document = { status?: number; headers?: Record<string, string>; body: string | Readable };

/** An internet with these documents. Hosts have a public address unless `hosts` says otherwise. */
export function internetOf(
  documents: Map<string, Document>,
  hosts: Record<string, string[]> = {},
): Network & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve: (host) => Promise.resolve(hosts[host] ?? ['93.184.215.14']),
    request(url, _options, onResponse) {
      asked.push(url.href);
      const { status = 200, headers = {}, body } = documents.get(url.href) ?? { status: 404, body: '' };
      const stream = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
      const response = Object.assign(stream, { statusCode: status, headers }) as unknown as IncomingMessage;
      queueMicrotask(() => onResponse(response));
      return { on: () => undefined, end: () => undefined };
    },
  };
}

/** `fetch` of a program that reaches only this server. */
export const fetchIn =
  ({ server, config }: Pick<TestApp, 'server' | 'config'>): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { host, pathname, search } = new URL(request.url);
    if (new URL(config.appUrl).host !== host) throw new Error(`Not the server: ${host}`);
    const response = await server.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers), host },
      ...(request.body && { payload: await request.text() }),
    });
    const noBody = [204, 304].includes(response.statusCode);
    return new Response(noBody ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
    });
  };

/** A verifier and its challenge (PKCE). */
export function proof(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Opens an authorization request in a browser. Returns the id of the request that it asks the user about. */
export async function open(browser: Caller, url: URL | string): Promise<{ id: string; location: string }> {
  const { pathname, search } = new URL(url, browser.origin);
  const { headers, status, text } = await browser.call(`GET ${pathname}${search}`, {
    headers: { origin: undefined },
  });
  const location = headers['location'] ?? '';
  if (status !== 303)
    throw new Error(`Status ${status}: ${text.replace(/<style[^]*?<\/style>|<[^>]*>/g, '').slice(-900)}`);
  return { id: new URL(location, browser.origin).searchParams.get('request') ?? '', location };
}

/** An app that the user has connected, without its tokens. */
export async function addConnectedApp(app: TestApp, user: Caller): Promise<void> {
  await app.database.asOwner((db) =>
    db.query(
      `insert into connected_apps (id, user_id, grant_hash, client_id, name, host, scopes, audience, expires_at)
       values (gen_random_uuid(), $1, uuid_send(gen_random_uuid()), 'https://app.example/client', 'App', 'app.example',
         '{log:read}', 'mcp', now() + interval '1 day')`,
      [user.userId],
    ),
  );
}

/** Allows a request, and goes back to the app. Returns the address with the code. */
export async function allow(browser: Caller, id: string, body: object): Promise<URL> {
  const { json, status } = await browser.call<{ continue: string }>('POST /api/app_requests/:id/allow', {
    params: { id },
    body,
  });
  if (status !== 200) throw new Error(`Status ${status}: ${JSON.stringify(json)}`);
  const { pathname } = new URL(json.continue);
  const { headers, text } = await browser.call(`GET ${pathname}`, { headers: { origin: undefined } });
  if (headers['location'] === undefined) throw new Error(text.slice(0, 400));
  return new URL(headers['location']);
}

const registered = 'http://127.0.0.1:4711/back';

/** Sends a form to the authorization server, as a program does. */
export const sendForm = (app: TestApp, path: string, fields: Record<string, string>) =>
  fetchIn(app)(app.config.appUrl + path, { method: 'POST', body: new URLSearchParams(fields) });

/** Registers a program. Returns what it is called and where it asks for permission. */
export async function registerProgram(
  app: TestApp,
): Promise<{ clientId: string; verifier: string; asks: URL }> {
  const response = await fetchIn(app)(`${app.config.appUrl}/oauth/register`, {
    method: 'POST',
    body: JSON.stringify({ client_name: 'App', redirect_uris: [registered] }),
    headers: { 'content-type': 'application/json' },
  });
  const { client_id: clientId } = (await response.json()) as { client_id: string };
  const { verifier, challenge } = proof();
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: registered, response_type: 'code', code_challenge: challenge },
    ...{ code_challenge_method: 'S256', resource: `${app.config.appUrl}/mcp` },
  });
  return { clientId, verifier, asks: new URL(`/oauth/authorize?${query.toString()}`, app.config.appUrl) };
}

export type AppTokens = { access_token: string; refresh_token: string; expires_in: number; error?: string };

/** Connects a new program of the user. `refresh` sends its refresh token. */
export async function connectProgram(app: TestApp, user: Caller, scopes = ['log:read']) {
  const { clientId, verifier, asks } = await registerProgram(app);
  const { id } = await open(user, asks);
  const back = await allow(user, id, { scopes });
  const token = async (fields: Record<string, string>) => {
    const response = await sendForm(app, '/oauth/token', { client_id: clientId, ...fields });
    return (await response.json()) as AppTokens;
  };
  const tokens = await token({
    ...{ grant_type: 'authorization_code', code: back.searchParams.get('code')! },
    ...{ code_verifier: verifier, redirect_uri: registered },
  });
  const refresh = () => token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
  return { tokens, refresh };
}
