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
} as const;

/** Kinds of live events: the tables whose changes open pages follow. */
export const liveKinds = ['user_emails'] as const;
