// The fixed values of the contract, apart from its schemas, so that pages load them without zod.
import { refusals as tokenRefusals } from '#features/api-tokens/constants.ts';

export const limits = {
  /** Minutes in which a sign-in can be approved. */
  loginMinutes: 10,
  /** Seconds between the questions of a program that waits for the approval. */
  pollSeconds: 3,
  /** Characters of the code that the user types, in groups of four. */
  code: 8,
} as const;

/** What the token of the command line may do. */
export const cliScopes = ['entries:write', 'suggestions:write', 'log:read', 'goals:write'] as const;

/** Error codes of these operations and their HTTP statuses. The first three are those of RFC 8628. */
export const refusals = {
  authorization_pending: 400,
  access_denied: 400,
  expired_token: 400,
  unknown_code: 404,
  login_over: 409,
  too_many_tries: 429,
  name_required: tokenRefusals.name_required,
  name_too_long: tokenRefusals.name_too_long,
  confirmation_needed: tokenRefusals.confirmation_needed,
  too_many_tokens: tokenRefusals.too_many_tokens,
} as const;

/** Stands for the address of the instance in the built program. The server that sends the program replaces it. */
export const builtInAddress = 'https://instance.logbook.invalid';
