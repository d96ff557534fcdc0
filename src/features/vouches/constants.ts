// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  projectName: 200,
  projectContext: 2000,
  contribution: 2000,
  /** The name, position and department of the reference. */
  short: 100,
  /** What the reference adds when confirming. */
  statement: 300,
  files: 5,
  fileBytes: 25 * 1024 * 1024,
  fileName: 200,
  /** The email can be sent again this many times (R-F3). */
  resends: 3,
  /** Days that the link in the email is valid, from when the email is sent (R-A11). */
  linkDays: 30,
  /** The function does not send the email again within this time. */
  minutesOfOneRequest: 10,
  /** How long withdrawing a vouch, or deleting it or a file, can be undone. */
  undoMinutes: 60,
  /** New vouches of one user in an hour. */
  perHour: 50,
  page: 30,
  pageMax: 100,
} as const;

/** The `accept` attribute of the file input. */
export const acceptedFiles = 'image/*,video/*,.pdf,.doc,.docx';

/** Kinds of live events: the tables whose changes open pages follow. */
export const liveKinds = ['vouches', 'vouch_files'] as const;
