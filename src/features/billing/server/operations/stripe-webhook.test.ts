import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import {
  deliver,
  eventOf,
  prices,
  signatureOf,
  startStripe,
  subscriptionOf,
  type FakeStripe,
} from '#tests/support/stripe.ts';
import type { Subscription } from '../../contract.ts';

let stripe: FakeStripe;
let app: TestApp;
let ada: Caller;
let customer: string;
beforeAll(async () => {
  stripe = await startStripe();
  app = await startApp(stripe.env);
  ada = await app.signUp('Ada Example');
  await checkout(ada);
  customer = await customerOf(ada);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});
beforeEach(async () => {
  Object.assign(stripe, { state: 'up', pageHost: 'checkout.stripe.com' });
  stripe.calls.length = 0;
  stripe.subscriptions.clear();
  await app.database.asOwner((db) => db.query('delete from subscriptions; delete from limit_hits'));
});

const checkout = (caller: Caller, plan = 'monthly') =>
  caller.call<{ url: string; code: string }>('POST /api/functions/v1/create-checkout', { body: { plan } });
const portal = (caller: Caller) =>
  caller.call<{ url: string; code: string }>('POST /api/functions/v1/customer-portal');
const planOf = async (caller: Caller) =>
  (await caller.call<Subscription>('POST /api/functions/v1/check-subscription')).json;
const rows = <R extends object>(sql: string, values: unknown[] = []) =>
  app.database.asOwner(async (db) => (await db.query<R>(sql, values)).rows);
async function customerOf({ userId }: Caller) {
  const found = await rows<{ customer_id: string }>(
    'select customer_id from stripe_customers where user_id = $1',
    [userId],
  );
  return found[0]!.customer_id;
}
let events = 0;
const eventId = () => `evt_${(events += 1)}`;
const now = () => Math.floor(Date.now() / 1000);

describe('a checkout on Stripe', () => {
  it('is for the chosen price, returns to the settings, and belongs to the customer of the session', async () => {
    const { json } = await checkout(ada, 'yearly');
    const session = [...stripe.sessions.values()].at(-1)!;
    expect(json.url).toBe(`https://checkout.stripe.com/c/pay/${session.id}`);
    expect(Object.fromEntries(stripe.calls[0]!.form)).toMatchObject({
      mode: 'subscription',
      customer,
      'line_items[0][price]': prices.yearly,
      success_url: `${app.config.appUrl}/profile?checkout=success`,
      cancel_url: `${app.config.appUrl}/profile?checkout=cancel`,
    });
  });

  it('creates one customer for 20 concurrent calls', async () => {
    const bo = await app.signUp('Bo Example');
    const before = stripe.customers.size;
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(bo)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(stripe.customers.size).toBe(before + 1);
  });

  it('creates a new customer if the operator has deleted the old one', async () => {
    const cy = await app.signUp('Cy Example');
    await checkout(cy);
    const old = await customerOf(cy);
    stripe.customers.delete(old);
    // Ids count the customers.
    stripe.customers.add(`${old}_deleted`);
    expect((await checkout(cy)).status).toBe(200);
    expect(await customerOf(cy)).not.toBe(old);
  });

  it('never leads to another host than Stripe’s', async () => {
    for (const host of ['checkout.stripe.com.example.org', 'evilstripe.com', 'example.org/stripe.com']) {
      stripe.pageHost = host;
      const { status, json } = await checkout(ada);
      expect([host, status, json.code]).toEqual([host, 503, 'billing_unavailable']);
    }
  });

  it('and its portal are refused with a clear reason while Stripe is down', async () => {
    await deliver(
      app,
      eventOf(eventId(), 'customer.subscription.updated', subscriptionOf(customer, { status: 'unpaid' })),
    );
    stripe.state = 'down';
    for (const answer of [await checkout(ada), await portal(ada)])
      expect([answer.status, answer.json.code]).toEqual([503, 'billing_unavailable']);
  });
});

