// The authenticator app, the browsers that are remembered after one of its codes, and accounts without a password (R-Q2, R-Q3).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Codes } from '#features/accounts/server/operations/codes.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addAuthenticatorApp, codeOf, type AddedApp, type Setup } from '#tests/support/authenticator-apps.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { addPasskey } from '#tests/support/passkeys.ts';
import { recoveryToken } from '#tests/support/recovery-token.ts';
import type { Methods } from '../../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ APP_URL: 'http://localhost:4000' });
});
afterAll(() => app.close());
// All tests come from one network.
beforeEach(() => app.database.asOwner((db) => db.query('delete from limit_hits')));

const password = 'a good long passphrase';
const later = 'another good passphrase';

const byPassword = (email: string, more: object = {}, caller = app.anonymous()) =>
  caller.call<ProblemBody>('POST /api/auth/sign-in', { body: { email, password, ...more } });
const methodsOf = async (caller: Caller) => (await caller.call<Methods>('GET /api/passkeys')).json;
/** The app shows new codes: none was used yet. */
const unused = () => app.database.asOwner((db) => db.query('update authenticator_apps set last_step = 0'));
/** As if the user had signed in two hours ago. */
const age = ({ userId }: { userId: string }) =>
  app.database.asOwner((db) =>
    db.query(
      `update sessions set signed_in_at = now() - interval '2 hours', confirmed_at = null where user_id = $1`,
      [userId],
    ),
  );

async function withApp() {
  const ada = await app.signUp();
  const added = await addAuthenticatorApp(ada);
  return { ada, secret: added.setup.secret, codes: added.json.recovery_codes! };
}

