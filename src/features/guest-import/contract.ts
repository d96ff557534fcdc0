import * as z from 'zod/mini';
import { importedCheckIn, importOutcome } from '#features/check-ins/contract.ts';
import { goalOutcome, importedGoal } from '#features/goals/contract.ts';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';
import { importLimits } from './constants.ts';

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = { other_account: 409 } as const;

export const operations = {
  'POST /api/guest_import': operation({
    summary: 'Import entries and goals written without an account; idempotent by id',
    description:
      'Each item has its own outcome, in the order of the request, so a refused one does not stop the others. Send the entries before the goals that they completed, or in the same call. Items that are already stored stay as they are.',
    access: 'session',
    heavy: true,
    // Many entries, or one that is long and names many files.
    bodyLimit: 512 * 1024,
    body: z.strictObject({
      /** The intended account: someone else may have signed in since the page was loaded. */
      user_id: uuid,
      check_ins: z.array(importedCheckIn).check(z.maxLength(importLimits.items)),
      /** In list order. Send them with or after the entries that they are linked to. */
      goals: z.array(importedGoal).check(z.maxLength(importLimits.items)),
    }),
    /** The outcome of each item, in the order of the request. */
    response: z.strictObject({
      check_ins: z.array(z.strictObject({ id: z.uuid(), outcome: importOutcome })),
      goals: z.array(z.strictObject({ id: z.uuid(), outcome: goalOutcome })),
    }),
    refusals: ['other_account'],
  }),
} as const;
