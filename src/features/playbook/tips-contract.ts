// The tips by email (R-K2): a script and a habit a week, for anyone who asks and confirms the address.
import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';

/** Refusal codes, with their HTTP status. Their texts are in `tips-texts.ts`. */
export const tipsRefusals = { email_required: 400, invalid_email: 400, too_many_tries: 429 } as const;
export type TipsRefusal = keyof typeof tipsRefusals;

export const tipsOperations = {
  'POST /api/functions/v1/email-signup': operation({
    summary:
      'Sign up for the tips by email. The address gets a link to confirm. The response is the same whether or not the address is known',
    access: 'anyone',
    body: z.strictObject({
      email: z.string().check(z.maxLength(1000)),
      /** A field that people do not see: if it is filled in, the caller is a bot, and nothing is sent. */
      website: z.optional(z.string().check(z.maxLength(1000))),
    }),
    response: z.strictObject({ sent: z.literal(true) }),
    refusals: ['email_required', 'invalid_email', 'too_many_tries'],
  }),
} as const;
