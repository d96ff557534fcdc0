// Deleting the account at the same moment as something that locks rows of the same user. Without one order of locks, the
// two would deadlock, and one of them would fail.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shoutout } from '#features/shoutouts/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import { blockedBy, waiting } from '#tests/support/blocked-by.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { inviteManager, newAddress } from '#tests/support/teams.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const deleteAccount = (caller: Caller) => () => caller.call('POST /api/functions/v1/delete-account');
const bothSucceeded = [
  expect.objectContaining({ status: 200 }) as unknown,
  expect.objectContaining({ status: 200 }) as unknown,
];
/** Stops requests that write an entry after they have taken their earlier locks. */
const noNewEntries = 'lock table check_ins in share mode';

it('completing a goal and deleting the account both succeed', async () => {
  const ada = await app.signUp();
  const { json: goal } = await ada.call<{ id: string }>('POST /api/goals', {
    body: { id: newId(), text: 'Ship it', cadence: null },
  });
  const complete = () =>
    ada.call('POST /api/goals/:id/complete', { params: { id: goal.id }, body: { check_in_id: newId() } });
  expect(await blockedBy(app, noNewEntries, [], [complete, deleteAccount(ada)])).toEqual(bothSucceeded);
});

it('keeping a shoutout and deleting the account both succeed', async () => {
  const [ada, bo] = await Promise.all([signUpVerified(app), signUpVerified(app)]);
  const { json: shoutout } = await bo.call<Shoutout>('POST /api/shoutouts', {
    body: { id: newId(), recipient_email: ada.email, message: 'Thanks' },
  });
  const keep = () =>
    ada.call('POST /api/shoutouts/:id/keep', {
      params: { id: shoutout.id },
      body: { check_in_id: newId() },
    });
  expect(await blockedBy(app, noNewEntries, [], [keep, deleteAccount(ada)])).toEqual(bothSucceeded);
});

it('verifying an address and deleting the account both succeed', async () => {
  const ada = await app.signUp();
  const [token] = await mailedTokens(app, sink, ada.email, 'verify');
  const verify = () => ada.call('POST /api/auth/verify', { body: { token } });
  const lockUser = 'select from users where id = $1 for update';
  expect(await blockedBy(app, lockUser, [ada.userId], [verify, deleteAccount(ada)])).toEqual(bothSucceeded);
});

it('changing the primary address and sharing an entry both succeed', async () => {
  const ada = await app.signUp();
  const extra = { id: newId(), email: `extra-${ada.email}` };
  await ada.call('POST /api/user_emails', { body: extra });
  await app.database.asOwner((db) =>
    db.query('update user_emails set verified_at = now() where id = $1', [extra.id]),
  );
  const change = () =>
    ada.call('POST /api/user_emails/:id/primary', {
      params: { id: extra.id },
      body: { password: 'a good long passphrase' },
    });
  const share = () =>
    ada.call('POST /api/check_ins', {
      body: { id: newId(), content: 'Shipped it', manager_email: 'boss@example.net' },
    });
  const lockUser = 'select from users where id = $1 for update';
  expect(await blockedBy(app, lockUser, [ada.userId], [change, share])).toEqual(bothSucceeded);
});

it('others invite people while the private entries of an account are deleted', async () => {
  const [ada, bo] = await Promise.all([app.signUp(), signUpVerified(app)]);
  const { json: entry } = await ada.call<{ id: string }>('POST /api/check_ins', {
    body: { id: newId(), content: 'A private note' },
  });
  await app.database.asOwner(async (db) => {
    await db.query('begin');
    await db.query('select from check_ins where id = $1 for update', [entry.id]);
    const deleted = deleteAccount(ada)();
    await expect.poll(() => waiting(app), { timeout: 10_000 }).toBe(1);
    expect((await inviteManager(bo, newAddress())).status).toBe(200);
    await db.query('commit');
    expect((await deleted).status).toBe(200);
  });
});

it('the sender and the recipient of a kept shoutout can delete their accounts at the same time', async () => {
  const [ada, bo] = await Promise.all([signUpVerified(app), signUpVerified(app)]);
  const { json: shoutout } = await bo.call<Shoutout>('POST /api/shoutouts', {
    body: { id: newId(), recipient_email: ada.email, message: 'Thanks' },
  });
  const params = { id: shoutout.id };
  const kept = await ada.call('POST /api/shoutouts/:id/keep', { params, body: { check_in_id: newId() } });
  expect(kept.status).toBe(200);
  const lockTeams = `select pg_advisory_xact_lock(hashtextextended('teams', 0))`;
  expect(await blockedBy(app, lockTeams, [], [deleteAccount(ada), deleteAccount(bo)])).toEqual(bothSucceeded);
  const { rows } = await app.database.asOwner((db) =>
    db.query('select from check_ins where user_id in ($1, $2)', [ada.userId, bo.userId]),
  );
  expect(rows).toEqual([]);
});
