// Answers of a provider that is broken, slow, taken over, or someone else.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  aPerson,
  atProvider,
  clientId,
  comeBack,
  leave,
  outcomeOf,
  signUpByProvider,
  startProvider,
  throughProvider,
  type TestProvider,
} from '#tests/support/provider.ts';
import type { Flow } from './flows.ts';
import { Provider } from './provider.ts';

let provider: TestProvider;
let other: TestProvider;
let app: TestApp;
beforeAll(async () => {
  [provider, other] = await Promise.all([startProvider(), startProvider()]);
  app = await startApp({ ...provider.env, APP_URL: 'http://localhost:4000', SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(async () => {
  await app.close();
  await Promise.all([provider.stop(), other.stop()]);
});
beforeEach(() => app.database.asOwner((db) => db.query('delete from limit_hits')));

const now = () => Math.floor(Date.now() / 1000);
/** The same token with another header and no signature. */
function unsigned(token: string, header: object): string {
  const [, payload] = token.split('.');
  return `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.`;
}

describe('a token of the provider is refused', () => {
  const changes = {
    'of another issuer': { iss: 'https://evil.example' },
    'for another client': { aud: 'another' },
    'for several clients, and none of them the one that asked': { aud: ['another', 'third'] },
    'that another client may use': { aud: [clientId, 'another'], azp: 'another' },
    'of another sign-in': { nonce: 'of another sign-in' },
    'without a nonce': { nonce: undefined },
    'that has expired': { exp: now() - 600 },
    'without an end': { exp: undefined },
    'of the future': { iat: now() + 600 },
    'of yesterday': { iat: now() - 24 * 3600 },
    'without a time': { iat: undefined },
    'not valid yet': { nbf: now() + 600 },
    'without a person': { sub: undefined },
  };
  it.each(Object.entries(changes))('%s', async (_name, claims) => {
    provider.says(aPerson());
    provider.changeNext(({ payload }) => Object.assign(payload, claims));
    expect(await throughProvider(app.anonymous())).toBe('refused');
  });

  const forgeries = {
    'without a signature': (token: string) => unsigned(token, { alg: 'RS256', kid: 'unknown' }),
    'with the algorithm none': (token: string) => unsigned(token, { alg: 'none' }),
    'with an algorithm of the client secret': (token: string) => unsigned(token, { alg: 'HS256' }),
    'with changed claims': (token: string) => {
      const [header, payload, signature] = token.split('.') as [string, string, string];
      const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'someone else' };
      return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    },
    'that is no token': () => 'not a token',
  };
  it.each(Object.entries(forgeries))('%s', async (_name, forge) => {
    provider.says(aPerson());
    provider.respondNext(({ body }) => {
      body['id_token'] = forge(String(body['id_token']));
    });
    const caller = app.anonymous();
    expect(await throughProvider(caller)).toBe('refused');
    expect((await caller.call('GET /api/auth/user')).status).toBe(401);
  });

  it('signed by another provider with a key of the same name', async () => {
    const [kid] = provider.server.issuer.keys.toJSON().map((key) => key.kid);
    provider.says(aPerson());
    const person = aPerson();
    const caller = app.anonymous();
    const address = await leave(caller);
    const query = await atProvider(address);
    const forged = await other.sign(
      {
        ...{ iss: provider.issuer, aud: clientId, ...person },
        ...{ nonce: address.searchParams.get('nonce'), iat: now(), exp: now() + 600 },
      },
      { kid },
    );
    provider.respondNext(({ body }) => {
      body['id_token'] = forged;
    });
    expect(outcomeOf(await comeBack(caller, query))).toBe('refused');
  });
});

it('an answer that says that it is of another provider is refused (mix-up)', async () => {
  provider.says(aPerson());
  provider.redirectNext((url) => url.searchParams.set('iss', other.issuer));
  expect(await throughProvider(app.anonymous())).toBe('refused');
  provider.redirectNext((url) => url.searchParams.set('iss', provider.issuer));
  expect(await throughProvider(app.anonymous())).toBe('signed-up');
});

it('a code of another sign-in is refused: the provider is shown the verifier of this one (PKCE)', async () => {
  provider.says(aPerson());
  const [eve, victim] = [app.anonymous(), app.anonymous()];
  const stolen = await atProvider(await leave(victim));
  const own = await atProvider(await leave(eve));
  expect(outcomeOf(await comeBack(eve, { ...own, code: stolen['code'] }))).toBe('refused');
});

it('a repeated parameter, or one that is too long, is not read', async () => {
  const caller = app.anonymous();
  const { status } = await caller.call(
    `GET /api/auth/provider/callback?code=a&code=b&state=${'x'.repeat(200)}`,
  );
  expect(status).toBe(400);
});

it('keys that the provider has changed in the meantime are renewed', async () => {
  provider.says(aPerson());
  expect(await throughProvider(app.anonymous())).toBe('signed-up');
  const caller = app.anonymous();
  const query = await atProvider(await leave(caller));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 });
  const { keys } = provider.server.issuer;
  const { kid } = await keys.generate('RS256');
  const { issuer } = provider.server;
  const build = issuer.buildToken.bind(issuer);
  issuer.buildToken = (options) => build({ ...options, kid });
  provider.says(aPerson());
  expect(outcomeOf(await comeBack(caller, query))).toBe('signed-up');
  issuer.buildToken = build;
  vi.useRealTimers();
});

describe('refused returns', () => {
  it('are limited for their network, before the provider is asked', async () => {
    provider.says(aPerson());
    for (let at = 0; at < 20; at++) {
      provider.changeNext(({ payload }) => Object.assign(payload, { aud: 'another' }));
      expect(await throughProvider(app.anonymous())).toBe('refused');
    }
    let asked = 0;
    const count = () => asked++;
    provider.server.service.on('beforeResponse', count);
    expect(await throughProvider(app.anonymous())).toBe('too-many');
    provider.server.service.off('beforeResponse', count);
    expect(asked).toBe(0);
  });
});

/** A provider that publishes what it should, and responds to a request for tokens with this. */
async function withBrokenProvider(
  answer: (end: (status: number, body: string) => void, write: (text: string) => void) => void,
  work: (app: TestApp) => Promise<void>,
): Promise<void> {
  const server: Server = createServer((request, response) => {
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const json = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (request.url !== '/token')
      return void json(
        200,
        JSON.stringify({
          issuer,
          ...{ authorization_endpoint: `${issuer}/ask`, token_endpoint: `${issuer}/token` },
          jwks_uri: `${issuer}/keys`,
        }),
      );
    return answer(json, (text) => response.write(text));
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const broken = await startApp({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId });
  try {
    await work(broken);
  } finally {
    await broken.close();
    server.closeAllConnections();
    server.close();
  }
}

describe('a provider', () => {
  it('that is away keeps no one out who is signed in, and the page says why others cannot', async () => {
    const lonely = await startProvider();
    const alone = await startApp({ ...lonely.env, APP_URL: 'http://localhost:4000' });
    try {
      const grace = await signUpByProvider(alone, lonely);
      const query = await atProvider(await leave(grace));
      await lonely.stop();
      expect(outcomeOf(await comeBack(grace, query))).toBe('away');
      expect((await grace.call('GET /api/auth/user')).status).toBe(200);
      expect((await grace.call('POST /api/auth/refresh')).status).toBe(200);
    } finally {
      await alone.close();
    }
    const never = await startApp({ OIDC_ISSUER: lonely.issuer, OIDC_CLIENT_ID: clientId });
    try {
      const { headers } = await never.anonymous().call('GET /api/auth/provider');
      expect(headers['location']).toBe('/auth?provider=away');
      const ada = await never.signUp();
      const { status, json } = await ada.call<{ code: string }>('POST /api/auth/provider', {
        body: { purpose: 'connect' },
      });
      expect([status, json.code]).toEqual([503, 'provider_away']);
    } finally {
      await never.close();
    }
  });

  it('that responds with errors, with too much, or not as one is not believed, and holds no one up', async () => {
    const answers: [string, string, Parameters<typeof withBrokenProvider>[0]][] = [
      ['away', 'an error', (end) => end(500, '{}')],
      ['away', 'too much', (end) => end(200, `{"access_token":"${'x'.repeat(400_000)}"}`)],
      ['refused', 'no token', (end) => end(200, '{"access_token":"a","token_type":"bearer"}')],
      ['refused', 'no JSON', (end) => end(200, '<html>')],
      ['refused', 'a redirect', (end) => end(302, '')],
    ];
    for (const [expected, , answer] of answers)
      await withBrokenProvider(answer, async (broken) => {
        const caller = broken.anonymous();
        const state = (await leave(caller)).searchParams.get('state')!;
        expect(outcomeOf(await comeBack(caller, { code: 'a', state }))).toBe(expected);
      });
  });

  it('that sends its response slowly is given up', async () => {
    const slow = (_end: unknown, write: (text: string) => void) => {
      write('{');
    };
    await withBrokenProvider(slow, async (broken) => {
      const caller = broken.anonymous();
      const state = (await leave(caller)).searchParams.get('state')!;
      const startedAt = Date.now();
      expect(outcomeOf(await comeBack(caller, { code: 'a', state }))).toBe('away');
      expect(Date.now() - startedAt).toBeLessThan(8000);
    });
  }, 20_000);

  it('that publishes its keys without https is not used', async () => {
    const at = 'https://id.example';
    const published = {
      ...{ issuer: at, authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/token` },
      jwks_uri: 'http://id.example/jwks',
    };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(published)));
    try {
      const checked = new Provider({ ...app.config.singleSignOn!, issuer: at, issuerKey: at }, app.config);
      const flow = { state: 'a', nonce: 'b', verifier: 'c'.repeat(43) } as Flow;
      await expect(checked.askingUrl(flow, { again: false })).rejects.toThrow('without https');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('that names another issuer than the operator is not used', async () => {
    const server = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ issuer: other.issuer, jwks_uri: `${other.issuer}/jwks` }));
    });
    await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const misled = await startApp({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId });
    const { headers } = await misled.anonymous().call('GET /api/auth/provider');
    expect(headers['location']).toBe('/auth?provider=away');
    await misled.close();
    server.close();
  });
});

describe('a logout of the provider', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  let ids = 0;
  const logout = (claims: object) =>
    provider.sign({
      ...{
        iss: provider.issuer,
        aud: clientId,
        jti: `logout ${++ids}`,
        iat: now(),
        exp: now() + 120,
        events,
      },
      ...claims,
    });
  const send = async (token: string) =>
    (
      await app.server.inject({
        method: 'POST',
        url: '/api/auth/provider/logout',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      })
    ).statusCode;
  const twoSessions = async () => {
    const person = aPerson({ sid: 'first' });
    const first = await signUpByProvider(app, provider, person);
    provider.says({ ...person, sid: 'second' });
    const second = app.anonymous();
    await throughProvider(second);
    const isLive = async (caller: typeof second) => (await caller.call('GET /api/auth/user')).status === 200;
    return { person, live: async () => [await isLive(first), await isLive(second)] };
  };

  it('ends the session that it names, or all of the person', async () => {
    const { person, live } = await twoSessions();
    expect(await send(await logout({ sub: person.sub, sid: 'second' }))).toBe(200);
    expect(await live()).toEqual([true, false]);
    expect(await send(await logout({ sub: person.sub }))).toBe(200);
    expect(await live()).toEqual([false, false]);
  });

  it('ends no session of anyone else, and works once', async () => {
    const { person, live } = await twoSessions();
    expect(await send(await logout({ sub: 'someone else' }))).toBe(200);
    expect(await send(await logout({ sub: 'someone else', sid: 'first' }))).toBe(200);
    expect(await live()).toEqual([true, true]);
    const token = await logout({ sub: person.sub, sid: 'first' });
    expect(await Promise.all([send(token), send(token)])).toEqual(expect.arrayContaining([200, 400]));
    expect(await send(token)).toBe(400);
  });

  it('is refused unless it is one, of this provider, for this instance, and new', async () => {
    const { person, live } = await twoSessions();
    const sub = { sub: person.sub };
    const wrong = {
      'another issuer': { ...sub, iss: other.issuer },
      'another client': { ...sub, aud: 'another' },
      'the token of a sign-in': { ...sub, nonce: 'a' },
      'no event': { ...sub, events: undefined },
      'another event': { ...sub, events: { 'https://example.org/event': {} } },
      'no name': {},
      'no id': { ...sub, jti: undefined },
      old: { ...sub, iat: now() - 3600 },
      expired: { ...sub, exp: now() - 600 },
      'of the future': { ...sub, iat: now() + 3600 },
    };
    for (const [name, claims] of Object.entries(wrong))
      expect([name, await send(await logout(claims))]).toEqual([name, 400]);
    const token = await logout(sub);
    expect(await send(unsigned(token, { alg: 'none' }))).toBe(400);
    expect(
      await send(await other.sign({ iss: provider.issuer, aud: clientId, iat: now(), events, ...sub })),
    ).toBe(400);
    expect(await live()).toEqual([true, true]);
  });
});
