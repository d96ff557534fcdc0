import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { callWith } from '#tests/support/api-tokens.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { allow, fetchIn, internetOf, open, proof } from '#tests/support/connected-apps.ts';
import { limits } from '../../constants.ts';
import { pageTexts } from '../../page-texts.ts';
import type { ConnectedApp } from '../../contract.ts';

const clientId = 'https://app.example/client';
const redirect = 'https://app.example/back';
const describes = (id: string, more: object = {}) =>
  JSON.stringify({
    ...{ client_id: id, client_name: 'Example', redirect_uris: [redirect, 'http://127.0.0.1/back'] },
    ...more,
  });
const documents = new Map<string, Parameters<typeof internetOf>[0] extends Map<string, infer D> ? D : never>([
  [clientId, { body: describes(clientId) }],
  ['https://other.example/client', { body: describes('https://other.example/client') }],
  ['https://moved.example/client', { status: 302, headers: { location: clientId }, body: '' }],
  [
    'https://large.example/client',
    { body: describes('https://large.example/client', { x: 'x'.repeat(6000) }) },
  ],
  ['https://liar.example/client', { body: describes(clientId) }],
  ['https://broken.example/client', { body: '{"client_id":' }],
  ['https://slow.example/client', { body: new Readable({ read: () => undefined }) }],
  ['https://inside.example/client', { body: describes('https://inside.example/client') }],
  ['https://both.example/client', { body: describes('https://both.example/client') }],
  [
    'https://script.example/client',
    { body: describes('https://script.example/client', { redirect_uris: ['javascript:alert(1)'] }) },
  ],
]);
const network = internetOf(documents, {
  'inside.example': ['10.0.0.7'],
  'both.example': ['93.184.215.14', '::1'],
  localhost: ['127.0.0.1'],
});

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp({}, undefined, undefined, network);
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await app.signUp();
  await app.database.asOwner((db) => db.query('delete from limit_hits'));
});

const asks = (challenge: string, more: Record<string, string | undefined> = {}) => {
  const url = new URL('/oauth/authorize', app.config.appUrl);
  const all = {
    ...{ client_id: clientId, redirect_uri: redirect, response_type: 'code', state: 'mine' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: `${app.config.appUrl}/mcp` },
    ...more,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
};

type Tokens = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  error?: string;
};

async function tokens(fields: Record<string, string>): Promise<{ status: number; json: Tokens }> {
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  const response = await fetchIn(app)(`${app.config.appUrl}/oauth/token`, { method: 'POST', body });
  return { status: response.status, json: (await response.json()) as Tokens };
}

const exchange = (code: string, verifier: string, more: Record<string, string> = {}) =>
  tokens({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirect,
    ...more,
  });
const refresh = (token: string, more: Record<string, string> = {}) =>
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

