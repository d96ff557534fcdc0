import { afterAll, beforeAll, expect, it } from 'vitest';
import { givePlan } from '#tests/support/billing.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { purgeEvents } from './jobs.ts';
import { setDriver, type Driver } from './store.ts';

let app: TestApp;
let ada: Caller;
let bo: Caller;
beforeAll(async () => {
  app = await startApp();
  ada = await app.signUp();
  bo = await app.signUp();
});
afterAll(() => app.close());

const sell = (driver: Driver) => app.database.asOwner((db) => setDriver(db, driver));
const hasPlan = async ({ userId }: Caller) => {
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ has: boolean }>('select app.has_team_plan($1) as has', [userId]),
  );
  return rows[0]!.has;
};

it('a user has the Team plan while a subscription of the instance’s driver is live', async () => {
  expect(await hasPlan(ada)).toBe(false);
  await givePlan(app, ada);
  expect([await hasPlan(ada), await hasPlan(bo)]).toEqual([true, false]);
  await sell('stripe');
  expect(await hasPlan(ada)).toBe(false);
  await sell('test');
  expect(await hasPlan(ada)).toBe(true);
  await givePlan(app, ada, new Date(Date.now() - 1));
  expect(await hasPlan(ada)).toBe(false);
});

it('everyone has an included Team plan', async () => {
  await sell('included');
  expect([await hasPlan(ada), await hasPlan(bo)]).toEqual([true, true]);
  await sell('test');
});

it('an applied event is forgotten after 90 days', async () => {
  await app.database.asOwner((db) =>
    db.query(
      `insert into billing_events (id, received_at)
       values ('old', now() - interval '91 days'), ('new', now() - interval '89 days')`,
    ),
  );
  expect(await purgeEvents(app.database.jobs)).toBe(1);
  const { rows } = await app.database.asOwner((db) => db.query('select id from billing_events'));
  expect(rows).toEqual([{ id: 'new' }]);
});
