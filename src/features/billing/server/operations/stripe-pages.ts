// Sells the plan on the pages of Stripe (R-H1).
import type Stripe from 'stripe';
import { hashToken } from '#platform/secrets/secrets.ts';
import { pageLimits } from '../../constants.ts';
import type { Plan } from '../../contract.ts';
import { returnPath, type Buyer, type PaymentPages } from './payment-pages.ts';
import { callStripe, isMissing, soldTo, stripePage, unlessMissing, type StripeApi } from './stripe-api.ts';

export function stripePages(api: StripeApi, appUrl: string): PaymentPages {
  const { stripe, billing, instance } = api;

  /** One customer per user, even for concurrent calls: Stripe responds to a repeated key with the first result. */
  async function newCustomer({ userId, email, customer }: Buyer): Promise<string> {
    const { id } = await stripe.customers.create(
      { metadata: { user_id: userId }, ...(email !== null && { email }) },
      { idempotencyKey: hashToken(['customer', userId, email, customer].join(' ')).toString('hex') },
    );
    return id;
  }

  async function checkoutUrl(userId: string, customer: string, plan: Plan): Promise<string | undefined> {
    const metadata = { user_id: userId, instance };
    const created = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: userId,
      line_items: [{ price: billing.prices[plan], quantity: 1 }],
      success_url: appUrl + returnPath('success'),
      cancel_url: appUrl + returnPath('cancel'),
      expires_at: Math.floor(Date.now() / 1000) + pageLimits.minutes * 60,
      metadata,
      subscription_data: { metadata },
    });
    const url = stripePage(created.url);
    const open = await openSessions(customer);
    // Of concurrent calls, all keep the same one.
    const newest = open.filter((each) => each.metadata?.['instance'] === instance).toSorted(byAge)[0];
    for (const each of open)
      if (each.metadata?.['instance'] === instance && each !== newest) await expire(each.id);
    // Paid in the meantime, on the page of an earlier call.
    if ((await soldTo(api, customer)).length > 0) {
      if (newest) await expire(newest.id);
      return undefined;
    }
    return newest ? stripePage(newest.url) : url;
  }

  async function openSessions(customer: string): Promise<Stripe.Checkout.Session[]> {
    const open = [];
    for await (const each of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
      open.push(each);
    return open;
  }

  /** Closes a page to payment. It may have been paid or have expired already. */
  async function expire(id: string): Promise<void> {
    try {
      await stripe.checkout.sessions.expire(id);
    } catch (error) {
      const session = await unlessMissing(() => stripe.checkout.sessions.retrieve(id));
      if (session?.status === 'open') throw error;
    }
  }

  return {
    driver: 'stripe',

    checkout: (buyer, plan, note) =>
      callStripe(async () => {
        const { customer } = buyer;
        if (customer !== undefined) {
          try {
            return await checkoutUrl(buyer.userId, customer, plan);
          } catch (error) {
            // The operator deleted the customer.
            if (!isMissing(error, 'customer')) throw error;
          }
        }
        const created = await newCustomer(buyer);
        await note(created);
        return checkoutUrl(buyer.userId, created, plan);
      }),

    portal: async ({ customer }) => {
      if (customer === undefined) return undefined;
      try {
        return await callStripe(async () => {
          const session = await stripe.billingPortal.sessions.create({
            customer,
            return_url: appUrl + returnPath(),
          });
          return stripePage(session.url);
        });
      } catch (error) {
        if (isMissing(error, 'customer')) return undefined;
        throw error;
      }
    },

    endAll: ({ customer }) =>
      callStripe(async () => {
        if (customer === undefined) return;
        await unlessMissing(async () => {
          for (const { id } of await openSessions(customer)) await expire(id);
          // Read from Stripe, because the events of the newest one may not have arrived.
          for await (const { id, status } of stripe.subscriptions.list({ customer, limit: 100 })) {
            if (status !== 'canceled' && status !== 'incomplete_expired')
              await unlessMissing(() => stripe.subscriptions.cancel(id));
          }
        });
        // Without the customer, nothing can be bought anymore.
        await unlessMissing(() => stripe.customers.del(customer));
      }),
  };
}

/** Newest first. */
const byAge = (a: Stripe.Checkout.Session, b: Stripe.Checkout.Session) =>
  b.created - a.created || (a.id < b.id ? 1 : -1);
