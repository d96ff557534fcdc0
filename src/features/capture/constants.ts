// The fixed values of the contract, apart from its schemas, so that pages load them without zod.
import { refusals as entryRefusals } from '#features/check-ins/constants.ts';

/** The page that shows how to use it. */
export const recipesPath = '/capture';

export const limits = {
  /** Characters of an Idempotency-Key. */
  key: 200,
  /** Files of one form that are looked at. An entry keeps fewer, and the response names the others. */
  files: 20,
} as const;

const { content_required, content_too_long, invalid_date } = entryRefusals;

/** Error codes of these operations and their HTTP statuses. */
export const refusals = {
  content_required,
  content_too_long,
  invalid_date,
  invalid_key: 400,
  key_reused: 409,
} as const;
