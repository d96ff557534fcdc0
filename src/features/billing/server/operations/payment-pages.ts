// How the plan is sold: what the drivers of Stripe and of test mode have in common (R-H1).
import type { Plan } from '../../contract.ts';
import type { SellingDriver } from '../store.ts';

/** The user who buys or has bought. */
export type Buyer = {
  userId: string;
  /** The user's primary address, if it is verified. */
  email: string | null;
  /** The user's Stripe customer, if known. */
  customer: string | undefined;
};

/** The payment provider did not respond, or responded with something unexpected. */
export class ProviderError extends Error {}

/** Each method throws `ProviderError`. */
export type PaymentPages = {
  driver: SellingDriver;
  /**
   * The URL of a page on which the user can subscribe; earlier pages of the user stop working. `note` stores a new
   * customer before the page can be used. Undefined: the user has just subscribed.
   */
  checkout(buyer: Buyer, plan: Plan, note: (customer: string) => Promise<void>): Promise<string | undefined>;
  /** The URL of a page on which the user can manage the subscription. Undefined: there is none. */
  portal(buyer: Buyer): Promise<string | undefined>;
  /** Ends all subscriptions of the user immediately, and closes open pages to payment. */
  endAll(buyer: Buyer): Promise<void>;
};

/** Where checkout and portal return to (R-H3), as a path. */
export const returnPath = (outcome?: 'success' | 'cancel') =>
  `/profile${outcome ? `?checkout=${outcome}` : ''}`;
