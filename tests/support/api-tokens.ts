import type { CreatedApiToken, NewApiToken } from '#features/api-tokens/contract.ts';
import type { TestApp } from './app.ts';
import type { Caller, CallOptions } from './caller.ts';

/** Creates a token in the settings of the caller. */
export async function createApiToken(
  caller: Caller,
  body: Partial<Pick<NewApiToken, 'name' | 'scopes' | 'days'>> = {},
): Promise<CreatedApiToken> {
  const { status, json } = await caller.call<CreatedApiToken>('POST /api/api_tokens', {
    body: { name: 'A script', scopes: ['log:read'], ...body },
  });
  if (status !== 200) throw new Error(`The token was refused: ${JSON.stringify(json)}`);
  return json;
}

/** Calls with a token, as a script does: without cookies, and from no origin. */
export function callWith(app: TestApp, token: string) {
  const script = app.anonymous();
  return <Body = unknown>(key: string, { headers, ...options }: CallOptions = {}) =>
    script.call<Body>(key, {
      ...options,
      headers: { origin: undefined, authorization: `Bearer ${token}`, ...headers },
    });
}

/** Approves a sign-in of the command line. Its program has not taken the token yet. */
export async function approveCliLogin(app: TestApp, caller: Caller): Promise<void> {
  const body = { name: 'A laptop' };
  const { json } = await app.anonymous().call<{ user_code: string }>('POST /api/cli_logins', { body });
  const found = await caller.call<{ id: string }>('POST /api/cli_logins/find', {
    body: { code: json.user_code },
  });
  await caller.call('POST /api/cli_logins/:id/approve', { params: { id: found.json.id } });
}