describe('an authenticator app', () => {
  it('counts only after a right code, and comes with ten recovery codes', async () => {
    const ada = await app.signUp();
    const { json: setup } = await ada.call<Setup>('POST /api/authenticator_app/options');
    expect(setup.uri).toContain(`secret=${setup.secret}&issuer=Logbook`);
    const add = (code: string, caller: Caller = ada) =>
      caller.call<AddedApp & ProblemBody>('POST /api/authenticator_app', {
        body: { setup: setup.setup, code },
      });
    expect((await add(codeOf(setup.secret, 5))).json.code).toBe('code_mismatch');
    expect((await byPassword(ada.email)).status).toBe(200);
    expect((await add(codeOf(setup.secret), await app.signUp())).json.code).toBe('setup_expired');
    const added = await add(` ${codeOf(setup.secret).replace(/^.{3}/, '$& ')}`);
    expect([added.status, added.json.recovery_codes?.length]).toEqual([200, 10]);
    expect((await byPassword(ada.email)).json.code).toBe('second_factor_needed');
    const again = await add(codeOf(setup.secret));
    expect([again.status, again.json.recovery_codes]).toEqual([200, null]);
    const { authenticator_app, codes_left } = await methodsOf(ada);
    expect([authenticator_app?.last_used_at, codes_left]).toEqual([null, 10]);
    expect((await ada.call<ProblemBody>('POST /api/authenticator_app/options')).json.code).toBe(
      'authenticator_known',
    );
  });

  it('of 20 parallel setups with one code, adds one', async () => {
    const ada = await app.signUp();
    const { json: setup } = await ada.call<Setup>('POST /api/authenticator_app/options');
    const body = { setup: setup.setup, code: codeOf(setup.secret) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ada.call<AddedApp>('POST /api/authenticator_app', { body })),
    );
    expect(answers.filter(({ json }) => json.recovery_codes)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  });

  it('signs in with a code once, and never with an earlier one after a later one', async () => {
    const { ada, secret } = await withApp();
    expect((await byPassword(ada.email, { code: codeOf(secret, 3) })).json.code).toBe('wrong_code');
    expect((await byPassword(ada.email, { code: codeOf(secret) })).status).toBe(200);
    for (const steps of [0, -1])
      expect((await byPassword(ada.email, { code: codeOf(secret, steps) })).json.code).toBe('wrong_code');
    const body = { grant_type: 'password', email: ada.email, password, code: codeOf(secret, 1) };
    expect((await app.anonymous().call('POST /api/auth/token', { body })).status).toBe(200);
    expect((await methodsOf(ada)).authenticator_app?.last_used_at).not.toBeNull();
  });

  it('signs in one of 20 parallel requests with a code', async () => {
    const { ada, secret } = await withApp();
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => byPassword(ada.email, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('does not sign in to another account, and wrong codes count like wrong passwords', async () => {
    const [{ secret }, bob] = [await withApp(), await withApp()];
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push(await byPassword(bob.ada.email, { code: codeOf(secret) }));
    expect(answers.map(({ json }) => json.code)).toEqual([
      ...Array<string>(5).fill('wrong_code'),
      'too_many_tries',
    ]);
    expect((await bob.ada.call('GET /api/auth/user')).status).toBe(200);
  });

  it('confirms a session, and completes a recovery by email', async () => {
    const { ada, secret } = await withApp();
    await age(ada);
    expect((await ada.call<ProblemBody>('DELETE /api/authenticator_app')).json.code).toBe(
      'confirmation_needed',
    );
    const confirm = { password, code: codeOf(secret) };
    expect((await ada.call('POST /api/auth/confirm', { body: confirm })).status).toBe(200);
    const replayed = await ada.call<ProblemBody>('POST /api/auth/confirm', { body: confirm });
    expect(replayed.json.code).toBe('wrong_code');
    const token = await recoveryToken(app, ada.email);
    const recover = (code: string) =>
      app.anonymous().call<ProblemBody>('POST /api/auth/recover/complete', {
        body: { token, password: later, code },
      });
    expect((await recover(codeOf(secret))).json.code).toBe('wrong_code');
    expect((await recover(codeOf(secret, 1))).status).toBe(200);
  });

  it('is useless under another APP_SECRET, where recovery codes still work', async () => {
    const { ada, secret, codes } = await withApp();
    await app.database.asOwner(async (db) => {
      const { rows } = await db.query<{ id: string }>(
        'select id from authenticator_apps where user_id = $1',
        [ada.userId],
      );
      const sealed = new Codes('another secret of thirty-two letters').seal(rows[0]!.id, Buffer.alloc(20));
      await db.query('update authenticator_apps set sealed_secret = $1 where id = $2', [sealed, rows[0]!.id]);
    });
    expect((await byPassword(ada.email, { code: codeOf(secret) })).json.code).toBe('wrong_code');
    expect((await byPassword(ada.email, { code: codes[0] })).status).toBe(200);
  });

  it('is removed, and with the last second factor the recovery codes', async () => {
    const { ada, secret, codes } = await withApp();
    await addPasskey(app, ada);
    expect((await ada.call('DELETE /api/authenticator_app')).status).toBe(200);
    expect((await ada.call('DELETE /api/authenticator_app')).status).toBe(404);
    expect((await byPassword(ada.email, { code: codeOf(secret) })).json.code).toBe('wrong_code');
    expect((await byPassword(ada.email, { code: codes[0] })).status).toBe(200);
    const { passkeys } = await methodsOf(ada);
    await ada.call('DELETE /api/passkeys/:id', { params: { id: passkeys[0]!.id } });
    expect((await methodsOf(ada)).codes_left).toBeNull();
    expect((await byPassword(ada.email)).status).toBe(200);
  });
});

describe('a remembered browser', () => {
  async function remembered() {
    const { ada, secret, codes } = await withApp();
    const browser = app.anonymous();
    expect((await byPassword(ada.email, { code: codeOf(secret), remember: true }, browser)).status).toBe(200);
    return { ada, browser, secret, codes };
  }
  const isAsked = async (email: string, browser: Caller, more: object = {}) =>
    (await byPassword(email, more, browser)).json.code === 'second_factor_needed';

  it('is not asked for a code for 30 days, and only there', async () => {
    const { ada, browser } = await remembered();
    expect(await isAsked(ada.email, browser)).toBe(false);
    expect(await isAsked(ada.email, app.anonymous())).toBe(true);
    expect((await byPassword(ada.email, { password: later }, browser)).json.code).toBe('wrong_credentials');
    const [device] = (await methodsOf(ada)).remembered_devices;
    expect(Date.parse(device!.expires_at) - Date.parse(device!.created_at)).toBe(30 * 24 * 60 * 60_000);
    await app.database.asOwner((db) => db.query('update remembered_devices set expires_at = now()'));
    expect(await isAsked(ada.email, browser)).toBe(true);
    expect((await methodsOf(ada)).remembered_devices).toEqual([]);
  });

  it('is remembered only with a code, and not for the address of another account', async () => {
    const bob = await withApp();
    const { ada, browser } = await remembered();
    expect(await isAsked(bob.ada.email, browser, { remember: true })).toBe(true);
    expect(await isAsked(bob.ada.email, browser)).toBe(true);
    // Without the part of the cookie that names the account, its random part opens nothing.
    const [id, ours] = browser.cookies['logbook-device']!.split('~') as [string, string];
    const elsewhere = app.anonymous();
    const [day, code, secret] = ours.split('.') as [string, string, string];
    const forged = code.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    for (const cookie of [id, `${id}~${day}.${code}`, `${id}~${day}.${forged}.${secret}`]) {
      elsewhere.cookies['logbook-device'] = cookie;
      expect(await isAsked(ada.email, elsewhere)).toBe(true);
    }
  });

  it('does not replace a code for confirmations and recoveries', async () => {
    const { ada, browser } = await remembered();
    await age(ada);
    const confirmed = await browser.call<ProblemBody>('POST /api/auth/confirm', { body: { password } });
    expect(confirmed.json.code).toBe('second_factor_needed');
    const token = await recoveryToken(app, ada.email);
    const body = { token, password: later };
    const recovered = await browser.call<ProblemBody>('POST /api/auth/recover/complete', { body });
    expect(recovered.json.code).toBe('second_factor_needed');
  });

  it.each<[string, (parts: Awaited<ReturnType<typeof remembered>>) => Promise<{ status: number }>, string]>([
    [
      'the user ends it',
      async ({ ada }) => {
        const [device] = (await methodsOf(ada)).remembered_devices;
        return ada.call('DELETE /api/remembered_devices/:id', { params: { id: device!.id } });
      },
      password,
    ],
    ['all other sessions are ended', ({ ada }) => ada.call('DELETE /api/auth/sessions'), password],
    [
      'the password changes',
      ({ ada }) =>
        ada.call('PATCH /api/auth/user', { body: { current_password: password, password: later } }),
      later,
    ],
    [
      'the password is reset',
      async ({ ada, codes }) => {
        const token = await recoveryToken(app, ada.email);
        const body = { token, password: later, code: codes[0] };
        return app.anonymous().call('POST /api/auth/recover/complete', { body });
      },
      later,
    ],
    [
      'a second factor is removed',
      async ({ ada }) => {
        await addPasskey(app, ada);
        return ada.call('DELETE /api/authenticator_app');
      },
      password,
    ],
  ])('is asked again after %s', async (_what, change, now) => {
    const parts = await remembered();
    expect((await change(parts)).status).toBe(200);
    expect(await isAsked(parts.ada.email, parts.browser, { password: now })).toBe(true);
  });

  it('is not prepared with the password alone, before the account has a second factor', async () => {
    const ada = await app.signUp();
    const thief = app.anonymous();
    expect((await byPassword(ada.email, { code: '123456', remember: true }, thief)).status).toBe(200);
    await addAuthenticatorApp(ada);
    expect(await isAsked(ada.email, thief)).toBe(true);
    expect((await methodsOf(ada)).remembered_devices).toEqual([]);
  });

  it('that is remembered again does not count by an earlier copy of its cookie', async () => {
    const { ada, secret } = await withApp();
    const [browser, thief] = [app.anonymous(), app.anonymous()];
    const remember = async () => {
      await unused();
      expect((await byPassword(ada.email, { code: codeOf(secret), remember: true }, browser)).status).toBe(
        200,
      );
    };
    // Known, but not remembered.
    expect((await byPassword(ada.email, { code: codeOf(secret) }, browser)).status).toBe(200);
    for (let n = 0; n < 2; n++) {
      thief.cookies['logbook-device'] = browser.cookies['logbook-device']!;
      await ada.call('DELETE /api/auth/sessions');
      await remember();
      expect(await isAsked(ada.email, thief)).toBe(true);
      expect(await isAsked(ada.email, browser)).toBe(false);
    }
  });

  it('may be shared by two accounts', async () => {
    const [{ ada, browser }, bob] = [await remembered(), await withApp()];
    const body = { code: codeOf(bob.secret), remember: true };
    expect((await byPassword(bob.ada.email, body, browser)).status).toBe(200);
    for (const { email } of [ada, bob.ada]) expect(await isAsked(email, browser)).toBe(false);
  });

  it('begins sessions that change nothing of the account before a code', async () => {
    const { ada, browser, secret } = await remembered();
    expect(await isAsked(ada.email, browser)).toBe(false);
    for (const key of [
      'DELETE /api/authenticator_app',
      'POST /api/recovery_codes',
      'POST /api/passkeys/options',
    ])
      expect((await browser.call<ProblemBody>(key)).json.code).toBe('confirmation_needed');
    await unused();
    const body = { password, code: codeOf(secret) };
    expect((await browser.call('POST /api/auth/confirm', { body })).status).toBe(200);
    expect((await browser.call('POST /api/recovery_codes')).status).toBe(200);
  });

  it('is one of 20 at most: the oldest is forgotten', async () => {
    const { ada, secret } = await remembered();
    for (let n = 0; n < 20; n++) {
      await unused();
      expect((await byPassword(ada.email, { code: codeOf(secret), remember: true })).status).toBe(200);
    }
    expect((await methodsOf(ada)).remembered_devices).toHaveLength(20);
  });
});

describe('removing the password', () => {
  it('needs another way to sign in, and a recovery with a code sets a new one (R-Q3)', async () => {
    const { ada, secret } = await withApp();
    const remove = () => ada.call<ProblemBody>('DELETE /api/auth/password');
    expect((await remove()).json.code).toBe('last_way');
    const { json } = await addPasskey(app, ada);
    await age(ada);
    expect((await remove()).json.code).toBe('confirmation_needed');
    expect(
      (await ada.call('POST /api/auth/confirm', { body: { password, code: codeOf(secret) } })).status,
    ).toBe(200);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await methodsOf(ada)).has_password).toBe(false);
    expect((await byPassword(ada.email)).json.code).toBe('wrong_credentials');
    const refused = await ada.call<ProblemBody>('DELETE /api/passkeys/:id', {
      params: { id: json.row.id },
    });
    expect(refused.json.code).toBe('last_way');
    const token = await recoveryToken(app, ada.email);
    const body = { token, password: later, code: codeOf(secret, 1) };
    expect((await app.anonymous().call('POST /api/auth/recover/complete', { body })).status).toBe(200);
    await unused();
    expect((await byPassword(ada.email, { password: later, code: codeOf(secret) })).status).toBe(200);
  });
});
