// The fixed values of R-A8 that only the server needs, apart from `constants.ts`, which pages load.

const day = 24 * 60;

/** How many attempts are allowed within how many minutes. */
export const attempts = {
  /** Failed sign-ins: to one account, from one network, and to one account on a device that signed in to it before. */
  signInToAccount: { max: 5, minutes: 15 },
  signInFromNetwork: { max: 20, minutes: 15 },
  signInOnDevice: { max: 5, minutes: 15 },
  /** Wrong passwords of a user who is asked for the password again. */
  passwordCheck: { max: 5, minutes: 15 },
  /** New accounts from one network, and sign-ups from it with an address that is taken. */
  signUp: { max: 60, minutes: 60 },
  signUpHit: { max: 5, minutes: 60 },
  /** Verification emails to one address of an account, to one mailbox requested from one network, and to it in total. */
  verification: { max: 1, minutes: 1 },
  verificationFromNetwork: { max: 5, minutes: day },
  verificationToMailbox: { max: 15, minutes: day },
  /** Verification emails from one network, to all addresses. */
  unverifiedMail: { max: 20, minutes: day },
  /** Emails that reset a password: to one mailbox, and from one network. */
  recovery: { max: 3, minutes: 60 },
  recoveryFromNetwork: { max: 20, minutes: 60 },
  recoveryOfDayFromNetwork: { max: 50, minutes: day },
  /** Extra addresses that a user adds. */
  extraAddress: { max: 20, minutes: day },
  feedback: { max: 20, minutes: 60 },
};

/** Of the cookie that recognizes devices: accounts in it, and days since the last sign-in. */
export const devices = { accounts: 5, days: 180 };

/** Codes of authenticator apps. */
export const totp = { digits: 6, seconds: 30 };
