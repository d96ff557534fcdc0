/** How often each network, and in `allow` each user, may do what costs work or storage (R-A8). */
export const attempts = {
  /** Asking a user for permission. */
  authorize: { max: 60, minutes: 10 },
  /** Exchanging codes and refresh tokens, and ending tokens. */
  token: { max: 300, minutes: 10 },
  /** Registering a program. */
  register: { max: 20, minutes: 60 },
  /** Having this server fetch a document. */
  fetch: { max: 30, minutes: 10 },
  /** Connecting apps, from however many networks. */
  allow: { max: 30, minutes: 60 },
} as const;
