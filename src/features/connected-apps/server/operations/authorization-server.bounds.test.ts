// What ends or prevents a connection besides the user's decision: a new password, the second factor, limits.
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { counts } from '#platform/metrics/counts.ts';
import { newApiToken } from '#platform/secrets/api-token.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import { addAuthenticatorApp } from '#tests/support/authenticator-apps.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { listen } from '#tests/support/assistants.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { changed } from '#tests/support/changed.ts';
import { connectProgram, fetchIn, open, registerProgram, sendForm } from '#tests/support/connected-apps.ts';
import { appsOf, listMcp } from '#tests/support/oauth-client.ts';
import { recoveryToken } from '#tests/support/recovery-token.ts';
import { attempts } from '../../attempt-constants.ts';
import { limits } from '../../constants.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await app.signUp();
  await app.database.asOwner((db) => db.query('delete from limit_hits'));
});

const sendAllow = (person: Caller, id: string) =>
  person.call<ProblemBody>('POST /api/app_requests/:id/allow', {
    params: { id },
    body: { scopes: ['log:read'] },
  });

describe('a connection', () => {
  it('ends with a new password by email, together with its tokens', async () => {
    const { tokens, refresh } = await connectProgram(app, ada);
    expect(await listMcp(app, tokens.access_token)).toBe(200);
    const token = await recoveryToken(app, ada.email);
    const owner = app.anonymous();
    const body = { token, password: 'another good passphrase' };
    expect((await owner.call('POST /api/auth/recover/complete', { body })).status).toBe(200);
    expect(await listMcp(app, tokens.access_token)).toBe(401);
    expect((await refresh()).error).toBe('invalid_grant');
    const { rows } = await app.database.asOwner((db) =>
      db.query('select from connected_apps where user_id = $1', [ada.userId]),
    );
    expect(rows).toEqual([]);
  });

  it('begins only after the user has confirmed, if the account has a second factor', async () => {
    await addAuthenticatorApp(ada);
    await app.database.asOwner((db) =>
      db.query(
        `update sessions set signed_in_at = now() - interval '2 hours', confirmed_at = null where user_id = $1`,
        [ada.userId],
      ),
    );
    const { id } = await open(ada, (await registerProgram(app)).asks);
    const { status, json } = await sendAllow(ada, id);
    expect([status, json.code]).toEqual([403, 'confirmation_needed']);
    expect(await appsOf(ada)).toEqual([]);
    await app.database.asOwner((db) =>
      db.query('update sessions set confirmed_at = now() where user_id = $1', [ada.userId]),
    );
    expect((await sendAllow(ada, id)).status).toBe(200);
    expect(await appsOf(ada)).toHaveLength(1);
  });
});

describe('the limits', () => {
  it('of connections count the user, and a repeated decision only once', async () => {
    await changed(attempts.allow, { max: 1, minutes: 7 }, async () => {
      const { id } = await open(ada, (await registerProgram(app)).asks);
      for (let time = 0; time < 3; time++) expect((await sendAllow(ada, id)).status).toBe(200);
      const { id: another } = await open(ada, (await registerProgram(app)).asks);
      const { status, json, headers } = await sendAllow(ada, another);
      expect([status, json.code]).toEqual([429, 'too_many_tries']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(6 * 60);
      expect(await appsOf(ada)).toHaveLength(1);
    });
  });

  it('of apps decide how many can be connected', async () => {
    const { id } = await open(ada, (await registerProgram(app)).asks);
    const refused = await changed(limits, { apps: 0 }, () => sendAllow(ada, id));
    expect([refused.status, refused.json.code]).toEqual([409, 'too_many_apps']);
    expect((await sendAllow(ada, id)).status).toBe(200);
  });

  const token = () => sendForm(app, '/oauth/token', { grant_type: 'refresh_token' });
  it.each([
    ['authorize', () => fetchIn(app)(`${app.config.appUrl}/oauth/authorize`)],
    ['token', token],
    ['token', () => sendForm(app, '/oauth/revoke', { token: 'x' })],
    ['register', () => sendForm(app, '/oauth/register', {})],
  ] as const)('of attempts %s are how many are allowed within how many minutes', async (name, send) => {
    expect((await send()).status).toBe(400);
    await app.database.asOwner((db) => db.query(`update limit_hits set at = at - interval '61 s'`));
    const { status, headers } = await changed(attempts[name], { max: 0, minutes: 7 }, send);
    expect(status).toBe(429);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(5 * 60);
    expect(wait).toBeLessThanOrEqual(6 * 60);
  });

  it('of bodies also apply to those without a length', async () => {
    const { port } = await listen(app);
    const status = (path: string, bytes: number) =>
      new Promise<number>((resolve, reject) => {
        const call = request(
          {
            ...{ host: '127.0.0.1', port, path, method: 'POST' },
            headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode!);
          },
        );
        call.on('error', reject);
        call.write(`{"a":"${'x'.repeat(bytes)}`);
        call.end('"}');
      });
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register'])
      expect([await status(path, limits.document + 1), await status(path, 100)]).toEqual([413, 400]);
  });
});

it('an app that ends a token that does not exist gets the same response', async () => {
  const { clientId } = await registerProgram(app);
  for (const token of [newToken(), newApiToken()]) {
    const response = await sendForm(app, '/oauth/revoke', { client_id: clientId, token });
    expect([response.status, await response.text()]).toEqual([200, '']);
  }
});

it('refused requests are counted by their error, without what was sent', async () => {
  const before = counts.appRefusals['grant invalid_client'] ?? 0;
  await sendForm(app, '/oauth/token', { grant_type: 'refresh_token', client_id: 'secret-client' });
  expect(counts.appRefusals['grant invalid_client']).toBe(before + 1);
  expect(JSON.stringify(counts.appRefusals)).not.toContain('secret-client');
});
