// All SQL on subscriptions. Users read their own rows; every write is a signed call.
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { plans } from '../constants.ts';
import { statuses, type StoredState, type SubscriptionState } from '../rules.ts';

/** The drivers that sell subscriptions. */
export type SellingDriver = 'stripe' | 'test';
export type Driver = SellingDriver | 'included';

const state = {
  status: t.oneOf(statuses),
  plan: t.nullable(t.oneOf(plans)),
  subscription_end: t.timestamptz,
  ends: t.bool,
} satisfies t.ColumnsOf<SubscriptionState>;

const ownSubscriptionsSql = statement({
  name: 'own_subscriptions',
  text: `select id, ${t.list(state)} from subscriptions where user_id = app.viewer() and driver = $1 order by created_at, id`,
  row: { id: t.text, ...state },
});

/** The viewer's subscriptions, including ended ones, oldest first. */
export function ownSubscriptions(tx: Reader, driver: Driver): Promise<RowIn<typeof ownSubscriptionsSql>[]> {
  return tx.query(ownSubscriptionsSql, [driver]);
}

const allSubscriptionsSql = statement({
  text: `select id, driver, user_id, ${t.list(state)}, created_at from subscriptions where user_id = app.viewer()
    order by created_at, id`,
  row: {
    id: t.text,
    driver: t.oneOf(['stripe', 'test']),
    user_id: t.uuid,
    ...state,
    created_at: t.timestamptz,
  },
});

/** The viewer's subscriptions of all drivers, for the export. A user has a handful at most. */
export function allSubscriptions(tx: Tx): Promise<RowIn<typeof allSubscriptionsSql>[]> {
  return tx.query(allSubscriptionsSql);
}

const customerRowSql = statement({
  text: 'select user_id, customer_id, created_at from stripe_customers where user_id = app.viewer()',
  row: { user_id: t.uuid, customer_id: t.text, created_at: t.timestamptz },
});

/** The viewer's row as a customer of Stripe, if any, for the export. */
export function customerRows(tx: Tx): Promise<RowIn<typeof customerRowSql>[]> {
  return tx.query(customerRowSql);
}

const ownCustomerSql = statement({
  text: 'select customer_id from stripe_customers where user_id = app.viewer()',
  row: { customer_id: t.text },
});

/** The viewer's Stripe customer. */
export async function ownCustomer(tx: Tx): Promise<string | undefined> {
  const rows = await tx.query(ownCustomerSql);
  return rows[0]?.customer_id;
}

const verifiedAddressSql = statement({
  text: 'select email from users where id = app.viewer() and email_verified_at is not null',
  row: { email: t.text },
});

/** The viewer's primary address, if it is verified. */
export async function verifiedAddress(tx: Tx): Promise<string | null> {
  const rows = await tx.query(verifiedAddressSql);
  return rows[0]?.email ?? null;
}

const noteCustomerSql = statement({ text: 'select app.note_customer($1, $2)' });

export async function noteCustomer(tx: Tx, viewer: string, customer: string): Promise<void> {
  await tx.query(noteCustomerSql, [customer, tx.sign('note_customer', viewer, customer)]);
}

const lockedRow = {
  user_id: t.uuid,
  is_applied: t.bool,
  status: t.nullable(t.oneOf(statuses)),
  plan: t.nullable(t.oneOf(plans)),
  subscription_end: t.nullable(t.timestamptz),
  ends: t.nullable(t.bool),
  event_at: t.nullable(t.timestamptz),
  event_rank: t.nullable(t.int),
};
const lockSubscriptionSql = statement({
  text: `select user_id, is_applied, status, plan, subscription_end, ends, event_at, event_rank::int
    from app.lock_subscription($1, $2, $3, $4, $5, $6)`,
  row: lockedRow,
});

/** An event about a subscription. Stripe's events name the customer; those of test mode name the user. */
export type EventOf = {
  id: string;
  driver: SellingDriver;
  subscription: string;
  customer: string | null;
  userId: string | null;
};

export type Locked = { userId: string; isApplied: boolean; stored: StoredState | undefined };

/** Lets events about one user wait for each other, and reads what is stored. Undefined: there is no such user. */
export async function lockSubscription(tx: Tx, event: EventOf): Promise<Locked | undefined> {
  const { driver, subscription, customer, userId, id } = event;
  const values = [driver, subscription, customer, userId, id] as const;
  const rows = await tx.query(lockSubscriptionSql, [...values, tx.sign('lock_subscription', ...values)]);
  const row = rows[0];
  if (!row) return undefined;
  const { status, plan, subscription_end, ends, event_at, event_rank } = row;
  const stored =
    status && subscription_end && ends !== null && event_at && event_rank !== null
      ? { status, plan, subscription_end, ends, event_at, event_rank }
      : undefined;
  return { userId: row.user_id, isApplied: row.is_applied, stored };
}

const storeSubscriptionSql = statement({ text: 'select app.store_subscription($1, $2, $3, $4, $5, $6)' });

/** Stores the state that the event led to, and that it was applied. Requires `lockSubscription`. */
export async function storeSubscription(
  tx: Tx,
  event: Pick<EventOf, 'id' | 'driver' | 'subscription'>,
  userId: string,
  next: StoredState,
): Promise<void> {
  const values = [event.driver, event.subscription, userId, event.id, JSON.stringify(next)] as const;
  await tx.query(storeSubscriptionSql, [...values, tx.sign('store_subscription', ...values)]);
}

const noteEventSql = statement({ text: 'select app.note_billing_event($1, $2)' });

/** Notes that the event was received and changed nothing. */
export async function noteEvent(tx: Tx, event: string): Promise<void> {
  await tx.query(noteEventSql, [event, tx.sign('note_billing_event', event)]);
}

const setDriverSql = statement({
  text: `insert into app.billing (driver) values ($1)
    on conflict ((true)) do update set driver = excluded.driver where app.billing.driver <> excluded.driver`,
});

/** How this instance sells the plan, for the database's own decisions (`app.has_team_plan`). As the schema's owner. */
export async function setDriver(owner: pg.ClientBase, driver: Driver): Promise<void> {
  await query(owner, setDriverSql, [driver]);
}
