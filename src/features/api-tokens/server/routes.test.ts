import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { apiTokenLimits } from '#platform/http/api-token-limits.ts';
import { statement } from '#platform/database/statement.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { apiCredential } from '#platform/secrets/api-token.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { limits } from '../constants.ts';
import type { ApiToken, CreatedApiToken } from '../contract.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
  ada = await app.signUp();
});
afterAll(() => app.close());

const listOf = async (caller: Caller) =>
  (await caller.call<{ rows: ApiToken[] }>('GET /api/api_tokens')).json.rows;
const create = (caller: Caller, body: object) =>
  caller.call<CreatedApiToken & ProblemBody>('POST /api/api_tokens', { body });
const end = (caller: Caller, id: string) => caller.call('DELETE /api/api_tokens/:id', { params: { id } });
const daysUntil = (at: string | null) => Math.round((Date.parse(at!) - Date.now()) / 86_400_000);

describe('creating an API token', () => {
  it('shows the token once, and stores only its hash', async () => {
    const { token, row } = await createApiToken(ada, { name: ' My \n laptop ', scopes: ['log:read'] });
    expect(token).toMatch(/^lbk_[0-9A-Za-z]{49}$/);
    expect(row).toMatchObject({ name: 'My laptop', scopes: ['log:read'], source: 'api', last_used_at: null });
    expect(await listOf(ada)).toContainEqual(row);
    const [stored] = await app.database.asOwner(
      async (db) =>
        (
          await db.query<{ hash: Buffer; all: string }>(
            'select hash, t::text as all from api_tokens t where id = $1',
            [row.id],
          )
        ).rows,
    );
    expect(stored!.hash).toEqual(hashToken(token));
    expect(stored!.all).not.toContain(token.slice(4));
  });

  it('lasts 90 days unless the user chooses otherwise: up to 400 days, or without an end', async () => {
    const choice = { name: 'Days', scopes: ['log:read'] };
    expect(daysUntil((await create(ada, choice)).json.row.expires_at)).toBe(limits.defaultDays);
    const longest = await create(ada, { ...choice, days: limits.maxDays });
    expect(daysUntil(longest.json.row.expires_at)).toBe(limits.maxDays);
    expect((await create(ada, { ...choice, days: null })).json.row.expires_at).toBeNull();
    for (const days of [0, limits.maxDays + 1, 1.5, -3])
      expect((await create(ada, { ...choice, days })).status).toBe(400);
  });

  it('needs a name and at least one known scope', async () => {
    expect((await create(ada, { name: ' ', scopes: ['log:read'] })).json.code).toBe('name_required');
    expect((await create(ada, { name: 'x'.repeat(61), scopes: ['log:read'] })).json.code).toBe(
      'name_too_long',
    );
    for (const scopes of [[], ['accounts:write'], ['sharing:write']])
      expect((await create(ada, { name: 'A', scopes })).json.code).toBe('invalid_input');
  });

  it('is refused beyond the limit, even to parallel requests', async () => {
    const bea = await app.signUp();
    const answers = await Promise.all(
      Array.from({ length: limits.tokens + 3 }, () => create(bea, { name: 'A', scopes: ['log:read'] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.tokens);
    expect(answers.find(({ status }) => status === 409)!.json.code).toBe('too_many_tokens');
  });

  it('is not held up by expired tokens, which it removes', async () => {
    const [bea, cem] = [await app.signUp(), await app.signUp()];
    await app.database.asOwner((db) =>
      db.query(
        `insert into api_tokens (id, user_id, name, hash, scopes, expires_at)
         select gen_random_uuid(), person, 'Old', sha256((person || n::text)::bytea), '{log:read}', now()
         from unnest($1::uuid[]) person, generate_series(1, $2) n`,
        [[bea.userId, cem.userId], limits.tokens],
      ),
    );
    expect(await listOf(bea)).toHaveLength(limits.tokens);
    const { row } = await createApiToken(bea, { name: 'New' });
    expect(await listOf(bea)).toEqual([row]);
    expect(await listOf(cem)).toHaveLength(limits.tokens);
  });
});

describe('a request with an API token', () => {
  it('acts as the user of the token, and notes the place and the client', async () => {
    await ada.call('POST /api/check_ins', { body: { content: 'Read by a script' } });
    const { token, row } = await createApiToken(ada);
    const { status, json } = await callWith(app, token)<{ rows: CheckIn[] }>('GET /api/check_ins', {
      headers: { 'user-agent': 'curl/8.14.1' },
    });
    expect(status).toBe(200);
    expect(json.rows[0]!.content).toBe('Read by a script');
    const used = (await listOf(ada)).find(({ id }) => id === row.id)!;
    expect(used).toMatchObject({ user_agent: 'curl/8.14.1', ip: '127.0.0.1' });
    expect(Date.now() - Date.parse(used.last_used_at!)).toBeLessThan(60_000);
  });

  it('is refused beyond its scopes, with the scope that it needs', async () => {
    const call = callWith(app, (await createApiToken(ada, { scopes: ['goals:write'] })).token);
    const body = { id: newId(), text: 'By a script' };
    expect((await call('POST /api/goals', { body })).status).toBe(200);
    const { status, json } = await call<ProblemBody>('GET /api/check_ins');
    expect(status).toBe(403);
    expect(json).toMatchObject({ code: 'beyond_token', detail: 'It needs the scope log:read.' });
    expect((await call<ProblemBody>('GET /api/api_tokens')).json.code).toBe('beyond_token');
    expect((await call('DELETE /api/goals/:id', { params: { id: body.id } })).status).toBe(403);
  });

  it('ignores the cookies of the same request', async () => {
    const { token } = await createApiToken(ada, { scopes: ['goals:write'] });
    const headers = { authorization: `Bearer ${token}` };
    expect((await ada.call('GET /api/check_ins', { headers })).status).toBe(403);
  });

  it.each(['lbk_', `lbk_${'a'.repeat(49)}`, `lbk_${'0'.repeat(43)}000000`])(
    'is refused without a session for an unknown token: %s',
    async (token) => {
      const { status, json } = await callWith(app, token)<ProblemBody>('GET /api/check_ins');
      expect([status, json.code]).toEqual([401, 'no_session']);
      expect(json.detail).toBe('The API token is unknown, expired or ended.');
    },
  );

  it('is anonymous where no session is needed', async () => {
    const { token } = await createApiToken(ada);
    const { status } = await callWith(app, token)('GET /api/auth/session');
    const anonymous = await app.anonymous().call('GET /api/auth/session');
    expect(status).toBe(anonymous.status);
  });

  it('is refused once the token has expired', async () => {
    const { token, row } = await createApiToken(ada);
    const call = callWith(app, token);
    expect((await call('GET /api/goals')).status).toBe(200);
    await app.database.asOwner((db) =>
      db.query(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [row.id]),
    );
    expect((await call('GET /api/goals')).status).toBe(401);
    expect((await listOf(ada)).some(({ id }) => id === row.id)).toBe(true);
  });

  it('is refused once the token has been ended', async () => {
    const { token, row } = await createApiToken(ada);
    const bea = await app.signUp();
    expect((await end(bea, row.id)).status).toBe(404);
    expect((await callWith(app, token)('GET /api/goals')).status).toBe(200);
    expect((await end(ada, row.id)).status).toBe(200);
    expect((await callWith(app, token)('GET /api/goals')).status).toBe(401);
    expect((await end(ada, row.id)).status).toBe(404);
  });

  it('is refused once the account is deleted', async () => {
    const bea = await app.signUp();
    const { token } = await createApiToken(bea);
    expect((await bea.call('POST /api/functions/v1/delete-account')).status).toBe(200);
    expect((await callWith(app, token)('GET /api/goals')).status).toBe(401);
  });

  it('marks the entry of a goal that it completes, for its owner', async () => {
    const bea = await app.signUp();
    const { token } = await createApiToken(bea, { name: 'Kitchen', scopes: ['goals:write'] });
    const call = callWith(app, token);
    const [goal, check_in_id] = [newId(), newId()];
    await call('POST /api/goals', { body: { id: goal, text: 'Marked' } });
    await call('POST /api/goals/:id/complete', { params: { id: goal }, body: { check_in_id } });
    await bea.call('POST /api/check_ins', { body: { content: 'Not marked' } });
    const rows = await app.database.asOwner(
      async (db) =>
        (
          await db.query<object>(
            'select content, source, source_name from check_ins where user_id = $1 order by content',
            [bea.userId],
          )
        ).rows,
    );
    expect(rows).toEqual([
      { content: 'Marked', source: 'api', source_name: 'Kitchen' },
      { content: 'Not marked', source: null, source_name: null },
    ]);
  });
});

describe('the limits of an API token', () => {
  it('are 60 changes and 600 reads a minute, and hold no one else up', async () => {
    expect(apiTokenLimits).toEqual({ reads: { max: 600, minutes: 1 }, writes: { max: 60, minutes: 1 } });
    const call = callWith(app, (await createApiToken(ada, { scopes: ['goals:write', 'log:read'] })).token);
    const other = callWith(app, (await createApiToken(ada, { scopes: ['goals:write'] })).token);
    const answers = await Promise.all(
      Array.from({ length: 65 }, () => call<ProblemBody>('POST /api/goals', { body: { text: '' } })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]!.json.code).toBe('too_many_requests');
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await call('GET /api/goals')).status).toBe(200);
    expect((await other('POST /api/goals', { body: { text: '' } })).status).toBe(400);
    expect((await ada.call('POST /api/goals', { body: { text: '' } })).status).toBe(400);
    await app.database.asOwner((db) =>
      db.query(`update api_tokens set counted_from = counted_from - interval '1 minute'`),
    );
    expect((await call('POST /api/goals', { body: { text: '' } })).status).toBe(400);
  });
});

describe('the database', () => {
  /** Runs a statement as the viewer of a token, as if an operation were wrong. */
  async function asToken<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { token } = await createApiToken(ada);
    return transact(app.database.app, apiCredential(token, 'log:read'), work);
  }

  it('sends no email for a token, even if an operation asks for it (R-N1)', async () => {
    const [id, body] = [newId(), Buffer.from('sealed')];
    const parts = [
      id,
      'bo@example.com',
      'test',
      'false',
      'Subject',
      hashToken('sealed').toString('hex'),
      'Ada',
    ];
    const rest = [null, 'm', null];
    const sending = asToken(async (tx) => {
      const signature = tx.sign('post_mail', ...parts, ...rest);
      await tx.query(
        statement({ text: `select app.post_mail($1, $2, $3, false, $4, $5, $6, null, 'm', null, $7)` }),
        [...[id, 'bo@example.com', 'test', 'Subject', body, 'Ada', signature]],
      );
    });
    await expect(sending).rejects.toThrow('an API token sends no email');
  });

  it('adds no address and no token for a token (R-N1)', async () => {
    const statements = [
      `select app.add_address(gen_random_uuid(), 'other@example.com', 9)`,
      `insert into api_tokens (id, user_id, name, hash, scopes)
       values (gen_random_uuid(), '${ada.userId}', 'Another', '\\x01', '{log:read}')`,
    ];
    for (const text of statements)
      await expect(asToken((tx) => tx.query(statement({ text })))).rejects.toThrow(
        /with a session|row-level security/,
      );
  });
});
