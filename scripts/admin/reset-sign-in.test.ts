import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails, startMailingApp, work } from '#tests/support/mail.ts';
import type { TestApp } from '#tests/support/app.ts';
import { resetSignIn } from './reset-sign-in.ts';

let app: TestApp;
beforeAll(async () => {
  ({ app } = await startMailingApp());
});
afterAll(() => app.close());

it('resetting the sign-in removes passkeys, the authenticator app and codes, ends all sessions, and tells the user', async () => {
  const person = await app.signUp();
  await app.database.asOwner(async (db) => {
    await db.query(
      `insert into passkeys
         (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name, multi_device, backed_up)
       values ($1, $1, '\\x00', '', 0, '{}', 'localhost', 'Phone', false, false)`,
      [person.userId],
    );
    await db.query(
      `insert into authenticator_apps (id, user_id, sealed_secret, last_step) values ($1, $1, '\\x00', 0)`,
      [person.userId],
    );
    await db.query(
      `insert into remembered_devices (id, user_id, hash, expires_at) values ($1, $1, '\\x00', '2126-01-01')`,
      [person.userId],
    );
    await db.query(`insert into recovery_codes (user_id, hash) values ($1, '\\x00')`, [person.userId]);
  });
  expect(await resetSignIn(app.database, person.email, app.config)).toEqual({ passkeys: 1, apps: 1 });
  expect((await person.call('GET /api/auth/user')).status).toBe(401);
  const left = await app.database.asOwner((db) =>
    db.query(
      `select user_id from passkeys union all select user_id from recovery_codes
       union all select user_id from authenticator_apps union all select user_id from remembered_devices`,
    ),
  );
  expect(left.rows).toEqual([]);
  await work(app);
  expect((await mails(app, person.email)).map(({ kind }) => kind)).toContain('sign-in methods');
});

it('resetting the sign-in of an unknown address changes nothing', async () => {
  expect(await resetSignIn(app.database, 'unknown@example.com', app.config)).toBeUndefined();
});

it('where passwords open no accounts, resetting leaves an account alone that nothing else would open', async () => {
  const person = await app.signUp();
  const owner = (text: string) => app.database.asOwner((db) => db.query(text, [person.userId]));
  await owner(
    `insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name, multi_device, backed_up)
     values ($1, $1, '\\x01', '', 0, '{}', 'localhost', 'Phone', false, false)`,
  );
  const issuerKey = 'https://id.example.com';
  const reset = () =>
    resetSignIn(app.database, person.email, { passwords: false, singleSignOn: { issuerKey } });
  await owner(
    `insert into provider_identities (id, user_id, issuer, subject, label)
     values ($1, $1, 'https://earlier.example.com', 'ada', 'ada')`,
  );
  expect(await reset()).toBe('last way');
  expect((await owner('select id from passkeys where user_id = $1')).rowCount).toBe(1);
  expect((await person.call('GET /api/auth/user')).status).toBe(200);
  await owner(`update provider_identities set issuer = '${issuerKey}' where user_id = $1`);
  expect(await reset()).toEqual({ passkeys: 1, apps: 0 });
});