describe('two checkouts', () => {
  const openOnes = () =>
    [...stripe.sessions.values()].filter(
      (each) => each['customer'] === customer && each['status'] === 'open',
    );
  const sold = (id: string, more = {}) =>
    subscriptionOf(customer, {
      id,
      metadata: { user_id: ada.userId, instance: app.config.appUrl },
      ...more,
    });

  it('leave one page that can be paid, even if they are opened at the same time', async () => {
    const { json } = await checkout(ada, 'yearly');
    expect(openOnes()).toMatchObject([{ url: json.url }]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => checkout(ada)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(openOnes()).toHaveLength(1);
  });

  it('are refused once one of them was paid, even before the event of it arrives', async () => {
    stripe.subscriptions.set('sub_1', sold('sub_1'));
    expect((await checkout(ada)).json.code).toBe('already_subscribed');
    expect(openOnes()).toEqual([]);
  });

  it('that were both paid lead to one subscription that is renewed, and to none that is hidden', async () => {
    const older = sold('sub_1', { created: now() - 60 });
    const newer = sold('sub_2', { created: now() });
    for (const each of [newer, older]) stripe.subscriptions.set(each.id, each);
    for (const each of [older, newer]) {
      stripe.state = 'down';
      const event = eventOf(eventId(), 'customer.subscription.created', each);
      expect(await deliver(app, event)).toBe(503);
      stripe.state = 'up';
      expect(await deliver(app, event)).toBe(200);
    }
    expect(older).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(newer).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const stopped = eventOf(eventId(), 'customer.subscription.updated', newer, now() + 1);
    expect(await deliver(app, stopped)).toBe(200);
    expect(await planOf(ada)).toMatchObject({ subscribed: true, ends: false });
  });
});

describe('the events of Stripe', () => {
  const subscribe = (more = {}, type = 'customer.subscription.created', created = now()) =>
    deliver(app, eventOf(eventId(), type, subscriptionOf(customer, more), created));

  it('give the plan until the end of the paid time, even while Stripe is down', async () => {
    expect(await subscribe()).toBe(200);
    stripe.state = 'down';
    expect(await planOf(ada)).toMatchObject({
      subscribed: true,
      subscription_tier: 'Team',
      plan: 'monthly',
      ends: false,
      test_mode: false,
    });
    expect((await checkout(ada)).json.code).toBe('already_subscribed');
    stripe.state = 'up';
    expect((await portal(ada)).json.url).toBe(`https://billing.stripe.com/p/session/${customer}`);
    await rows(`update subscriptions set subscription_end = now()`);
    expect(await planOf(ada)).toMatchObject({ subscribed: false });
  });

  it('report a cancellation, a late payment and the end', async () => {
    await subscribe({}, 'customer.subscription.created', now() - 5);
    await subscribe({ cancel_at: now() + 86_400 }, 'customer.subscription.updated', now() - 4);
    expect(await planOf(ada)).toMatchObject({ subscribed: true, ends: true });
    await subscribe({ status: 'past_due' }, 'customer.subscription.updated', now() - 3);
    expect(await planOf(ada)).toMatchObject({ subscribed: true, ends: false });
    await subscribe({ status: 'canceled', ended_at: now() }, 'customer.subscription.deleted', now() - 2);
    expect(await planOf(ada)).toMatchObject({ subscribed: false });
  });

  it('of a finished checkout read the subscription, and are repeated by Stripe if that fails', async () => {
    stripe.subscriptions.set('sub_1', subscriptionOf(customer));
    const event = eventOf(eventId(), 'checkout.session.completed', {
      id: 'cs_1',
      subscription: 'sub_1',
      customer,
    });
    stripe.state = 'down';
    expect(await deliver(app, event)).toBe(503);
    expect(await planOf(ada)).toMatchObject({ subscribed: false });
    stripe.state = 'up';
    expect(await deliver(app, event)).toBe(200);
    expect(await planOf(ada)).toMatchObject({ subscribed: true });
  });

  it('of the same second and kind are decided by what Stripe returns', async () => {
    const created = now();
    stripe.subscriptions.set('sub_1', subscriptionOf(customer, { cancel_at_period_end: true }));
    await subscribe({ cancel_at_period_end: true }, 'customer.subscription.updated', created);
    await subscribe({}, 'customer.subscription.updated', created);
    expect(stripe.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/subscriptions/sub_1',
    ]);
    expect(await planOf(ada)).toMatchObject({ subscribed: true, ends: true });
  });

  it('are applied once each, newest first or last, by 20 concurrent deliveries', async () => {
    const first = eventOf(eventId(), 'customer.subscription.created', subscriptionOf(customer), now() - 9);
    const last = eventOf(
      eventId(),
      'customer.subscription.deleted',
      subscriptionOf(customer, { status: 'canceled', ended_at: now() }),
      now() - 8,
    );
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => deliver(app, n % 2 === 0 ? last : first)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await rows('select status, event_rank from subscriptions')).toEqual([
      { status: 'canceled', event_rank: 2 },
    ]);
  });

  it('about an unknown customer, a deleted user or something else are ignored', async () => {
    const eve = await app.signUp('Eve Example');
    await checkout(eve);
    const gone = await customerOf(eve);
    await rows('delete from users where id = $1', [eve.userId]);
    for (const of of ['cus_unknown', gone])
      expect(
        await deliver(app, eventOf(eventId(), 'customer.subscription.created', subscriptionOf(of))),
      ).toBe(200);
    expect(await deliver(app, eventOf(eventId(), 'invoice.paid', { id: 'in_1' }))).toBe(200);
    expect(await rows('select id from subscriptions')).toEqual([]);
  });

  it('count for the prices of the plan, including replaced ones, and for no other product', async () => {
    const { items } = subscriptionOf(customer) as unknown as { items: { data: object[] } };
    const price = { id: 'price_of_another_time', recurring: { interval: 'year' } };
    const replaced = { items: { data: [{ ...items.data[0], price }] } };
    expect(await subscribe(replaced)).toBe(200);
    expect(await planOf(ada)).toMatchObject({ subscribed: false });
    stripe.subscriptions.set('sub_1', subscriptionOf(customer, replaced));
    const finished = { id: 'cs_other', subscription: 'sub_1', customer };
    expect(await deliver(app, eventOf(eventId(), 'checkout.session.completed', finished))).toBe(200);
    expect(await planOf(ada)).toMatchObject({ subscribed: false });
    await subscribe({ ...replaced, metadata: { user_id: ada.userId, instance: app.config.appUrl } });
    expect(await planOf(ada)).toMatchObject({ subscribed: true, plan: 'yearly' });
  });

  it('about another product with metadata like ours change nothing, on any customer of ours', async () => {
    const { items } = subscriptionOf(customer) as unknown as { items: { data: object[] } };
    const price = { id: 'price_of_another_product', recurring: { interval: 'month' } };
    const product = { items: { data: [{ ...items.data[0], price }] } };
    for (const metadata of [
      { user_id: ada.userId },
      { user_id: ada.userId, instance: 'https://other.example.com' },
    ])
      expect(await subscribe({ ...product, metadata })).toBe(200);
    expect(await rows('select id from subscriptions')).toEqual([]);
  });

  it('of a subscription from before a change of APP_URL still count for its customer', async () => {
    await subscribe({ metadata: { user_id: ada.userId, instance: 'https://old.example.com' } });
    expect(await planOf(ada)).toMatchObject({ subscribed: true });
  });

  it.each([
    ['created', (time: number) => ({ created: time })],
    ['cancel_at', (time: number) => ({ cancel_at: time })],
    ['ended_at', (time: number) => ({ ended_at: time })],
    ['current_period_end', (time: number) => ({ items: { data: [{ current_period_end: time }] } })],
  ])('with a time out of range as %s are refused, and change nothing', async (_field, more) => {
    for (const time of [-1, 0.5, 253_402_300_800, 8.64e15, 1e300])
      expect([time, await subscribe(more(time))]).toEqual([time, 400]);
    expect(await rows('select id from subscriptions')).toEqual([]);
  });

  it('with a time out of range are refused', async () => {
    for (const time of [-1, 0.5, 253_402_300_800, 1e300])
      expect([time, await subscribe({}, 'customer.subscription.created', time)]).toEqual([time, 400]);
  });

  it('about the subscription of a deleted user cancel it, if this instance sold it', async () => {
    const flo = await app.signUp('Flo Example');
    await checkout(flo);
    const gone = await customerOf(flo);
    await rows('delete from users where id = $1', [flo.userId]);
    const sell = (instance: string, userId = flo.userId) => {
      const sold = subscriptionOf(gone, { metadata: { user_id: userId, instance } });
      stripe.subscriptions.set('sub_1', sold);
      return sold;
    };
    const tell = (sold: object) => deliver(app, eventOf(eventId(), 'customer.subscription.updated', sold));
    for (const other of [sell('https://other.example.com'), sell(app.config.appUrl, ada.userId)]) {
      stripe.subscriptions.set('sub_1', other);
      expect(await tell(other)).toBe(200);
      expect(other).toMatchObject({ status: 'active' });
    }
    const sold = sell(app.config.appUrl);
    stripe.state = 'down';
    expect(await tell(sold)).toBe(503);
    stripe.state = 'up';
    for (let times = 0; times < 2; times += 1) expect(await tell(sold)).toBe(200);
    expect(sold).toMatchObject({ status: 'canceled' });
  });

  it('are refused without a valid signature of the last five minutes, and then change nothing', async () => {
    const event = eventOf(eventId(), 'customer.subscription.created', subscriptionOf(customer));
    const other = eventOf(eventId(), 'customer.subscription.created', subscriptionOf('cus_other'));
    const headers = {
      missing: null,
      empty: '',
      garbage: 'v1=',
      'another secret': signatureOf(event, { secret: 'whsec_another' }),
      'another body': signatureOf(other),
      'a body that was encoded again': signatureOf(JSON.stringify(JSON.parse(event), null, 1)),
      'too old': signatureOf(event, { t: now() - 302 }),
      'from the future': signatureOf(event, { t: now() + 302 }),
      'two times': `t=${now() - 9999},${signatureOf(event)}`,
    };
    for (const [name, header] of Object.entries(headers))
      expect([name, await deliver(app, event, header)]).toEqual([name, 400]);
    expect(await rows('select id from subscriptions')).toEqual([]);
    expect(await deliver(app, event, `${signatureOf(event)},v1=00`)).toBe(200);
    expect(await planOf(ada)).toMatchObject({ subscribed: true });
  });
});

