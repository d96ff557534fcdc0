// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  name: 60,
  /** Passkeys of one user. */
  passkeys: 20,
  /** Minutes in which a challenge can be answered. */
  challengeMinutes: 10,
  /** Minutes in which an authenticator app can show its first code. */
  setupMinutes: 30,
} as const;

/** How many recovery codes a user gets, and their length. */
export const recoveryCodes = { count: 10, letters: 16, group: 4 } as const;

/** What the answer of a passkey is for. One for something else is refused. */
export const purposes = ['sign-in', 'confirm'] as const;

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = {
  name_required: 400,
  name_too_long: 400,
  /** The answer is not from a passkey of the account, or not to this challenge, site or user. */
  passkey_refused: 401,
  passkey_known: 409,
  too_many_passkeys: 409,
  last_way: 409,
  confirmation_needed: 403,
  wrong_password: 403,
  second_factor_needed: 401,
  wrong_code: 401,
  codes_unneeded: 409,
  authenticator_known: 409,
  setup_expired: 400,
  code_mismatch: 400,
  too_many_tries: 429,
} as const;
