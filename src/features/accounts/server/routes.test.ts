import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { ProblemBody } from '#tests/support/caller.ts';
import type { SignedIn } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const good = { full_name: 'Ada Example', password: 'a good long passphrase' };
async function signUp(email: string, more: object = {}) {
  const caller = app.anonymous();
  const answer = await caller.call<SignedIn & ProblemBody>('POST /api/auth/sign-up', {
    body: { ...good, email, ...more },
  });
  return { caller, ...answer };
}

describe('sign-up', () => {
  it('creates user, profile and session, and the session works immediately (R-A2)', async () => {
    const { caller, status, json } = await signUp('Ada@Example.com', { timezone: 'Europe/Vienna' });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({ email: 'ada@example.com', email_verified: true });
    expect(json.profile).toMatchObject({ full_name: 'Ada Example', is_new: true, slug: null });
    expect(json.session.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500);
    const current = await caller.call<SignedIn>('GET /api/auth/user');
    expect(current.json.user.email).toBe('ada@example.com');
  });

  it.each([
    ['Europe/Vienna', 'Europe/Vienna'],
    ['+02:00', null],
    ['Mars/Olympus', null],
  ])('stores the time zone %s on the profile as %s (R-A14)', async (timezone, stored) => {
    const { status, json } = await signUp(`${newId()}@example.com`, { timezone });
    expect(status).toBe(200);
    const { rows } = await app.database.asOwner((db) =>
      db.query('select time_zone from profiles where user_id = $1', [json.user.id]),
    );
    expect(rows).toEqual([{ time_zone: stored }]);
  });

  it('keeps tokens in HttpOnly, SameSite=Lax cookies and only their hashes in the database', async () => {
    const { caller, headers } = await signUp('cookies@example.com');
    expect(headers['set-cookie']).toMatch(/HttpOnly/);
    expect(headers['set-cookie']).toMatch(/SameSite=Lax/);
    const stored = await app.database.asOwner((db) =>
      db.query('select row_to_json(s)::text as row from sessions s'),
    );
    const all = JSON.stringify(stored.rows);
    for (const token of Object.values(caller.cookies)) expect(all).not.toContain(token);
  });

  it('refuses an address that already has an account, with the specified message', async () => {
    await signUp('twice@example.com');
    const again = await signUp('TWICE@example.com ');
    expect(again.status).toBe(409);
    expect(again.json).toMatchObject({
      code: 'email_taken',
      title: 'An account with this email already exists. Please sign in instead.',
    });
    expect(again.json.request_id).toBeTruthy();
  });

  it.each([
    ['a short password', { password: 'seven77' }, 'password_too_short'],
    ['a long password', { password: 'x'.repeat(129) }, 'password_too_long'],
    ['a common password', { password: 'Password1' }, 'password_common'],
    ['an empty name', { full_name: '  ' }, 'invalid_name'],
    ['a name of 81 characters', { full_name: 'n'.repeat(81) }, 'invalid_name'],
    ['a name with a text direction mark', { full_name: 'Ada \u202Eelpmaxe' }, 'invalid_name'],
    ['an address list', { email: 'a@example.com,b@example.com' }, 'invalid_email'],
    ['an address with a line break', { email: 'a@example.com\r\nBcc: b@example.com' }, 'invalid_email'],
    ['an address at an IP', { email: 'a@[127.0.0.1]' }, 'invalid_email'],
    ['an unknown field', { is_admin: true }, 'invalid_input'],
    ['a wrong type', { full_name: 7 }, 'invalid_input'],
  ])('refuses %s', async (_what, more, code) => {
    const { json, status } = await signUp('refused@example.com', more);
    expect(json.code).toBe(code);
    expect(status).toBe(400);
    expect(json.title.length).toBeGreaterThan(10);
  });

  it('limits hits on existing addresses to exactly 5 an hour from one IP, and counts nothing else (R-A5)', async () => {
    const own = await startApp();
    try {
      const hit = (email: string) =>
        own.anonymous().call<ProblemBody>('POST /api/auth/sign-up', { body: { ...good, email } });
      await hit('known@example.com');
      for (let i = 0; i < 8; i++) expect((await hit(`free${i}@example.com`)).status).toBe(200);
      const answers = await Promise.all(Array.from({ length: 12 }, () => hit('known@example.com')));
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(5);
      const refused = answers.filter((answer) => answer.status === 429);
      expect(refused).toHaveLength(7);
      expect(refused[0]!.json.title).toContain('Too many tries');
      expect(refused[0]!.json.retry_after).toBeGreaterThan(3000);
    } finally {
      await own.close();
    }
  });

  it('admits only the first user when sign-ups are closed', async () => {
    const closed = await startApp({ SIGNUPS: 'closed' });
    try {
      const first = await closed
        .anonymous()
        .call('POST /api/auth/sign-up', { body: { ...good, email: 'host@example.com' } });
      const next = await closed
        .anonymous()
        .call<ProblemBody>('POST /api/auth/sign-up', { body: { ...good, email: 'b@example.com' } });
      expect(first.status).toBe(200);
      expect(next.json.code).toBe('signups_closed');
    } finally {
      await closed.close();
    }
  });

  it('does not count an address as verified in production mode (R-A3)', async () => {
    const production = await startApp({ NODE_ENV: 'production', APP_URL: 'https://logbook.example' });
    try {
      const answer = await production
        .anonymous()
        .call<SignedIn>('POST /api/auth/sign-up', { body: { ...good, email: 'c@example.com' } });
      expect(answer.json.user.email_verified).toBe(false);
      expect(answer.headers['set-cookie']).toMatch(/__Host-logbook-access=[^;]+;.*Secure/);
      expect(answer.headers['strict-transport-security']).toBeTruthy();
    } finally {
      await production.close();
    }
  });
});

