import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { fetchIn, internetOf, open, proof } from '#tests/support/connected-apps.ts';
import { appsOf, clientId, describes, newOwner, oauthClient, redirect } from '#tests/support/oauth-client.ts';
import { limits } from '../../constants.ts';
import { pageTexts } from '../../page-texts.ts';

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
  ada = await newOwner(app);
});

const { asks } = oauthClient(() => app);

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
