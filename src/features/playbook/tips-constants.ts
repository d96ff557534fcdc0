// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const tipsLimits = {
  /** Sign-ups a day from one network. */
  perNetwork: 20,
  /** How long an unconfirmed sign-up can be confirmed. Days. */
  confirmDays: 14,
  /** Hours between two emails with a link that confirms a sign-up. */
  hoursBetweenLinks: 24,
  /** Minutes in which reloading the page of such a link works. */
  reloadMinutes: 60,
  /** Days between two tips. */
  everyDays: 7,
  /** How long the links in the last tip work: then the sign-up is deleted. Days. */
  keptDays: 90,
} as const;