describe('sign-in', () => {
  it('starts a new session even if the request has a session cookie', async () => {
    const { caller } = await signUp('in@example.com');
    const before = caller.cookies['logbook-access'];
    const answer = await caller.call<SignedIn>('POST /api/auth/sign-in', {
      body: { email: ' IN@example.com', password: good.password },
    });
    expect(answer.status).toBe(200);
    expect(caller.cookies['logbook-access']).not.toBe(before);
  });

  it('refuses an address with a NUL character', async () => {
    const body = { email: 'a\0@example.com', password: 'not this one' };
    const { json } = await app.anonymous().call<ProblemBody>('POST /api/auth/sign-in', { body });
    expect(json.code).toBe('invalid_input');
  });

  it('returns the same response for an unknown address and a wrong password', async () => {
    await signUp('real@example.com');
    const attempts = ['real@example.com', 'unknown@example.com'].map((email) =>
      app
        .anonymous()
        .call<ProblemBody>('POST /api/auth/sign-in', { body: { email, password: 'not this one' } }),
    );
    const [known, unknown] = await Promise.all(attempts);
    const withoutId = ({ json }: { json: ProblemBody }) => ({ ...json, request_id: '' });
    expect(known!.status).toBe(401);
    expect(withoutId(known!)).toEqual(withoutId(unknown!));
  });

  it('stops after exactly 5 failures on an account, even under parallel attempts (R-A8)', async () => {
    const own = await startApp();
    try {
      const body = { ...good, email: 'target@example.com' };
      await own.anonymous().call('POST /api/auth/sign-up', { body });
      const attempt = (password: string) =>
        own
          .anonymous()
          .call<ProblemBody>('POST /api/auth/sign-in', { body: { email: body.email, password } });
      const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => attempt(`wrong password ${i}`)));
      expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10);
      expect((await attempt(good.password)).status).toBe(429);
    } finally {
      await own.close();
    }
  });

  it('admits all of 12 parallel attempts with the right password', async () => {
    await signUp('crowd@example.com');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        app
          .anonymous()
          .call('POST /api/auth/sign-in', { body: { email: 'crowd@example.com', password: good.password } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(200));
  });
});

