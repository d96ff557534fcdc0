import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { newRowId, ownId } from '#platform/http/payload-contract.ts';

/** The caller's private address for email. */
const mailAddress = z.strictObject({
  email: z.string(),
  created_at: z.iso.datetime(),
  /** The last message that was accepted for it; null if there was none. */
  last_used_at: z.nullable(z.iso.datetime()),
});

const state = z.strictObject({
  /** Whether the instance receives email. If not, there are no addresses. */
  receives: z.boolean(),
  address: z.nullable(mailAddress),
});
export type MailAddressState = z.infer<typeof state>;

export const operations = {
  'GET /api/mail_address': operation({
    summary: "The caller's private address for email, if there is one",
    access: 'session',
    response: state,
  }),
  'POST /api/mail_address': operation({
    summary: 'Make a private address for email; a new one ends the old one',
    description:
      'Email to it becomes an entry if it is signed by the domain of a verified address of the caller, and a suggestion otherwise. A repeated request with the same `id` returns the same address.',
    access: 'session',
    body: z.strictObject({ id: newRowId, user_id: ownId }),
    response: state,
    refusals: ['no_inbound_mail'],
  }),
  'DELETE /api/mail_address': operation({
    summary: 'End the private address for email',
    access: 'session',
    response: state,
  }),
} as const;
