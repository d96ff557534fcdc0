// Subscriptions, as events of the payment provider leave them.
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';

/** Gives the user the Team plan until `end`, in test mode. Another call changes the end. */
export async function givePlan(
  app: TestApp,
  { userId }: Pick<Caller, 'userId'>,
  end = new Date(Date.now() + 30 * 86_400_000),
): Promise<void> {
  await app.database.asOwner((db) =>
    db.query(
      `insert into subscriptions (id, driver, user_id, status, plan, subscription_end, ends, event_at, event_rank)
       values ('test_' || $1::text, 'test', $1::uuid, 'active', 'monthly', $2, false, now(), 0)
       on conflict (id, driver) do update set subscription_end = excluded.subscription_end`,
      [userId, end],
    ),
  );
}

/** Makes the user a customer of Stripe with an ended subscription. */
export async function addCustomer(app: TestApp, { userId }: Pick<Caller, 'userId'>): Promise<void> {
  await app.database.asOwner(async (db) => {
    await db.query('insert into stripe_customers (user_id, customer_id) values ($1, $2)', [
      userId,
      `cus_${userId}`,
    ]);
    await db.query(
      `insert into subscriptions (id, driver, user_id, status, plan, subscription_end, ends, event_at, event_rank)
       values ($2, 'stripe', $1, 'canceled', 'yearly', now(), true, now(), 2)`,
      [userId, `sub_${userId}`],
    );
  });
}
