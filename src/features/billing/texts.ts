import type { RefusalCode } from './contract.ts';

/** User-facing texts of the refusals. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  already_subscribed: {
    title: 'You already have the Team plan',
    detail: 'Use Manage Subscription to change it.',
  },
  not_subscribed: { title: 'There is no subscription to manage' },
  billing_unavailable: {
    title: 'The payment service is not responding',
    detail: 'Nothing was charged. Please try again in a few minutes.',
  },
  too_many_tries: { title: 'Too many tries', detail: 'Please wait a while, then try again.' },
};

/** The response to an event that Stripe did not sign. */
export const refusedEvent = {
  code: 'invalid_signature',
  title: 'This event is not signed by Stripe, or its signature is too old.',
} as const;

/** The Team Plan section of the settings. */
export const planTexts = {
  title: 'Team Plan',
  tier: 'Team',
  active: 'Active',
  notSubscribed: 'Not Subscribed',
  loading: 'Checking your plan',
  renews: (day: string) => `Renews on ${day}`,
  ends: (day: string) => `Ends on ${day} and is not renewed`,
  included: 'This Logbook includes the Team plan for everyone. There is nothing to pay.',
  offer: 'Invite your team, and see what its members share with you.',
  choose: 'Plan',
  plans: { monthly: 'Monthly', yearly: 'Yearly' },
  price: {
    monthly: (dollars: number) => `$${dollars} per month`,
    yearly: (dollars: number) => `$${dollars} per year`,
  },
  save: 'Save 17%',
  subscribe: 'Subscribe',
  manage: 'Manage Subscription',
  refresh: 'Refresh',
  refreshed: 'Your plan is up to date',
  testMode: 'Test mode: no card is charged',
  checkFailed: 'Failed to check subscription status',
  checkoutFailed: 'Failed to create checkout session',
  portalFailed: 'Failed to open customer portal',
  opening: 'Opening checkout…',
  paid: { title: 'Thank you!', description: 'Your Team plan starts as soon as the payment is confirmed.' },
  canceled: { title: 'Checkout canceled', description: 'Nothing was charged.' },
} as const;
