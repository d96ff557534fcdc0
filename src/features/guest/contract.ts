import * as z from 'zod/mini';
import { importedCheckIn, importOutcome } from '#features/check-ins/contract.ts';
import { goalOutcome, importedGoal } from '#features/goals/contract.ts';
import { operation } from '#platform/http/operation.ts';

/** Whose the entries of a browser are while nobody is signed in. */
export const guestId = 'guest';

/** Where a guest makes an account. */
export const signUpPath = '/auth?mode=signup';

export const importLimits = {
  /** Entries, and goals, of one call. */
  items: 50,
  /** Bytes of JSON that a page puts into one call, well under what the server reads. */
  bytes: 80_000,
} as const;

/** Code and HTTP status of what these operations may refuse; the sentences stand in `texts.ts`. */
export const refusals = { other_account: 409 } as const;

export const operations = {
  'POST /api/guest_import': operation({
    summary: 'Take over what was written without an account; safe to repeat with the same ids',
    access: 'session',
    body: z.strictObject({
      /** Whose account it is meant for: the browser may have changed hands since the page was loaded. */
      user_id: z.uuid(),
      check_ins: z.array(importedCheckIn).check(z.maxLength(importLimits.items)),
      /** In the order of their list; after the entries that they are linked to, or with them. */
      goals: z.array(importedGoal).check(z.maxLength(importLimits.items)),
    }),
    /** What became of each, in the order in which they were sent. */
    answer: z.strictObject({
      check_ins: z.array(z.strictObject({ id: z.uuid(), outcome: importOutcome })),
      goals: z.array(z.strictObject({ id: z.uuid(), outcome: goalOutcome })),
    }),
    refusals: ['other_account'],
  }),
} as const;
