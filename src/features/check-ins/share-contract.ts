// Sharing a check-in: the part of the contract that the fields in the dialogs and other features need.
import * as z from 'zod/mini';
import { uuid } from '#platform/http/payload-contract.ts';
import { type shareRefusals, shareLimits } from './share-constants.ts';
export type ShareRefusal = keyof typeof shareRefusals;

export const managerRefusals = [
  'manager_email_required',
  'invalid_manager_email',
  'own_manager_address',
  'too_many_manager_emails',
] as const satisfies ShareRefusal[];
export const teammateRefusals = [
  'teammate_email_required',
  'invalid_teammate_email',
  'teammate_message_required',
  'teammate_message_too_long',
  'own_teammate_address',
  'too_many_shoutouts',
] as const satisfies ShareRefusal[];

/** Of a new entry and of whom it is shared with. Listed, because a spread would keep them in the pages' bundles. */
export const createRefusals = [
  'content_required',
  'content_too_long',
  'invalid_date',
  'id_taken',
  'too_many_files',
  'manager_email_required',
  'invalid_manager_email',
  'own_manager_address',
  'too_many_manager_emails',
  'teammate_email_required',
  'invalid_teammate_email',
  'teammate_message_required',
  'teammate_message_too_long',
  'own_teammate_address',
  'too_many_shoutouts',
] as const;

export const address = z.string().check(z.maxLength(shareLimits.addressInput));
export const teammateMessage = z.string().check(z.maxLength(shareLimits.messageInput));

/** "Highlight a teammate": a shoutout about a new entry. `id` is the shoutout's. */
export const teammate = z.strictObject({ id: uuid, email: address, message: teammateMessage });
