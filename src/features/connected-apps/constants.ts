// The fixed values of the contract, apart from its schemas, so that pages load them without zod.
import { limits as tokenLimits, refusals as tokenRefusals } from '#features/api-tokens/constants.ts';

export const limits = {
  name: tokenLimits.name,
  /** Apps of one user that are connected at a time. */
  apps: 50,
  /** Days until a connection ends, unless the user chooses otherwise, and at most (R-Q4). */
  defaultDays: 90,
  maxDays: tokenLimits.maxDays,
  /** Minutes in which the user decides. */
  requestMinutes: 30,
  /** Milliseconds in which nothing can be allowed yet, once the question is shown or its window comes to the front. */
  settleMs: 700,
  /** Seconds in which a code is exchanged for a token. */
  codeSeconds: 60,
  /** Seconds in which the second use of a code or a refresh token is only refused, and does not end the connection. */
  graceSeconds: 10,
  /** Seconds that an access token lives. */
  tokenSeconds: 3600,
  /** Days after which a registered program that no one has connected is forgotten. */
  unusedDays: 30,
  /** Bytes of the document that describes a program, and of a registration. */
  document: 5 * 1024,
  /** Milliseconds until that document must have arrived. */
  documentMs: 5_000,
  /** Seconds that the document is kept, within what its headers say. */
  documentKept: { min: 60, max: 86_400 },
} as const;

/** The choices of how many days a connection lasts. */
export const lives = [7, 30, limits.defaultDays, limits.maxDays] as const;

/** What a token is for. */
export const audiences = ['mcp', 'api'] as const;

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = {
  confirmation_needed: tokenRefusals.confirmation_needed,
  request_over: 404,
  too_many_apps: 409,
  too_many_tries: 429,
  scopes_not_asked: 400,
} as const;
