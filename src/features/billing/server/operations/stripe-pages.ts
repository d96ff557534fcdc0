// Sells the plan on the pages of Stripe (R-H1).
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Plan } from '../../contract.ts';
import { returnPath, type Buyer, type PaymentPages } from './payment-pages.ts';
import { callStripe, isMissing, stripePage, type StripeApi } from './stripe-api.ts';

/** Seconds. Someone who deletes the account with the checkout open should not be able to pay much later. */
const checkoutLife = 3600;

export function stripePages({ stripe, billing }: StripeApi, appUrl: string): PaymentPages {
  /** One customer per user, also for concurrent calls: Stripe answers a repeated key with the first result. */
  async function newCustomer({ userId, email, customer }: Buyer): Promise<string> {
    const { id } = await stripe.customers.create(
      { metadata: { user_id: userId }, ...(email !== null && { email }) },
      { idempotencyKey: hashToken(['customer', userId, email, customer].join(' ')).toString('hex') },
    );
    return id;
  }

  async function checkoutUrl(userId: string, customer: string, plan: Plan): Promise<string> {
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: userId,
      line_items: [{ price: billing.prices[plan], quantity: 1 }],
      success_url: appUrl + returnPath('success'),
      cancel_url: appUrl + returnPath('cancel'),
      expires_at: Math.floor(Date.now() / 1000) + checkoutLife,
      subscription_data: { metadata: { user_id: userId } },
    });
    return stripePage(session.url);
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
        try {
          // Asked of Stripe, because the events of the newest one may not have arrived.
          for await (const { id, status } of stripe.subscriptions.list({ customer, limit: 100 })) {
            if (status !== 'canceled' && status !== 'incomplete_expired')
              await stripe.subscriptions.cancel(id);
          }
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
  };
}
