// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const shareLimits = {
  /** Characters of an entry in the email to the manager, before the ellipsis. */
  snapshot: 2000,
  /** Days within which a mailbox gets no second email about an entry. */
  daysBetweenEmails: 7,
  /** Emails to managers per user. The limits of email to strangers do not count those to correspondents. */
  managerEmailsPerHour: 200,
  /**
   * How many of the newest entries or shoutouts are read for suggestions: a bound for users who share thousands with one
   * address.
   */
  newestRead: 200,
} as const;
