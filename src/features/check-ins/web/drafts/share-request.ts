// What the input of Share with manager and Highlight a teammate asks for. Loaded with the code that sends entries.
import type { CheckIn } from '../../contract.ts';
import type { ShareInput } from './share-input.ts';

/** The part of the request that creates the entry. Empty if both boxes are unchecked. */
export function shareBody({ manager, managerEmail, teammate, ...to }: ShareInput) {
  return {
    ...(manager && { manager_email: managerEmail }),
    ...(teammate && { teammate: { id: to.shoutoutId, email: to.teammateEmail, message: to.message } }),
  };
}

/** Whom an entry is shared with, as the timeline shows it. */
export type SharedWith = Pick<
  CheckIn,
  'manager_email' | 'manager_email_state' | 'teammate_email' | 'teammate_message' | 'teammate_email_state'
>;

/** Whom an entry is shared with that is not sent yet. */
export function pendingShare({
  manager,
  managerEmail,
  teammate,
  teammateEmail,
  message,
}: ShareInput): SharedWith {
  return {
    manager_email: manager ? managerEmail.trim() : null,
    manager_email_state: null,
    teammate_email: teammate ? teammateEmail.trim() : null,
    teammate_message: teammate ? message.trim() : null,
    teammate_email_state: null,
  };
}
