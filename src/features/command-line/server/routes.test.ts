import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiToken } from '#features/api-tokens/contract.ts';
import { limits as tokenLimits } from '#features/api-tokens/constants.ts';
import { newId } from '#platform/clock/id.ts';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { attempts } from '../attempt-constants.ts';
import type { CliLogin } from '../contract.ts';

type Started = { device_code: string; user_code: string; verification_uri: string; expires_in: number };

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await owner('delete from limit_hits');
  ada = await app.signUp();
});

const owner = (sql: string, values: unknown[] = []) =>
  app.database.asOwner(async (db) => (await db.query<Record<string, unknown>>(sql, values)).rows);
const start = async (name = 'A laptop') =>
  (await app.anonymous().call<Started & ProblemBody>('POST /api/cli_logins', { body: { name } })).json;
const find = (caller: Caller, code: string) =>
  caller.call<CliLogin & ProblemBody>('POST /api/cli_logins/find', { body: { code } });
const decide = (caller: Caller, id: string, decision: 'approve' | 'refuse') =>
  caller.call<ProblemBody>(`POST /api/cli_logins/:id/${decision}`, { params: { id } });
const take = async ({ device_code }: Started) => {
  const body = { device_code };
  const { json } = await app
    .anonymous()
    .call<{ token: string; email: string } & ProblemBody>('POST /api/cli_logins/token', { body });
  return json;
};
const tokens = async (caller: Caller) =>
  (await caller.call<{ rows: ApiToken[] }>('GET /api/api_tokens')).json.rows;

