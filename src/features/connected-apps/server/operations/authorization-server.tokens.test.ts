import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { callWith } from '#tests/support/api-tokens.ts';
import type { Caller } from '#tests/support/caller.ts';
import { fetchIn, internetOf, proof } from '#tests/support/connected-apps.ts';
import {
  appsOf,
  clientId,
  describes,
  listMcp,
  newOwner,
  oauthClient,
  redirect,
} from '#tests/support/oauth-client.ts';
import { limits } from '../../constants.ts';

const otherId = 'https://other.example/client';
const network = internetOf(new Map([clientId, otherId].map((id) => [id, { body: describes(id) }])));

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp({}, undefined, undefined, network);
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await newOwner(app);
});

const { tokens, exchange, refresh, codeOf, connected } = oauthClient(() => app);

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
    expect(await listMcp(app, json.access_token)).toBe(200);
    await later();
    expect((await exchange(code, verifier)).status).toBe(400);
    expect(await listMcp(app, json.access_token)).toBe(401);
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
    expect(await listMcp(app, mcp.access_token)).toBe(200);
    expect((await callWith(app, mcp.access_token)('GET /api/check_ins')).status).toBe(401);
    const resource = `${app.config.appUrl}/api`;
    const api = await connected(ada, { resource });
    expect((await callWith(app, api.access_token)('GET /api/check_ins')).status).toBe(200);
    expect((await callWith(app, api.access_token)('POST /api/goals', { body: { text: 'No' } })).status).toBe(
      403,
    );
    expect(await listMcp(app, api.access_token)).toBe(401);
  });

  it('is not used up by a refresh for another resource', async () => {
    const mcp = await connected(ada);
    const { appUrl } = app.config;
    for (const resource of [`${appUrl}/api`, 'https://elsewhere.example', 'no address'])
      expect((await refresh(mcp.refresh_token, { resource })).json.error).toBe('invalid_target');
    expect((await refresh(mcp.refresh_token, { resource: `${appUrl}/mcp` })).status).toBe(200);
  });

  it('is not used up by a refresh for two resources, and is refreshed for its own if that is named twice', async () => {
    const { appUrl } = app.config;
    const [mcp, api] = [`${appUrl}/mcp`, `${appUrl}/api`];
    const { code, verifier } = await codeOf(ada, { resource: api });
    const made = (await exchange(code, verifier, { resource: [api, api] })).json;
    for (const resource of [
      [api, mcp],
      [mcp, api],
      [mcp, mcp],
    ])
      expect((await refresh(made.refresh_token, { resource })).json.error).toBe('invalid_target');
    const { status, json } = await refresh(made.refresh_token, { resource: [api, api] });
    expect(status).toBe(200);
    expect((await callWith(app, json.access_token)('GET /api/check_ins')).status).toBe(200);
  });

  it('is replaced by a new one with each refresh, and the counts go on', async () => {
    const first = await connected(ada);
    await listMcp(app, first.access_token);
    const { status, json } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(await listMcp(app, first.access_token)).toBe(401);
    expect(await listMcp(app, json.access_token)).toBe(200);
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
    expect(await listMcp(app, json.access_token)).toBe(401);
    expect((await refresh(json.refresh_token)).json.error).toBe('invalid_grant');
    expect(await appsOf(ada)).toEqual([]);
  });

  it('ends with its connection when a used refresh token comes with another resource', async () => {
    const first = await connected(ada);
    const { json } = await refresh(first.refresh_token);
    await later();
    const resource = `${app.config.appUrl}/api`;
    expect((await refresh(first.refresh_token, { resource })).json.error).toBe('invalid_grant');
    expect(await listMcp(app, json.access_token)).toBe(401);
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
    expect(await listMcp(app, made.access_token)).toBe(200);
    expect((await ada.call('DELETE /api/connected_apps/:id', { params })).status).toBe(200);
    expect(await listMcp(app, made.access_token)).toBe(401);
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
    expect(await listMcp(app, made.access_token)).toBe(401);
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
    expect(await listMcp(app, made.access_token)).toBe(401);
  });

  it('is not among the tokens that the user created', async () => {
    await connected(ada);
    const { json } = await ada.call<{ rows: object[] }>('GET /api/api_tokens');
    expect(json.rows).toEqual([]);
  });
});
