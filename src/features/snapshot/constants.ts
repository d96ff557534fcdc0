export const limits = {
  /** Characters shown of a text that comes from the link (R-G1). */
  linkText: 2000,
  /** Days that the link in the email to a manager is valid, from when the email is sent. */
  linkDays: 30,
} as const;
