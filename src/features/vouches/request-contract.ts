// Requests of visitors to the references of a public logbook (R-F4).
import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';
import { requestLimits } from './request-constants.ts';

/** Refusal codes of these operations, with their HTTP status. Their texts are in `request-texts.ts`. */
export const requestRefusals = {
  all_fields_required: 400,
  invalid_email: 400,
  text_too_long: 400,
  too_many_tries: 429,
} as const;
export type RequestRefusal = keyof typeof requestRefusals;

/** A request as the owner of the vouch sees it. */
const verificationRequest = z.strictObject({
  id: z.uuid(),
  vouch_id: z.uuid(),
  requester_name: z.string(),
  requester_email: z.string(),
  message: z.string(),
  created_at: z.iso.datetime(),
});
export type VerificationRequest = z.infer<typeof verificationRequest>;

/** Longer input is refused by the operation, or by the schema above this length. */
const nameInput = z.string().check(z.maxLength(500));
const messageInput = z.string().check(z.maxLength(2500));

export const requestOperations = {
  'POST /api/vouch_verification_requests': operation({
    summary:
      'Ask the reference of a vouch on a public page to confirm it; the reference gets the message by email. The response is the same whether or not the vouch exists',
    access: 'anyone',
    // The longest message, in any script, however the client escapes it.
    bodyLimit: 32 * 1024,
    body: z.strictObject({
      /** The `public_id` of the vouch: the id that its public page shows. */
      vouch_id: uuid,
      requester_name: nameInput,
      requester_email: z.string().check(z.maxLength(1000)),
      message: messageInput,
    }),
    response: z.strictObject({ sent: z.literal(true) }),
    refusals: ['all_fields_required', 'invalid_email', 'text_too_long', 'too_many_tries'],
  }),
  'GET /api/vouch_verification_requests': operation({
    summary: "Visitors' requests to the references of the caller's vouches, newest first",
    access: 'session',
    query: z.strictObject({
      /** `next` of the previous page. */
      before: z.optional(z.string().check(z.maxLength(100))),
      /** Only those about this vouch. */
      vouch_id: z.optional(uuid),
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(requestLimits.pageMax)),
        requestLimits.page,
      ),
    }),
    response: z.strictObject({ rows: z.array(verificationRequest), next: z.nullable(z.string()) }),
  }),
} as const;
