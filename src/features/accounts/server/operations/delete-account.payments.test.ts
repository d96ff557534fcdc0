// Deleting the account of a user who pays: the payments end first, and only after the same checks.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { startStripe, subscriptionOf, type FakeStripe } from '#tests/support/stripe.ts';

let stripe: FakeStripe;
let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  stripe = await startStripe();
  app = await startApp(stripe.env);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

beforeEach(async () => {
  ada = await app.signUp();
  await ada.call('POST /api/functions/v1/create-checkout', { body: { plan: 'monthly' } });
  const [customer] = [...stripe.customers].slice(-1);
  stripe.subscriptions.set('sub_1', subscriptionOf(customer!));
  stripe.state = 'up';
  stripe.calls.length = 0;
});

const remove = async (body: object) => {
  const { status, json } = await ada.call<{ code?: string; deleted?: true }>(
    'POST /api/functions/v1/delete-account',
    { body },
  );
  return { status, ...json };
};
const isCanceled = () => stripe.subscriptions.get('sub_1')!['status'] === 'canceled';
const signInLongAgo = () =>
  app.database.asOwner((db) =>
    db.query(`update sessions set signed_in_at = now() - interval '2 hours' where user_id = $1`, [
      ada.userId,
    ]),
  );

it('account deletion ends the payments of its user', async () => {
  expect(await remove({})).toEqual({ status: 200, deleted: true });
  expect(isCanceled()).toBe(true);
});

it('account deletion ends no payments before the password was checked', async () => {
  await signInLongAgo();
  expect((await remove({})).code).toBe('password_needed');
  expect((await remove({ password: 'not this one' })).code).toBe('wrong_password');
  expect([isCanceled(), stripe.calls.length]).toEqual([false, 0]);
  expect(await remove({ password: 'a good long passphrase' })).toEqual({ status: 200, deleted: true });
  expect(isCanceled()).toBe(true);
});

it('account deletion stops if the payments cannot be ended', async () => {
  stripe.state = 'down';
  expect((await remove({})).code).toBe('subscription_not_canceled');
  expect((await ada.call('GET /api/auth/user')).status).toBe(200);
});
