// The fixed values of R-A8 that only the server needs, apart from `constants.ts`, which pages load.

/** How many attempts are allowed within how many minutes. */
export const attempts = {
  /** Sign-ins of the command line that are started from one network. */
  start: { max: 30, minutes: 60 },
  /** Codes that are typed: by one user, and from one network. */
  code: { max: 15, minutes: 60 },
  codeFromNetwork: { max: 60, minutes: 60 },
};
