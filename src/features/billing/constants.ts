// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

/** The plans on sale, and what they cost in US dollars. */
export const plans = ['monthly', 'yearly'] as const;

export const prices: Record<(typeof plans)[number], number> = { monthly: 5, yearly: 50 };

/** The name of the paid tier. */
export const tier = 'Team';

export const eventLimits = {
  /** Days that the ids of the provider's events are kept: Stripe repeats none for longer than a month. */
  daysKept: 90,
  /** How far the time of an event's signature may be from now, before and after. */
  secondsApart: 300,
} as const;

export const pageLimits = {
  /** Pages of the provider that a user can open in an hour. Each may create something there. */
  perHour: 30,
  /** Minutes in which the plan can be bought on such a page: prices may change. */
  minutes: 60,
} as const;

/** Kinds of live events. The id is the user's. */
export const liveKinds = ['subscriptions'] as const;
