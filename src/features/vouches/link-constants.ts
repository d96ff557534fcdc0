// Fixed values of the links in emails that only the server needs, apart from `constants.ts`, which pages load.

export const linkLimits = {
  /** Hours until the email can be sent again, except in try-it mode (R-F3). */
  hoursBetweenEmails: 24,
  /** Minutes in which reloading the page of the link works. */
  reloadMinutes: 60,
};
