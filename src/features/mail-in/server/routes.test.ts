import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import type { MailAddressState } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ MAIL_IN_PORT: '0', MAIL_IN_DOMAIN: 'in.example' });
});
afterAll(() => app.close());

const read = async (caller: Caller) => (await caller.call<MailAddressState>('GET /api/mail_address')).json;
const make = async (caller: Caller, body: object = {}) =>
  (await caller.call<MailAddressState & ProblemBody>('POST /api/mail_address', { body })).json;

describe('the private address', () => {
  it('is off until it is made, has 128 bits, and is shown again to its owner only', async () => {
    const [ada, bea] = [await app.signUp(), await app.signUp()];
    expect(await read(ada)).toEqual({ receives: true, address: null });
    const { address } = await make(ada);
    expect(address!.email).toMatch(/^log\+[a-z0-9]{26}@in\.example$/);
    expect(await read(ada)).toEqual({ receives: true, address });
    expect((await make(bea)).address!.email).not.toBe(address!.email);
  });

  it('is not in the database, and neither is its token', async () => {
    const ada = await app.signUp();
    const { address } = await make(ada);
    const token = /\+(.+)@/.exec(address!.email)![1]!;
    const rows = await app.database.asOwner(
      async (db) => (await db.query<{ all: string }>('select a::text as all from mail_addresses a')).rows,
    );
    for (const { all } of rows) expect(all).not.toContain(token);
  });

  it('stays the same when the request is repeated, and changes with a new one', async () => {
    const ada = await app.signUp();
    const id = newId();
    const answers = await Promise.all([1, 2, 3].map(() => make(ada, { id })));
    expect(new Set(answers.map(({ address }) => address!.email)).size).toBe(1);
    expect((await make(ada)).address!.email).not.toBe(answers[0]!.address!.email);
    // The same id means another address for another user.
    expect((await make(await app.signUp(), { id })).address!.email).not.toBe(answers[0]!.address!.email);
  });

  it('can be ended, more than once', async () => {
    const ada = await app.signUp();
    await make(ada);
    for (let n = 0; n < 2; n++)
      expect((await ada.call('DELETE /api/mail_address')).json).toEqual({ receives: true, address: null });
  });

  it('is out of reach of API tokens (R-N1)', async () => {
    const ada = await app.signUp();
    await make(ada);
    const call = callWith(app, (await createApiToken(ada)).token);
    for (const key of [
      'GET /api/mail_address',
      'POST /api/mail_address',
      'DELETE /api/mail_address',
    ] as const)
      expect((await call<ProblemBody>(key, key.startsWith('POST') ? { body: {} } : {})).json.code).toBe(
        'beyond_token',
      );
  });

  it('ends when access is ended, as after a password reset', async () => {
    const ada = await app.signUp();
    await make(ada);
    await app.database.asOwner((db) => db.query('select app.end_access($1)', [ada.userId]));
    const { rows } = await app.database.asOwner((db) =>
      db.query('select from mail_addresses where user_id = $1', [ada.userId]),
    );
    expect(rows).toEqual([]);
  });

  it('is not offered by an instance that receives no email', async () => {
    const without = await startApp();
    const ada = await without.signUp();
    expect(await read(ada)).toEqual({ receives: false, address: null });
    expect((await make(ada)).code).toBe('no_inbound_mail');
    await without.close();
  });
});
