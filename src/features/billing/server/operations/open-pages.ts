// Opens the pages of the payment provider: to subscribe, and to manage the subscription.
import type { FastifyBaseLogger } from 'fastify';
import { consumeAttempts } from '#platform/http/attempts.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { pageLimits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { liveOne } from '../../rules.ts';
import { noteCustomer, ownCustomer, ownSubscriptions, verifiedAddress } from '../store.ts';
import { ProviderError, type Buyer, type PaymentPages } from './payment-pages.ts';

const pageLimit = (userId: string) => ({
  ...{ kind: 'payment page', key: userId },
  ...{ max: pageLimits.perHour, minutes: 60 },
});

export async function buyerOf(tx: Tx, { userId }: Pick<Viewer, 'userId'>): Promise<Buyer> {
  return { userId, email: await verifiedAddress(tx), customer: await ownCustomer(tx) };
}

/** Without `pages`, the plan is included: everyone has it. */
export const createCheckout = (pages: PaymentPages | undefined) =>
  inSteps<(typeof operations)['POST /api/functions/v1/create-checkout']>(async ({ step, input, request }) => {
    const buyer = await step(async ({ tx, viewer }) => {
      if (!pages) return refuse('already_subscribed');
      const limited = await consumeAttempts(tx, [pageLimit(viewer.userId)]);
      if (limited) return limited;
      const live = liveOne(await ownSubscriptions(tx, pages.driver), Date.now());
      return live ? refuse('already_subscribed') : buyerOf(tx, viewer);
    });
    if (isRefused(buyer)) return buyer;
    const note = async (customer: string) => {
      await step(({ tx, viewer }) => noteCustomer(tx, viewer.userId, customer));
    };
    const url = await orUnavailable(request.log, () => pages!.checkout(buyer, input.body.plan, note));
    if (isRefused(url)) return url;
    return url === undefined ? refuse('already_subscribed') : { url };
  });

export const openPortal = (pages: PaymentPages | undefined) =>
  inSteps<(typeof operations)['POST /api/functions/v1/customer-portal']>(async ({ step, request }) => {
    const buyer = await step(async ({ tx, viewer }) => {
      if (!pages) return refuse('not_subscribed');
      const bought = await ownSubscriptions(tx, pages.driver);
      if (bought.length === 0) return refuse('not_subscribed');
      const limited = await consumeAttempts(tx, [pageLimit(viewer.userId)]);
      return limited ?? buyerOf(tx, viewer);
    });
    if (isRefused(buyer)) return buyer;
    const url = await orUnavailable(request.log, () => pages!.portal(buyer));
    if (isRefused(url)) return url;
    return url === undefined ? refuse('not_subscribed') : { url };
  });

async function orUnavailable<T>(log: FastifyBaseLogger, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ reason: error.message }, 'the payment provider failed');
    return refuse('billing_unavailable', { retryAfter: 60 });
  }
}