describe('deleting the account of a customer', () => {
  const erase = (caller: Caller, body?: object) =>
    caller.call<{ code?: string; title?: string }>('POST /api/functions/v1/delete-account', { body });

  it('cancels the subscription first, and stops with the reason if that fails', async () => {
    const di = await app.signUp('Di Example');
    await checkout(di);
    const paying = await customerOf(di);
    stripe.subscriptions.set('sub_1', subscriptionOf(paying));
    stripe.state = 'down';
    const { status, json } = await erase(di);
    expect([status, json.code, json.title]).toEqual([
      503,
      'subscription_not_canceled',
      'Your subscription could not be canceled, so nothing was deleted. Please try again in a few minutes.',
    ]);
    expect((await di.call('GET /api/auth/user')).status).toBe(200);
    stripe.state = 'up';
    // Requires the password if the sign-in is old.
    await rows(`update sessions set signed_in_at = now() - interval '2 h' where user_id = $1`, [di.userId]);
    expect((await erase(di)).json.code).toBe('password_needed');
    expect((await erase(di, { password: 'not this one' })).json.code).toBe('wrong_password');
    expect(stripe.subscriptions.get('sub_1')).toMatchObject({ status: 'active' });
    expect((await erase(di, { password: 'a good long passphrase' })).json).toEqual({ deleted: true });
    expect(stripe.subscriptions.get('sub_1')).toMatchObject({ status: 'canceled' });
    // An open checkout cannot be paid anymore.
    expect([...stripe.sessions.values()].at(-1)).toMatchObject({ customer: paying, status: 'expired' });
    expect(stripe.customers.has(paying)).toBe(false);
    const late = eventOf(eventId(), 'customer.subscription.deleted', stripe.subscriptions.get('sub_1')!);
    expect(await deliver(app, late)).toBe(200);
    expect(await rows('select id from subscriptions')).toEqual([]);
  });
});
