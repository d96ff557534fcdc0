import type { RefusalCode } from './contract.ts';

/** User-facing texts of the refusals. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  already_subscribed: {
    title: 'You already have the Team plan',
    detail: 'Use Manage Subscription to change it.',
  },
  not_subscribed: { title: 'There is no subscription to manage' },
  billing_unavailable: {
    title: 'The payment service does not respond',
    detail: 'Nothing was charged. Please try again in a few minutes.',
  },
  too_many_tries: { title: 'Too many tries', detail: 'Please wait a while, then try again.' },
};

/** The answer to an event that Stripe did not sign. */
export const refusedEvent = {
  code: 'invalid_signature',
  title: 'This event is not signed by Stripe, or its signature is too old.',
} as const;
