import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { allow, fetchIn, internetOf, open } from '#tests/support/connected-apps.ts';
import type { ConnectedApp } from '../contract.ts';

const clientId = 'https://assistant.example/client.json';
const redirect = 'http://127.0.0.1:4711/callback';
const document = {
  client_id: clientId,
  client_name: 'Assistant of Example',
  redirect_uris: ['http://127.0.0.1/callback', 'https://assistant.example/callback'],
};
const network = internetOf(new Map([[clientId, { body: JSON.stringify(document) }]]));

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp({}, undefined, undefined, network);
  ada = await app.signUp();
});
afterAll(() => app.close());

/** What an assistant keeps, and where it sends the user. */
class Kept implements OAuthClientProvider {
  readonly redirectUrl = redirect;
  declare clientMetadataUrl?: string;
  asked: URL | undefined;
  stored: StoredOAuthClientInformation | undefined;
  current: StoredOAuthTokens | undefined;
  #verifier = '';

  constructor(byDocument: boolean) {
    if (byDocument) this.clientMetadataUrl = clientId;
  }
  get clientMetadata() {
    return { client_name: 'Registered', redirect_uris: [redirect] };
  }
  clientInformation() {
    return this.stored;
  }
  saveClientInformation(information: StoredOAuthClientInformation) {
    this.stored = information;
  }
  tokens() {
    return this.current;
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.current = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
}

describe.each([
  ['with the document at its address', true, 'Assistant of Example', 'assistant.example'],
  ['that registers itself', false, 'Registered', null],
] as const)('an assistant %s', (_kind, byDocument, name, host) => {
  it('connects by the address alone, and uses the log', async () => {
    const kept = new Kept(byDocument);
    const make = () =>
      new StreamableHTTPClientTransport(new URL('/mcp', app.config.appUrl), {
        authProvider: kept,
        fetch: fetchIn(app),
      });
    const first = make();
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    await expect(client.connect(first)).rejects.toThrow(UnauthorizedError);
    const { id } = await open(ada, kept.asked!);
    const { json } = await ada.call('GET /api/app_requests/:id', { params: { id } });
    expect(json).toEqual({
      ...{ name, host, returns_to: null, audience: 'mcp' },
      scopes: ['entries:write', 'suggestions:write', 'log:read', 'goals:write'],
    });
    const back = await allow(ada, id, { scopes: ['entries:write', 'log:read'], days: 30 });
    expect(back.searchParams.get('iss')).toBe(app.config.appUrl);
    await first.finishAuth(back.searchParams);
    const again = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    await again.connect(make());
    const { tools } = await again.listTools();
    expect(tools.map((tool) => tool.name)).toContain('add_entry');
    await again.callTool({ name: 'add_entry', arguments: { text: `By ${name}` } });
    const { json: log } = await ada.call<{ rows: object[] }>('GET /api/check_ins');
    expect(log.rows[0]).toMatchObject({ content: `By ${name}`, source: 'mcp', source_name: name });
    const { json: apps } = await ada.call<{ rows: ConnectedApp[] }>('GET /api/connected_apps');
    expect(apps.rows[0]).toMatchObject({ name, host, scopes: ['entries:write', 'log:read'] });
    expect(apps.rows[0]!.last_used_at).not.toBeNull();
    const before = kept.current!.access_token;
    kept.current = { ...kept.current!, access_token: 'lbk_expired' };
    await new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } }).connect(
      make(),
    );
    expect(kept.current.access_token).not.toBe(before);
    await ada.call('DELETE /api/connected_apps/:id', { params: { id: apps.rows[0]!.id } });
    await expect(again.listTools()).rejects.toThrow('grant request is invalid');
  });
});
