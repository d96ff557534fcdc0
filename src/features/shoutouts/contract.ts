import * as z from 'zod/mini';
import { checkIn } from '#features/check-ins/contract.ts';
import { shareLimits } from '#features/check-ins/share-constants.ts';
import { operation } from '#platform/http/operation.ts';
import { ignored, instant, ownId, uuid } from '#platform/http/payload-contract.ts';
import { emailStates } from '#platform/mail/email-state.ts';
import { limits, directions } from './constants.ts';

/** Emoji of the entry that a kept shoutout creates. One of the emoji of check-ins. */
export const keptEmoji = '👏' as const;

/** Error codes of these operations and their HTTP statuses. The messages are in `texts.ts`. */
export const refusals = {
  recipient_required: 400,
  invalid_email: 400,
  message_required: 400,
  message_too_long: 400,
  own_address: 400,
  id_taken: 409,
  too_many_tries: 429,
} as const;
export type RefusalCode = keyof typeof refusals;
export type Direction = (typeof directions)[number];

export const shoutout = z.strictObject({
  id: z.uuid(),
  direction: z.enum(directions),
  message: z.string(),
  created_at: z.iso.datetime(),
  /** Null if the sender deleted the account (R-A12). */
  sender_id: z.nullable(z.uuid()),
  recipient_email: z.string(),
  /** The sender's entry that it is about. Null for the recipient. */
  check_in_id: z.nullable(z.uuid()),
  /** "From log": the beginning of that entry when the shoutout was sent (R-D2). */
  excerpt: z.nullable(z.string()),
  /** Null: nothing to report, or the viewer is the recipient. `held`: the recipient does not see the shoutout yet. */
  email: z.nullable(z.enum(emailStates)),
  /** The recipient's entry made from it. Null: none, it is in the bin, or the viewer is the sender. */
  kept_check_in_id: z.nullable(z.uuid()),
});
export type Shoutout = z.infer<typeof shoutout>;

export const operations = {
  'GET /api/shoutouts': operation({
    summary: 'Shoutouts that the caller sent or received, newest first',
    access: 'session',
    query: z.strictObject({
      /** Default: both. */
      direction: z.optional(z.enum(directions)),
      /** Only those sent at or after this instant. */
      from: z.optional(instant),
      /** Only those sent before this instant. */
      to: z.optional(instant),
      /** `next` of the previous page. */
      before: z.optional(z.string().check(z.maxLength(100))),
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageMax)),
        limits.page,
      ),
    }),
    response: z.strictObject({ rows: z.array(shoutout), next: z.nullable(z.string()) }),
  }),
  'GET /api/shoutouts/unread_count': operation({
    summary: 'The number of shoutouts that the caller received after an instant, up to 10',
    access: 'session',
    /** Without an instant, none is unread. */
    query: z.strictObject({ since: z.optional(instant) }),
    response: z.strictObject({
      count: z.int(),
      /** When the newest ones were received, newest first: one more than the badge can count. */
      newest: z.array(z.iso.datetime()),
      /** The instant to begin with on the first visit (R-D1). */
      as_of: z.iso.datetime(),
    }),
  }),
  'POST /api/shoutouts': operation({
    summary: 'Send a shoutout with its email; idempotent by id',
    access: 'session',
    // The longest message, in any script, however the client escapes it.
    bodyLimit: 48 * 1024,
    body: z.strictObject({
      /** Without an id, the same shoutout about the same entry is not sent again within a day. */
      id: z.optional(uuid),
      sender_id: ownId,
      recipient_email: z.string().check(z.maxLength(1000)),
      message: z.string().check(z.maxLength(shareLimits.messageInput)),
      /** One of the caller's entries. */
      check_in_id: z.optional(z.nullable(uuid)),
      created_at: ignored,
    }),
    response: shoutout,
    refusals: [
      'recipient_required',
      'invalid_email',
      'message_required',
      'message_too_long',
      'own_address',
      'id_taken',
      'too_many_tries',
    ],
  }),
  'POST /api/shoutouts/:id/send_again': operation({
    summary: 'Resend the email of a shoutout of the caller if it failed; idempotent',
    access: 'session',
    params: z.strictObject({ id: uuid }),
    response: shoutout,
    refusals: ['own_address', 'too_many_tries'],
  }),
  'POST /api/shoutouts/:id/keep': operation({
    summary: 'Add a received shoutout to the log of the caller as a check-in; idempotent',
    access: 'session',
    params: z.strictObject({ id: uuid }),
    body: z.strictObject({
      /** Id for the new check-in. */
      check_in_id: uuid,
    }),
    response: z.strictObject({ shoutout, check_in: checkIn }),
    refusals: ['id_taken'],
  }),
  'POST /api/rpc/get_sender_names': operation({
    summary: 'The names of users who sent the caller a shoutout; others are left out',
    access: 'session',
    body: z.strictObject({ sender_ids: z.array(uuid).check(z.maxLength(limits.senders)) }),
    response: z.strictObject({
      rows: z.array(z.strictObject({ user_id: z.uuid(), full_name: z.string() })),
    }),
  }),
} as const;
