import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails, startMailingApp, work } from '#tests/support/mail.ts';
import type { TestApp } from '#tests/support/app.ts';
import { resetSignIn } from './reset-sign-in.ts';

let app: TestApp;
beforeAll(async () => {
  ({ app } = await startMailingApp());
});
afterAll(() => app.close());

it('resetting the sign-in removes passkeys and codes, ends all sessions, and tells the user', async () => {
  const person = await app.signUp();
  await app.database.asOwner(async (db) => {
    await db.query(
      `insert into passkeys
         (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name, multi_device, backed_up)
       values ($1, $1, '\\x00', '', 0, '{}', 'localhost', 'Phone', false, false)`,
      [person.userId],
    );
    await db.query(`insert into recovery_codes (user_id, hash) values ($1, '\\x00')`, [person.userId]);
  });
  expect(await resetSignIn(app.database, person.email)).toBe(1);
  expect((await person.call('GET /api/auth/user')).status).toBe(401);
  const left = await app.database.asOwner((db) =>
    db.query('select user_id from passkeys union all select user_id from recovery_codes'),
  );
  expect(left.rows).toEqual([]);
  await work(app);
  expect((await mails(app, person.email)).map(({ kind }) => kind)).toContain('sign-in methods');
});

it('resetting the sign-in of an unknown address changes nothing', async () => {
  expect(await resetSignIn(app.database, 'unknown@example.com')).toBeUndefined();
});
