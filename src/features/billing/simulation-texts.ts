// Texts of the checkout and portal pages of test mode.
import { prices } from './constants.ts';
import type { Plan } from './contract.ts';

export const testMode = 'Test mode: no card is charged';

export const checkoutTexts = {
  title: 'Subscribe to Team',
  text: 'Invite your team, and see what its members share with you.',
  legend: 'Plan',
  plans: { monthly: 'Monthly', yearly: 'Yearly' },
  subscribe: 'Subscribe',
  cancel: 'Cancel',
} as const;

export const portalTexts = {
  title: 'Manage subscription',
  active: (plan: string, price: string) => `Team, ${plan} (${price})`,
  renews: (day: string) => `Renews on ${day}.`,
  ends: (day: string) => `Ends on ${day} and is not renewed.`,
  ended: 'The subscription has ended',
  endedText: 'Subscribe again in your settings.',
  actions: {
    cancel: 'Cancel subscription',
    resume: 'Resume subscription',
    monthly: 'Switch to monthly',
    yearly: 'Switch to yearly',
    renew: 'Renew for one more period',
    lapse: 'Let it lapse now',
    end: 'End it now',
  },
  simulate: 'Simulate',
  simulateText: 'A test subscription is not renewed. These buttons do what would happen over time.',
  back: 'Back to the settings',
} as const;

export const brokenTexts = {
  link: {
    title: 'This link does not work',
    text: 'It has expired, or it is not complete. Open it again from your settings.',
  },
  used: {
    title: 'This checkout is over',
    text: 'Its subscription has ended. You can subscribe again in your settings.',
  },
  account: {
    title: 'This page belongs to another account',
    text: 'Sign in with the account that opened it, or open it again from your settings.',
  },
  unavailable: {
    title: 'This page is not available right now',
    text: 'Nothing was changed. Please try again in a moment.',
  },
  settings: 'Go to the settings',
  retry: 'Try again',
} as const;

/** The price with its period, as `$5 per month`. */
export const priceOf = (plan: Plan): string =>
  ({ monthly: `$${prices.monthly} per month`, yearly: `$${prices.yearly} per year` })[plan];
