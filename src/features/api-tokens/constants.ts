// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  name: 60,
  /** Tokens of one user that have not expired. */
  tokens: 50,
  /** Days until a token expires, unless the user chooses otherwise, and at most (R-N1). */
  defaultDays: 90,
  maxDays: 400,
} as const;

/** The choices of how many days a token lives; null: without an end. */
export const lives = [30, limits.defaultDays, 180, limits.maxDays, null] as const;

/** What a token may do. Each operation that a token reaches names its scope in its contract (R-N1). */
export const scopes = ['entries:write', 'suggestions:write', 'log:read', 'goals:write'] as const;

/** How an entry that came by a token was written (R-N2). */
export const tokenSources = ['api', 'cli'] as const;

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = {
  confirmation_needed: 403,
  name_required: 400,
  name_too_long: 400,
  too_many_tokens: 409,
} as const;