describe('a sign-in of the command line (R-N7)', () => {
  it('gives its program one token, once, after the user has typed its code and approved', async () => {
    const started = await start(' My \n laptop ');
    expect(started).toMatchObject({
      verification_uri: `${app.config.appUrl}/connect`,
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/) as string,
      expires_in: 600,
    });
    expect((await take(started)).code).toBe('authorization_pending');
    const { json: login } = await find(ada, started.user_code.toLowerCase().replace('-', ' '));
    expect(login).toMatchObject({ name: 'My laptop', ip: '127.0.0.1', same_network: true });
    expect((await decide(ada, login.id, 'approve')).status).toBe(200);
    const { token, email } = await take(started);
    expect(email).toBe(ada.email);
    expect((await callWith(app, token)('GET /api/goals')).status).toBe(200);
    expect((await take(started)).code).toBe('expired_token');
    expect(await tokens(ada)).toMatchObject([
      {
        name: 'My laptop',
        source: 'cli',
        scopes: ['entries:write', 'suggestions:write', 'log:read', 'goals:write'],
      },
    ]);
  });

  it('stores no code, and no token that can be read', async () => {
    const started = await start();
    const { json: login } = await find(ada, started.user_code);
    await decide(ada, login.id, 'approve');
    const [row] = await owner('select l::text as all from cli_logins l where id = $1', [login.id]);
    const { token } = await take(started);
    for (const secret of [started.device_code, started.user_code, started.user_code.replace('-', ''), token])
      expect(row!['all']).not.toContain(Buffer.from(secret).toString('hex'));
    expect(row!['all']).not.toContain(started.user_code.replace('-', ''));
    expect(await owner('select id from cli_logins where id = $1', [login.id])).toEqual([]);
  });

  it('gives nothing when it was refused, and cannot be decided again', async () => {
    const started = await start();
    const { json: login } = await find(ada, started.user_code);
    await decide(ada, login.id, 'refuse');
    expect((await decide(ada, login.id, 'approve')).json.code).toBe('login_over');
    expect((await take(started)).code).toBe('access_denied');
    expect(await tokens(ada)).toEqual([]);
  });

  it('ends after ten minutes, approved or not', async () => {
    const [waiting, approved] = [await start(), await start()];
    const { json: login } = await find(ada, approved.user_code);
    await decide(ada, login.id, 'approve');
    const { json: open } = await find(ada, waiting.user_code);
    await owner(`update cli_logins set expires_at = now() - interval '1 second'`);
    expect((await decide(ada, open.id, 'approve')).json.code).toBe('login_over');
    expect((await find(ada, waiting.user_code)).json.code).toBe('unknown_code');
    expect([(await take(waiting)).code, (await take(approved)).code]).toEqual([
      'expired_token',
      'expired_token',
    ]);
    await start();
    expect(await owner('select id from cli_logins where expires_at < now()')).toEqual([]);
  });

  it('can be decided only by the user who typed its code last', async () => {
    const bea = await app.signUp();
    const started = await start();
    const { json: login } = await find(ada, started.user_code);
    expect((await decide(bea, login.id, 'approve')).status).toBe(404);
    await find(bea, started.user_code);
    expect((await decide(ada, login.id, 'approve')).status).toBe(404);
    await decide(bea, login.id, 'approve');
    expect((await find(ada, started.user_code)).json.code).toBe('unknown_code');
    expect((await take(started)).email).toBe(bea.email);
  });

  it('is approved once by parallel requests', async () => {
    const { json: login } = await find(ada, (await start()).user_code);
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(ada, login.id, 'approve')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await tokens(ada)).toHaveLength(1);
  });

  it('gives its token to one of parallel questions', async () => {
    const started = await start();
    const { json: login } = await find(ada, started.user_code);
    await decide(ada, login.id, 'approve');
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(started)));
    expect(answers.filter(({ token }) => token !== undefined)).toHaveLength(1);
  });

  it('is not approved for a user who has too many tokens', async () => {
    await owner(
      `insert into api_tokens (id, user_id, name, hash, scopes)
       select gen_random_uuid(), $1, 'A', sha256(n::text::bytea), '{log:read}' from generate_series(1, $2) n`,
      [ada.userId, tokenLimits.tokens],
    );
    const { json: login } = await find(ada, (await start()).user_code);
    expect((await decide(ada, login.id, 'approve')).json.code).toBe('too_many_tokens');
  });

  it('ends with a password reset before its token is taken', async () => {
    const started = await start();
    const { json: login } = await find(ada, started.user_code);
    await decide(ada, login.id, 'approve');
    await owner('select app.end_access($1)', [ada.userId]);
    const { token } = await take(started);
    expect((await callWith(app, token)('GET /api/goals')).status).toBe(401);
  });

  it('cannot be found by trying codes', async () => {
    const started = await start();
    const codes = Array.from({ length: attempts.code.max + 5 }, () => 'BBBB-BBBB');
    const answers = await Promise.all(codes.map((code) => find(ada, code)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(attempts.code.max);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    // Not even the right one.
    expect((await find(ada, started.user_code)).status).toBe(429);
    expect((await find(await app.signUp(), started.user_code)).status).toBe(200);
  });

  it('is refused from a network that has started too many', async () => {
    for (let n = 0; n < attempts.start.max; n++) await start();
    expect((await start()).code).toBe('too_many_tries');
  });
});

it('a token is ended by its holder, who needs no session', async () => {
  const { token } = await createApiToken(ada);
  const end = (body: object) => app.anonymous().call('POST /api/cli_logins/end', { body });
  expect((await end({ token })).json).toEqual({ ended: true });
  expect((await end({ token })).json).toEqual({ ended: false });
  expect((await end({ token: newId() })).json).toEqual({ ended: false });
  expect(await tokens(ada)).toEqual([]);
});

it('the program is served with the address of the instance, for caches', async () => {
  const { status, text, headers } = await app.anonymous().call('GET /cli');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'public, max-age=3600',
  ]);
  expect(text).toBe(`#!/usr/bin/env node\nconsole.log('Made for ${app.config.appUrl}');\n`);
  const again = await app.anonymous().call('GET /cli', { headers: { 'if-none-match': headers['etag'] } });
  expect([again.status, again.text]).toEqual([304, '']);
});
