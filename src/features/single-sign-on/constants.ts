// The fixed values of single sign-on, apart from its schemas, so that pages load them without zod.

export const limits = {
  /** Minutes that a user has at the provider. */
  flowMinutes: 10,
  /** Characters of what a provider calls a person. */
  label: 254,
} as const;

/** What a return from the provider is for: a session, an identity of the account, or a fresh proof of who uses a session. */
export const purposes = ['sign-in', 'connect', 'confirm'] as const;

/** How a way through the provider ends. The sign-in page says so, by this name in its address (`returnKey`). */
export const outcomes = [
  ...(['signed-in', 'signed-up', 'connected', 'confirmed'] as const),
  ...(['away', 'denied', 'expired', 'refused', 'failed', 'too-many'] as const),
  ...(['not-admitted', 'closed', 'no-address', 'taken', 'taken-second-factor', 'other'] as const),
  ...(['connected-elsewhere', 'confirmation-needed', 'not-confirmed', 'no-auth-time', 'no-session'] as const),
] as const;

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = {
  provider_away: 503,
  confirmation_needed: 403,
  last_way: 409,
} as const;

/** Returns and logouts of one network that were refused. */
export const attempts = {
  fromNetwork: { max: 20, minutes: 15 },
  logouts: { max: 600, minutes: 1 },
} as const;
