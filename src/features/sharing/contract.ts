import * as z from 'zod/mini';
import { limits as checkInLimits } from '#features/check-ins/constants.ts';
import { checkIn } from '#features/check-ins/contract.ts';
import { shareRefusals } from '#features/check-ins/share-constants.ts';
import { address, createRefusals, teammateMessage } from '#features/check-ins/share-contract.ts';
import { operation } from '#platform/http/operation.ts';
import { ignored, ownId, uuid } from '#platform/http/payload-contract.ts';

export const limits = {
  /** Suggested addresses of each kind. */
  suggestions: 20,
} as const;

/** Refusal codes of these operations, with their HTTP status. */
export const refusals = {
  ...shareRefusals,
  id_taken: 409,
  content_required: 400,
  content_too_long: 400,
  invalid_date: 400,
  too_many_files: 400,
} as const;

const id = z.strictObject({ id: uuid });
const content = z.optional(z.nullable(z.string().check(z.maxLength(checkInLimits.contentInput))));

export const operations = {
  'DELETE /api/check_ins/:id/share': operation({
    summary: 'Stop sharing a check-in with the manager; its snapshot link ends',
    access: 'session',
    params: id,
    response: checkIn,
  }),
  'POST /api/check_ins/:id/send_again': operation({
    summary: 'Resend the email about a shared check-in if it failed; idempotent',
    access: 'session',
    params: id,
    body: z.strictObject({ to: z.enum(['manager', 'teammate']) }),
    response: checkIn,
    refusals: ['too_many_manager_emails', 'too_many_shoutouts', 'own_teammate_address'],
  }),
  'GET /api/share_suggestions': operation({
    summary:
      'Addresses that the caller shares check-ins with, connected managers first, or has sent shoutouts to; most recent first',
    access: 'session',
    response: z.strictObject({ managers: z.array(z.string()), teammates: z.array(z.string()) }),
  }),
  'POST /api/functions/v1/send-manager-snapshot': operation({
    summary: 'Share a check-in with a manager, and email it; idempotent',
    description:
      'Without `check_in_id`, it shares the newest entry of the last day that has this content, or writes it. The manager sees this one entry until the sharing is undone.',
    access: 'session',
    // The longest entry, in any script, however the client escapes it.
    bodyLimit: 224 * 1024,
    body: z.strictObject({
      /** Without it, the newest entry of the last day with the content, or a new one. */
      check_in_id: z.optional(uuid),
      managerEmail: address,
      user_id: ownId,
      checkInContent: content,
      /** Of a new entry. */
      emoji: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      employeeName: ignored,
      appUrl: ignored,
    }),
    response: checkIn,
    refusals: createRefusals,
  }),
  'POST /api/functions/v1/send-teammate-email': operation({
    summary: 'Send a teammate a shoutout about a check-in, with its email; idempotent',
    description:
      'Without `check_in_id`, it quotes the newest entry of the last day that has this content, or writes it; without content, it quotes none. Without `id`, the same message about the same entry is sent once a day.',
    access: 'session',
    // The longest entry, in any script, however the client escapes it.
    bodyLimit: 224 * 1024,
    body: z.strictObject({
      /** Id of the shoutout. Without it, the same message about the same entry is sent once a day. */
      id: z.optional(uuid),
      /** Without it, the newest entry of the last day with the content, or a new one; without content, none. */
      check_in_id: z.optional(uuid),
      teammateEmail: address,
      message: teammateMessage,
      sender_id: ownId,
      checkInContent: content,
      senderName: ignored,
      appUrl: ignored,
    }),
    /** Null: the shoutout is about no entry. */
    response: z.nullable(checkIn),
    refusals: createRefusals,
  }),
} as const;