describe('sessions', () => {
  it('end at sign-out for both of their tokens', async () => {
    const { caller } = await signUp('out@example.com');
    const kept = { ...caller.cookies };
    expect((await caller.call('POST /api/auth/sign-out')).json).toEqual({ ended: true });
    expect(Object.keys(caller.cookies)).toEqual(['logbook-device']);
    caller.cookies = kept;
    expect((await caller.call('GET /api/auth/user')).status).toBe(401);
    expect((await caller.call('POST /api/auth/refresh')).status).toBe(401);
  });

  it('end at sign-out through the refresh cookie after the access token has expired', async () => {
    const { caller } = await signUp('slept@example.com');
    delete caller.cookies['logbook-access'];
    const kept = { ...caller.cookies };
    expect((await caller.call('POST /api/auth/sign-out')).json).toEqual({ ended: true });
    expect(Object.keys(caller.cookies)).toEqual(['logbook-device']);
    caller.cookies = kept;
    expect((await caller.call('POST /api/auth/refresh')).status).toBe(401);
    expect((await app.anonymous().call('POST /api/auth/sign-out')).status).toBe(401);
  });

  it('rotate on renewal: two concurrent tabs get the same successor, and later reuse revokes the family (R-A6)', async () => {
    const { caller } = await signUp('rotate@example.com');
    const old = { ...caller.cookies };
    const tabs = [app.anonymous(), app.anonymous()];
    for (const tab of tabs) tab.cookies = { ...old };
    const renewed = await Promise.all(tabs.map((tab) => tab.call('POST /api/auth/refresh')));
    expect(renewed.map((answer) => answer.status)).toEqual([200, 200]);
    expect(tabs[0]!.cookies).toEqual(tabs[1]!.cookies);
    expect(tabs[0]!.cookies).not.toEqual(old);
    expect((await tabs[0]!.call('GET /api/auth/user')).status).toBe(200);

    await app.database.asOwner((db) =>
      db.query(`update spent_refresh_tokens set spent_at = now() - interval '11 seconds'`),
    );
    const thief = app.anonymous();
    thief.cookies = { ...old };
    expect((await thief.call('POST /api/auth/refresh')).status).toBe(401);
    expect((await tabs[0]!.call('GET /api/auth/user')).status).toBe(401);
  });

  it('accept a bearer token instead of the cookie', async () => {
    const { caller } = await signUp('bearer@example.com');
    for (const scheme of ['Bearer', 'bearer']) {
      const headers = { authorization: `${scheme} ${caller.cookies['logbook-access']}` };
      const answer = await app.anonymous().call<SignedIn>('GET /api/auth/user', { headers });
      expect(answer.json.user.email).toBe('bearer@example.com');
    }
  });

  it('are returned as the Session entity to clients that store their own tokens, and renew there (R-A6)', async () => {
    await signUp('cli@example.com');
    type Session = { access_token: string; refresh_token: string; expires_in: number; token_type: string };
    const cli = app.anonymous();
    const opened = await cli.call<Session>('POST /api/auth/token', {
      body: { grant_type: 'password', email: 'cli@example.com', password: good.password },
    });
    expect(opened.json).toMatchObject({
      expires_in: 3600,
      token_type: 'bearer',
      user: { email: 'cli@example.com' },
    });
    expect(cli.cookies).toEqual({});
    const use = (token: string) =>
      app.anonymous().call('GET /api/auth/user', { headers: { authorization: `Bearer ${token}` } });
    const renewed = await cli.call<Session>('POST /api/auth/token', {
      body: { grant_type: 'refresh_token', refresh_token: opened.json.refresh_token },
    });
    expect((await use(renewed.json.access_token)).status).toBe(200);
    expect(renewed.json.refresh_token).not.toBe(opened.json.refresh_token);
    for (const refresh_token of ['nonsense', renewed.json.access_token]) {
      const refused = await cli.call('POST /api/auth/token', {
        body: { grant_type: 'refresh_token', refresh_token },
      });
      expect(refused.status).toBe(401);
    }
  });

  it('refuse an expired access token and accept the refresh token', async () => {
    const { caller } = await signUp('ended@example.com');
    await app.database.asOwner((db) => db.query(`update sessions set access_expires_at = now()`));
    expect((await caller.call('GET /api/auth/user')).status).toBe(401);
    expect((await caller.call('POST /api/auth/refresh')).status).toBe(200);
  });
});

describe('the same-origin guard (R-A7)', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['the null origin', { origin: 'null' }, 403],
    ['another port', { origin: 'http://localhost:4000' }, 403],
    ['no origin and no fetch metadata', { origin: undefined }, 403],
    ['a cross-site fetch', { origin: undefined, 'sec-fetch-site': 'cross-site' }, 403],
    ['a same-site fetch', { origin: undefined, 'sec-fetch-site': 'same-site' }, 403],
    ['a same-origin fetch', { origin: undefined, 'sec-fetch-site': 'same-origin' }, 200],
  ])('allows a request with a cookie only from the same origin: %s', async (_what, headers, status) => {
    const { caller } = await signUp(`origin${Math.random()}@example.com`);
    const answer = await caller.call('POST /api/auth/sign-out', {
      headers: headers,
    });
    expect(answer.status).toBe(status);
  });
});
