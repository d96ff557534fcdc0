// Ends the subscriptions of a user whose account is about to be deleted (R-A12).
import type { FindPayments } from '#features/accounts/server/operations/delete-account.ts';
import { buyerOf } from './open-pages.ts';
import { ProviderError } from './payment-pages.ts';
import type { Sales } from './sales.ts';

export function paymentsToEnd({ api, pages }: Sales): FindPayments {
  return async (tx, viewer) => {
    // Without Stripe, no one pays: subscriptions of test mode are rows of the account.
    if (!api || !pages) return undefined;
    const buyer = await buyerOf(tx, viewer);
    if (buyer.customer === undefined) return undefined;
    return async (log) => {
      try {
        await pages.endAll(buyer);
        return true;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        log.warn({ reason: error.message }, 'a subscription could not be ended');
        return false;
      }
    };
  };
}
