/** Limits of email to strangers (R-A8). A recipient is a mailbox, whatever the spelling of its address. */
export const mailLimits = {
  perDayToRecipient: 5,
  perDayFromSender: 20,
  perDayOfPair: 3,
  /** Emails of a sender that may wait, and emails without a sender to a recipient. */
  waiting: 100,
  /** Days that an email is kept after it was sent or refused. */
  daysKept: 30,
} as const;
