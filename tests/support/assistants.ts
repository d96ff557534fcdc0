// Assistants: the official client of the Model Context Protocol, connected to the server of a test over HTTP.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Scope } from '#features/api-tokens/contract.ts';
import { createApiToken } from './api-tokens.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';

export const allScopes: Scope[] = ['entries:write', 'suggestions:write', 'log:read', 'goals:write'];
export const versions = ['2025-11-25', '2026-07-28'] as const;
type Version = (typeof versions)[number];

/** Makes the server of a test listen. Returns the address for assistants. */
export async function listen({ server }: Pick<TestApp, 'server'>): Promise<URL> {
  return new URL('/mcp', await server.listen({ port: 0, host: '127.0.0.1' }));
}

/** What a tool returned. A refusal has a sentence instead of a result. */
export type Used<Result> = { isError: boolean; text: string; result: Result };

export type Assistant = {
  client: Client;
  names(): Promise<string[]>;
  use<Result = Record<string, unknown>>(name: string, input?: object): Promise<Used<Result>>;
};

export async function connect(url: URL, token: string, version: Version = '2026-07-28'): Promise<Assistant> {
  const mode = version === '2026-07-28' ? { pin: version } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    use: async (name, input = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } });
      const text = content[0]?.type === 'text' ? content[0].text : '';
      return { isError: isError === true, text, result: (isError ? {} : JSON.parse(text)) as never };
    },
  };
}

/** A new user, and an assistant with a token of theirs. */
export async function withAssistant(
  app: TestApp,
  url: URL,
  { scopes = allScopes, version }: { scopes?: Scope[]; version?: Version } = {},
): Promise<Assistant & { user: Caller; token: string }> {
  const user = await app.signUp();
  const { token } = await createApiToken(user, { name: 'Claude', scopes });
  return { user, token, ...(await connect(url, token, version)) };
}
