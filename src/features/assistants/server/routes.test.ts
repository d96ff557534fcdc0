import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Scope } from '#features/api-tokens/contract.ts';
import { apiTokenLimits } from '#platform/http/api-token-limits.ts';
import { newApiToken } from '#platform/secrets/api-token.ts';
import { createApiToken } from '#tests/support/api-tokens.ts';
import { serve, startApp, type TestApp } from '#tests/support/app.ts';
import { allScopes, connect, listen, versions, withAssistant } from '#tests/support/assistants.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { limits } from '../constants.ts';

let app: TestApp;
let url: URL;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
  url = await listen(app);
  ada = await app.signUp();
});
afterAll(() => app.close());

const tokenOf = async (scopes: Scope[] = allScopes) => (await createApiToken(ada, { scopes })).token;

type Sent = {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  server?: TestApp['server'];
};

/** One message as a program sends it. */
async function send({ token, body, headers, server = app.server }: Sent) {
  const response = await server.inject({
    method: 'POST',
    url: '/mcp',
    payload: body as object,
    headers: {
      host: url.host,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const data = /^data: (.*)$/m.exec(response.body)?.[1] ?? response.body;
  const json = (data.startsWith('{') ? JSON.parse(data) : {}) as ProblemBody & {
    result?: { tools?: object[]; protocolVersion?: string };
    error?: { code: number; message: string };
  };
  return { status: response.statusCode, headers: response.headers, json };
}

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const modern = (method: string, params: object = {}): Pick<Sent, 'body' | 'headers'> => ({
  body: message(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
});
const list = { body: message('tools/list') };

describe.each(versions)('a client of %s', (version) => {
  it('connects, lists the tools and uses them', async () => {
    const { client, user, names, use } = await withAssistant(app, url, { version });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain('quoted_from_others');
    expect(client.getServerVersion()).toMatchObject({ name: 'logbook', title: app.config.instanceName });
    expect(await names()).toHaveLength(10);
    const added = await use<{ id: string }>('add_entry', { text: 'Shipped it #release' });
    const { json } = await user.call<{ rows: CheckIn[] }>('GET /api/check_ins');
    expect(json.rows).toMatchObject([
      { id: added.result.id, content: 'Shipped it #release', source_name: 'Claude' },
    ]);
    const found = await use('search_entries', { query: '#release' });
    expect(found.result).toMatchObject({ entries: [{ id: added.result.id, text: 'Shipped it #release' }] });
    await client.close();
  });

  it('is refused without a token that works', async () => {
    for (const token of ['', 'lbk_nonsense', newApiToken()])
      await expect(connect(url, token, version)).rejects.toMatchObject({ data: { status: 401 } });
  });
});

describe('POST /mcp', () => {
  it('asks for a bearer token, and takes neither a session nor a cookie for one', async () => {
    const session = ada.cookies['logbook-access']!;
    const cookie = `logbook-access=${session}`;
    const metadata = `${app.config.appUrl}/.well-known/oauth-protected-resource/mcp`;
    const where = `resource_metadata="${metadata}", scope="${allScopes.join(' ')}"`;
    const none = await send(list);
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, `Bearer ${where}`]);
    expect((await send({ ...list, token: session })).status).toBe(401);
    expect((await send({ ...list, headers: { cookie, origin: app.config.appUrl } })).status).toBe(401);
    const unknown = await send({ ...list, token: newApiToken() });
    expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([
      401,
      `Bearer error="invalid_token", ${where}`,
    ]);
  });

  it('is refused once the token is ended or expired', async () => {
    const { token, row } = await createApiToken(ada, {});
    expect((await send({ ...list, token })).status).toBe(200);
    await app.database.asOwner((db) =>
      db.query(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [row.id]),
    );
    expect((await send({ ...list, token })).status).toBe(401);
  });

  it('is refused to pages of other sites and under other hosts, before anything else', async () => {
    const token = await tokenOf();
    const strange: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { host: 'evil.example' },
      { host: 'evil.example', origin: 'http://evil.example' },
    ];
    for (const headers of strange) {
      const { status, json } = await send({ ...list, token, headers });
      expect([headers, status, json.code]).toEqual([headers, 403, 'wrong_origin']);
      expect((await send({ ...list, headers })).status).toBe(403);
    }
    const { headers, status } = await send({ ...list, token, headers: { origin: app.config.appUrl } });
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('refuses what is too large, too deep, no JSON, a batch or no message', async () => {
    const token = await tokenOf();
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const megabyte = JSON.stringify(
      message('tools/call', { name: 'add_entry', arguments: { text: 'x'.repeat(1e6) } }),
    );
    for (const [body, status, headers] of [
      [megabyte, 413],
      ['x'.repeat(limits.body + 1), 413],
      [`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":${deep}}}`, 400],
      [`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[${'1,'.repeat(20_000)}1]}`, 400],
      ['{"jsonrpc":', 400],
      ['{"__proto__":{"method":"tools/list"}}', 400],
      [JSON.stringify([message('tools/list'), message('tools/list')]), 400],
      ['"text"', 400],
      ['null', 400],
      ['{}', 400],
      ['<a/>', 415, { 'content-type': 'application/xml' }],
    ] as [string, number, Record<string, string>?][]) {
      const answer = await send({ token, body, ...(headers && { headers }) });
      expect([body.slice(0, 60), answer.status]).toEqual([body.slice(0, 60), status]);
    }
    // Without a token, the body does not matter.
    expect((await send({ body: megabyte })).status).toBe(401);
  });

  it('returns errors of the protocol for unknown methods, and offers nothing but tools', async () => {
    const token = await tokenOf();
    for (const method of [
      'nonsense',
      'resources/list',
      'prompts/list',
      'sampling/createMessage',
      'toString',
    ]) {
      expect((await send({ token, body: message(method) })).json.error?.code).toBe(-32601);
      expect((await send({ token, ...modern(method) })).json.error?.code).toBe(-32601);
    }
    const { json } = await send({
      token,
      ...modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    });
    expect(json.error?.code).toBe(-32603);
  });

  it('keeps nothing between messages, so that any process responds to any of them', async () => {
    const token = await tokenOf();
    const other = await serve(app);
    const initialize = message('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    const begun = await send({ token, body: initialize });
    expect(begun.json.result?.protocolVersion).toBe('2025-06-18');
    expect(begun.headers['mcp-session-id']).toBeUndefined();
    for (const more of [{ headers: { 'mcp-session-id': 'made-up' } }, {}])
      expect((await send({ ...list, token, server: other.server, ...more })).json.result?.tools).toHaveLength(
        10,
      );
    await other.server.close();
    await other.hub.close();
  });

  it('counts each message as a read of its token, and holds no one else up', async () => {
    const token = await tokenOf(['log:read']);
    const statuses: number[] = [];
    for (let n = 0; n < apiTokenLimits.reads.max + 5; n += 35)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 35 }, () => send({ ...list, token })))).map(
          ({ status }) => status,
        ),
      );
    expect(statuses.filter((status) => status === 200)).toHaveLength(apiTokenLimits.reads.max);
    const refused = await send({ ...list, token });
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send({ ...list, token: await tokenOf() })).status).toBe(200);
    expect((await ada.call('GET /api/goals')).status).toBe(200);
  });
});

it.each(['GET', 'DELETE'] as const)(
  '%s /mcp says that there are no streams and no sessions',
  async (method) => {
    const { statusCode, headers } = await app.server.inject({ method, url: '/mcp' });
    expect([statusCode, headers.allow]).toEqual([405, 'POST']);
  },
);
