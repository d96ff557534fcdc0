// Fixed values of the links in emails that only the server needs, apart from `constants.ts`, which pages load.

export const linkLimits = {
  /** Hours until the email of an invitation can be sent again, except in try-it mode. */
  hoursBetweenEmails: 24,
  /** Minutes that the page of a link proves the address for a sign-up (R-A3). */
  proofMinutes: 60,
};