const listMcp = (token: string) =>
  fetchIn(app)(`${app.config.appUrl}/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    headers: {
      ...{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
      accept: 'application/json, text/event-stream',
    },
  }).then(({ status }) => status);
const appsOf = async (person: Caller) =>
  (await person.call<{ rows: ConnectedApp[] }>('GET /api/connected_apps')).json.rows;

/** Opens a request that must not lead anywhere. */
async function refusedPage(url: URL): Promise<string> {
  const { status, headers, text } = await ada.call(`GET ${url.pathname}${url.search}`, {
    headers: { origin: undefined },
  });
  expect([status, headers['location']]).toEqual([400, undefined]);
  expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
  return text;
}

describe('an authorization request', () => {
  it.each([
    ['unknown to it', 'https://nowhere.example/client'],
    ['on http', 'http://app.example/client'],
    ['that redirects', 'https://moved.example/client'],
    ['that is larger than 5 kB', 'https://large.example/client'],
    ['that names another client', 'https://liar.example/client'],
    ['that is no JSON', 'https://broken.example/client'],
    ['at a private address', 'https://inside.example/client'],
    ['with a private address among others', 'https://both.example/client'],
    ['at an address of this machine', 'https://127.0.0.1/client'],
    ['at a port', 'https://app.example:8443/client'],
    ['with a script as its address', 'https://script.example/client'],
  ])('is refused with a page for a document %s', async (_what, id) => {
    expect(await refusedPage(asks(proof().challenge, { client_id: id }))).toContain(pageTexts.failed);
  });

  it('does not wait for a slow document', async () => {
    const began = Date.now();
    expect(
      await refusedPage(asks(proof().challenge, { client_id: 'https://slow.example/client' })),
    ).toContain(pageTexts.failed);
    expect(Date.now() - began).toBeLessThan(limits.documentMs + 3000);
  }, 15_000);

  it('never asks a private address', () => {
    expect(network.asked.filter((url) => /inside|both|127\.0|8443/.test(url))).toEqual([]);
  });

  it.each([
    'https://app.example/back/',
    'https://app.example/back?more',
    'https://app.example.evil.example/back',
    'https://evil.example/back',
    'http://app.example/back',
    'http://127.0.0.1:4000/other',
    'javascript:alert(1)',
    '//evil.example',
  ])('shows a page instead of a redirect to %s', async (redirect_uri) => {
    expect(await refusedPage(asks(proof().challenge, { redirect_uri }))).toContain(pageTexts.failed);
  });

  it('may return to any port of the device', async () => {
    const { location } = await open(
      ada,
      asks(proof().challenge, { redirect_uri: 'http://127.0.0.1:49152/back' }),
    );
    expect(location).toContain('/app/allow?request=');
  });

  it.each([
    [
      'without a challenge',
      { code_challenge: undefined, code_challenge_method: undefined },
      'invalid_request',
    ],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['for a token without a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['that wants no question', { prompt: 'none' }, 'consent_required'],
  ] as const)('%s goes back with an error', async (_what, more, error) => {
    const { location } = await open(ada, asks(proof().challenge, more));
    const back = new URL(location.replace('#', '?'));
    expect([back.origin, back.searchParams.get('error')]).toEqual(['https://app.example', error]);
    expect(back.searchParams.get('iss')).toBe(app.config.appUrl);
    expect(back.searchParams.get('state')).toBe('mine');
  });

  it('for two resources goes back with an error: a token is for one', async () => {
    const url = asks(proof().challenge);
    url.searchParams.append('resource', `${app.config.appUrl}/api`);
    const { location } = await open(ada, url);
    expect(new URL(location).searchParams.get('error')).toBe('invalid_target');
  });

  it('is limited for each network', async () => {
    const url = asks(proof().challenge);
    const statuses = await Promise.all(
      Array.from(
        { length: 65 },
        async () =>
          (await ada.call(`GET ${url.pathname}${url.search}`, { headers: { origin: undefined } })).status,
      ),
    );
    expect(statuses.filter((status) => status === 303)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe('the decision', () => {
  it('is possible only in the browser in which the request was made', async () => {
    const { id } = await open(app.anonymous(), asks(proof().challenge));
    const params = { id };
    expect((await ada.call('GET /api/app_requests/:id', { params })).status).toBe(404);
    const body = { scopes: ['log:read'] };
    const { status, json } = await ada.call<ProblemBody>('POST /api/app_requests/:id/allow', {
      params,
      body,
    });
    expect([status, json.code]).toEqual([404, 'request_over']);
    expect((await ada.call('POST /api/app_requests/:id/refuse', { params })).status).toBe(404);
    expect(await appsOf(ada)).toEqual([]);
  });

  it('is made once, whatever is clicked how often', async () => {
    const { id } = await open(ada, asks(proof().challenge));
    const call = () =>
      ada.call<{ continue: string }>('POST /api/app_requests/:id/allow', {
        params: { id },
        body: { scopes: ['log:read'] },
      });
    const answers = await Promise.all(Array.from({ length: 8 }, call));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ json }) => json.continue)).size).toBe(1);
    expect(await appsOf(ada)).toHaveLength(1);
    const refused = await ada.call('POST /api/app_requests/:id/refuse', { params: { id } });
    expect(refused.status).toBe(404);
  });

  it('does not pass to another account in the same browser', async () => {
    const { id } = await open(ada, asks(proof().challenge));
    await ada.call('POST /api/app_requests/:id/allow', { params: { id }, body: { scopes: ['log:read'] } });
    const bea = await app.signUp();
    bea.cookies = { ...ada.cookies, ...bea.cookies };
    expect((await bea.call('GET /api/app_requests/:id', { params: { id } })).status).toBe(404);
  });

  it('to refuse tells the app so', async () => {
    const { id } = await open(ada, asks(proof().challenge));
    const { json } = await ada.call<{ continue: string }>('POST /api/app_requests/:id/refuse', {
      params: { id },
    });
    const { headers } = await ada.call(`GET ${new URL(json.continue).pathname}`, {
      headers: { origin: undefined },
    });
    expect(new URL(headers['location']!).searchParams.get('error')).toBe('access_denied');
  });

  it('gives no more than the app asked for', async () => {
    const { id } = await open(ada, asks(proof().challenge, { scope: 'log:read made:up' }));
    const { json } = await ada.call('GET /api/app_requests/:id', { params: { id } });
    expect(json).toMatchObject({ scopes: ['log:read'], host: 'app.example', returns_to: 'app.example' });
    const body = { scopes: ['log:read', 'entries:write'] };
    const answer = await ada.call<ProblemBody>('POST /api/app_requests/:id/allow', { params: { id }, body });
    expect([answer.status, answer.json.code]).toEqual([400, 'scopes_not_asked']);
  });
});

/** The uses until now are no longer recent. */
const later = () =>
  app.database.asOwner((db) =>
    db.query(`update oauth_records set consumed_at = consumed_at - interval '11 seconds'`),
  );

describe('a code', () => {
  it('is exchanged once, even by 20 requests in parallel', async () => {
    const { code, verifier } = await codeOf(ada);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.error === 'invalid_grant')).toHaveLength(19);
    expect(await appsOf(ada)).toHaveLength(1);
  });

  it('that is used again ends the connection', async () => {
    const { code, verifier } = await codeOf(ada);
    const { json } = await exchange(code, verifier);
    expect(await listMcp(json.access_token)).toBe(200);
    await later();
    expect((await exchange(code, verifier)).status).toBe(400);
    expect(await listMcp(json.access_token)).toBe(401);
    expect(await appsOf(ada)).toEqual([]);
  });

  it('is worth nothing without its verifier, its address and its client', async () => {
    const { code, verifier } = await codeOf(ada);
    expect((await exchange(code, proof().verifier)).json.error).toBe('invalid_grant');
    expect((await exchange(code, verifier, { redirect_uri: 'http://127.0.0.1/back' })).json.error).toBe(
      'invalid_grant',
    );
    const other = { client_id: 'https://other.example/client' };
    expect((await exchange(code, verifier, other)).json.error).toBe('invalid_grant');
    const without = { grant_type: 'authorization_code', code, redirect_uri: redirect };
    expect((await tokens(without)).json.error).toBe('invalid_grant');
  });

  it('has expired after a minute', async () => {
    const { code, verifier } = await codeOf(ada);
    await app.database.asOwner((db) =>
      db.query(`update oauth_records set expires_at = now() where kind = 'AuthorizationCode'`),
    );
    expect((await exchange(code, verifier)).json.error).toBe('invalid_grant');
  });
});

describe('a token', () => {
  it('lives an hour, has what the user chose, and is stored as a hash', async () => {
    const made = await connected(ada);
    expect(made).toMatchObject({ expires_in: limits.tokenSeconds, scope: 'log:read' });
    const stored = await app.database.asOwner(async (db) => {
      const { rows } = await db.query<{ all: string }>(
        `select t::text as all from api_tokens t union all select r::text from oauth_records r`,
      );
      return rows.map(({ all }) => all).join('\n');
    });
    expect(stored).not.toContain(made.access_token.slice(4));
    expect(stored).not.toContain(made.refresh_token);
    expect(stored).not.toContain(clientId.slice(-10));
  });

  it('for assistants is refused by the API, and the reverse', async () => {
    const mcp = await connected(ada);
    expect(await listMcp(mcp.access_token)).toBe(200);
    expect((await callWith(app, mcp.access_token)('GET /api/check_ins')).status).toBe(401);
    const resource = `${app.config.appUrl}/api`;
    const api = await connected(ada, { resource });
    expect((await callWith(app, api.access_token)('GET /api/check_ins')).status).toBe(200);
    expect((await callWith(app, api.access_token)('POST /api/goals', { body: { text: 'No' } })).status).toBe(
      403,
    );
    expect(await listMcp(api.access_token)).toBe(401);
    expect((await refresh(mcp.refresh_token, { resource })).status).toBe(400);
  });

  it('is replaced by a new one with each refresh, and the counts go on', async () => {
    const first = await connected(ada);
    await listMcp(first.access_token);
    const { status, json } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(await listMcp(first.access_token)).toBe(401);
    expect(await listMcp(json.access_token)).toBe(200);
    const { rows } = await app.database.asOwner((db) =>
      db.query<{ reads: number }>('select reads from api_tokens where user_id = $1', [ada.userId]),
    );
    expect(rows).toEqual([{ reads: 2 }]);
  });

  it('ends with its connection when a refresh token is used again', async () => {
    const first = await connected(ada);
    const { json } = await refresh(first.refresh_token);
    await later();
    expect((await refresh(first.refresh_token)).json.error).toBe('invalid_grant');
    expect(await listMcp(json.access_token)).toBe(401);
    expect((await refresh(json.refresh_token)).json.error).toBe('invalid_grant');
    expect(await appsOf(ada)).toEqual([]);
  });

  it('is refreshed once by 20 requests in parallel', async () => {
    const { refresh_token: token } = await connected(ada);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await appsOf(ada)).toHaveLength(1);
  });

  it('is refreshed for its own client only', async () => {
    const { refresh_token: token } = await connected(ada);
    const answer = await refresh(token, { client_id: 'https://other.example/client' });
    expect(answer.json.error).toBe('invalid_grant');
  });

  it('ends when the user ends the connection, and no one else can', async () => {
    const made = await connected(ada);
    const [row] = await appsOf(ada);
    const params = { id: row!.id };
    const bea = await app.signUp();
    expect((await bea.call('DELETE /api/connected_apps/:id', { params })).status).toBe(404);
    expect(await listMcp(made.access_token)).toBe(200);
    expect((await ada.call('DELETE /api/connected_apps/:id', { params })).status).toBe(200);
    expect(await listMcp(made.access_token)).toBe(401);
    expect((await refresh(made.refresh_token)).json.error).toBe('invalid_grant');
    expect((await ada.call('DELETE /api/connected_apps/:id', { params })).status).toBe(404);
  });

  it('ends with the time that the user chose', async () => {
    const made = await connected(ada);
    await app.database.asOwner((db) =>
      db.query(`update connected_apps set expires_at = now() where user_id = $1`, [ada.userId]),
    );
    expect((await refresh(made.refresh_token)).json.error).toBe('invalid_grant');
    expect(await appsOf(ada)).toEqual([]);
  });

  it('ends with the account', async () => {
    const made = await connected(ada);
    expect((await ada.call('POST /api/functions/v1/delete-account')).status).toBe(200);
    expect(await listMcp(made.access_token)).toBe(401);
    expect((await refresh(made.refresh_token)).json.error).toBe('invalid_grant');
    const { rows } = await app.database.asOwner((db) =>
      db.query('select from connected_apps where user_id = $1', [ada.userId]),
    );
    expect(rows).toEqual([]);
  });

  it('can be ended by the app', async () => {
    const made = await connected(ada);
    const body = new URLSearchParams({ client_id: clientId, token: made.refresh_token });
    const { status } = await fetchIn(app)(`${app.config.appUrl}/oauth/revoke`, { method: 'POST', body });
    expect(status).toBe(200);
    expect(await listMcp(made.access_token)).toBe(401);
  });

  it('is not among the tokens that the user created', async () => {
    await connected(ada);
    const { json } = await ada.call<{ rows: object[] }>('GET /api/api_tokens');
    expect(json.rows).toEqual([]);
  });
});

describe('a registration', () => {
  const register = (body: object) =>
    fetchIn(app)(`${app.config.appUrl}/oauth/register`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  it('has no secret', async () => {
    const response = await register({ redirect_uris: ['http://127.0.0.1/back'], client_name: 'App' });
    expect(response.status).toBe(201);
    const made = (await response.json()) as Record<string, unknown>;
    expect(made['token_endpoint_auth_method']).toBe('none');
    expect(Object.keys(made)).not.toContain('client_secret');
    expect(Object.keys(made)).not.toContain('registration_access_token');
  });

  it.each([
    [{}],
    [{ redirect_uris: ['http://evil.example/back'] }],
    [{ redirect_uris: ['javascript:alert(1)'] }],
    [{ redirect_uris: [redirect], grant_types: ['implicit'] }],
    [
      {
        redirect_uris: [redirect],
        jwks_uri: 'http://127.0.0.1/keys',
        sector_identifier_uri: 'https://inside.example/x',
      },
    ],
  ])('is refused: %j', async (body) => {
    expect((await register(body)).status).toBe(400);
  });

  it('is limited in size and in number', async () => {
    expect((await register({ redirect_uris: [redirect], client_name: 'x'.repeat(6000) })).status).toBe(413);
    await app.database.asOwner((db) => db.query('delete from limit_hits'));
    const statuses = await Promise.all(
      Array.from({ length: 22 }, async () => (await register({ redirect_uris: [redirect] })).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  });
});

it('says what it can do, at every address that clients try', async () => {
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
    const metadata = (await (await fetchIn(app)(app.config.appUrl + path)).json()) as object;
    expect(metadata).toMatchObject({
      issuer: app.config.appUrl,
      authorization_endpoint: `${app.config.appUrl}/oauth/authorize`,
      registration_endpoint: `${app.config.appUrl}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  }
  for (const path of ['', '/mcp', '/api']) {
    const response = await fetchIn(app)(`${app.config.appUrl}/.well-known/oauth-protected-resource${path}`);
    expect(await response.json()).toMatchObject({
      resource: app.config.appUrl + (path || '/mcp'),
      authorization_servers: [app.config.appUrl],
    });
  }
});
