// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const shareLimits = {
  /** Characters of the message to a teammate. */
  message: 2000,
  /** Raw input. What is between the limits is refused with a code instead of a schema error. */
  messageInput: 5000,
  addressInput: 1000,
  /** Characters of an entry in the email to the manager, before the ellipsis. */
  snapshot: 2000,
  /** Days within which a mailbox gets no second email about an entry. */
  daysBetweenEmails: 7,
  /** Emails to managers per user. The limits of email to strangers do not count those to correspondents. */
  managerEmailsPerHour: 200,
} as const;

/** Refusal codes with their HTTP status. Their texts are those of the sharing feature. */
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
