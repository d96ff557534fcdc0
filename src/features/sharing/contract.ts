import * as z from 'zod/mini';
import { checkIn, limits as checkInLimits } from '#features/check-ins/contract.ts';
import {
  address,
  managerRefusals,
  shareRefusals,
  teammateMessage,
  teammateRefusals,
} from '#features/check-ins/share-contract.ts';
import { operation } from '#platform/http/operation.ts';

export const limits = {
  /** Suggested addresses of each kind. */
  suggestions: 20,
} as const;

/** Refusal codes of these operations, with their HTTP status. */
export const refusals = { ...shareRefusals, id_taken: 409 } as const;

const id = z.strictObject({ id: z.uuid() });
/** SPEC's payload that the server takes from the entry and the session instead: accepted and ignored. */
const ignored = z.optional(z.nullable(z.string().check(z.maxLength(checkInLimits.contentInput))));

export const operations = {
  'DELETE /api/check_ins/:id/share': operation({
    summary: 'Stop sharing a check-in with the manager; its snapshot link ends',
    access: 'session',
    params: id,
    answer: checkIn,
  }),
  'GET /api/share_suggestions': operation({
    summary:
      'Addresses that the caller shares check-ins with, connected managers first, or has sent shoutouts to; most recent first',
    access: 'session',
    answer: z.strictObject({ managers: z.array(z.string()), teammates: z.array(z.string()) }),
  }),
  'POST /api/functions/v1/send-manager-snapshot': operation({
    summary: 'Share an existing check-in with a manager, and email it; idempotent',
    access: 'session',
    body: z.strictObject({
      check_in_id: z.uuid(),
      managerEmail: address,
      employeeName: ignored,
      checkInContent: ignored,
      emoji: ignored,
      appUrl: ignored,
    }),
    answer: checkIn,
    refusals: [...managerRefusals],
  }),
  'POST /api/functions/v1/send-teammate-email': operation({
    summary: 'Send a teammate a shoutout about an existing check-in, with its email; idempotent by id',
    access: 'session',
    body: z.strictObject({
      /** Id of the shoutout. */
      id: z.uuid(),
      check_in_id: z.uuid(),
      teammateEmail: address,
      message: teammateMessage,
      senderName: ignored,
      checkInContent: ignored,
      appUrl: ignored,
    }),
    answer: checkIn,
    refusals: ['id_taken', ...teammateRefusals],
  }),
} as const;
