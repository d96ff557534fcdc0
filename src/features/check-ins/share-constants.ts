// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const shareLimits = {
  /** Raw input: longer than what the sharing accepts, so that it is refused with a code instead of a schema error. */
  messageInput: 5000,
  addressInput: 1000,
  /** Hours within which the same text without an id of an entry, or the same shoutout, is the one that was sent before. */
  hoursOfOneRequest: 24,
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
