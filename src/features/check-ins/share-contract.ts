// Sharing a check-in: the part of the contract that the fields in the dialogs and other features need.
import * as z from 'zod/mini';
import { uuid } from '#platform/http/payload-contract.ts';

export const shareLimits = {
  /** Characters of the message to a teammate. */
  message: 2000,
  /** Raw input. What is between the limits is refused with a code instead of a schema error. */
  messageInput: 5000,
  addressInput: 1000,
  /** Characters of an entry in the email to the manager, before the ellipsis. */
  snapshot: 2000,
  /** Emails to managers per user. The limits of email to strangers do not count those to correspondents. */
  managerEmailsPerHour: 200,
} as const;

/** Refusal codes with their HTTP status. Their texts are in `share-texts.ts`. */
export const shareRefusals = {
  manager_email_required: 400,
  invalid_manager_email: 400,
  own_manager_address: 400,
  too_many_manager_emails: 429,
  teammate_email_required: 400,
  invalid_teammate_email: 400,
  teammate_message_required: 400,
  teammate_message_too_long: 400,
  own_teammate_address: 400,
  too_many_shoutouts: 429,
} as const;
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
