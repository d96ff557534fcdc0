// The fixed values of the contract, apart from its schemas, so that pages load them without zod.
import { addressLength } from '#platform/mail/address.ts';

export const limits = {
  fullName: 80,
  email: addressLength,
  /** The token of a link that contains the longest address twice: masked and sealed. */
  addressProof: 800,
  passwordMin: 8,
  passwordMax: 128,
  /** Sessions of one user. A further one ends the least recently used session. */
  sessions: 100,
  /** Extra addresses of one user. */
  userEmails: 10,
  feedback: 5000,
  /** Minutes that an access token lives (R-A6). */
  accessMinutes: 60,
  /** Days that a session can be renewed after its last renewal. */
  refreshDays: 60,
  /** Seconds in which a rotated token still works, for requests that were already sent with it (R-A6). */
  refreshReuseSeconds: 10,
  /** How long the links in emails work (R-A9, R-A11). */
  recoveryMinutes: 30,
  verificationHours: 24,
  undoHours: 72,
  /** Days that a link in an email to someone without an account proves the address (R-A3). */
  proofDays: 14,
  /** Minutes after the sign-in in which the account can be deleted without the password (R-A12). */
  recentSignInMinutes: 60,
  /** Days in which a mailbox that was the user's cannot vouch for the user (R-F2). */
  formerAddressDays: 90,
} as const;

/** Browsers that are not asked for a code, and for how many days (R-Q2). */
export const rememberedDevices = { days: 30, most: 20 } as const;

/** Kinds of live events: the tables whose changes open pages follow. */
export const liveKinds = ['user_emails'] as const;

/** How a session can begin, as `sessions.began_by` says. */
export const beginnings = ['sign-up', 'password', 'recovery', 'passkey', 'provider'] as const;
