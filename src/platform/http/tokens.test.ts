import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken, newToken } from '../secrets/secrets.ts';
import {
  accessTokenHash,
  cookieNames,
  hasSessionCookie,
  mayHaveSessionCookie,
  setSessionCookies,
} from './tokens.ts';

let server: FastifyInstance;
const [token, other] = [newToken(), newToken()];
beforeAll(async () => {
  server = fastify();
  server.decorate('cookieNames', cookieNames(true));
  await server.register(cookie);
  server.get('/', (request) => ({
    hash: accessTokenHash(request)?.toString('hex') ?? null,
    has: hasSessionCookie(request),
  }));
  server.post('/', (_request, reply) => {
    setSessionCookies(reply, { access: 'a', accessLife: 60, refresh: 'r', refreshLife: 3600 });
    return 'set';
  });
});
afterAll(() => server.close());

const hash = hashToken(token).toString('hex');
const access = `__Host-logbook-access=${token}`;

test.each([
  [{}, null, false],
  [{ cookie: access }, hash, true],
  [{ cookie: '__Host-logbook-refresh=x' }, null, true],
  [{ cookie: `logbook-access=${token}` }, null, false],
  [{ cookie: '__Host-logbook-access=short' }, null, true],
  [{ authorization: `Bearer ${token}` }, hash, false],
  [{ authorization: `bearer   ${token}` }, hash, false],
  [{ authorization: `Basic ${token}` }, null, false],
  [{ authorization: `Bearer ${token}`, cookie: `__Host-logbook-access=${other}` }, hash, true],
])('the session of a request with %j is read from its token', async (headers, expected, has) => {
  expect((await server.inject({ url: '/', headers })).json()).toEqual({ hash: expected, has });
});

test.each([
  [undefined, false],
  ['theme=dark', false],
  ['theme=dark; logbook-access=x', true],
  ['__Host-logbook-refresh=x', true],
])('the raw cookie header %j may have a session: %s', (header, may) => {
  expect(mayHaveSessionCookie(header)).toBe(may);
});

test('session cookies on https are for this host, not for scripts, and end with the session', async () => {
  const { cookies } = await server.inject({ method: 'POST', url: '/' });
  const shared = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' };
  expect(cookies).toEqual([
    { name: '__Host-logbook-access', value: 'a', maxAge: 60, ...shared },
    { name: '__Host-logbook-refresh', value: 'r', maxAge: 3600, ...shared },
  ]);
});
