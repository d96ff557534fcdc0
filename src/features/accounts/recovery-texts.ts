// The texts of what opens with a link from an email.

/** Setting a new password through an emailed link, and undoing a change of the sign-in address through one. */
export const recoveryTexts = {
  /** A change of the password in the settings asks for it. */
  currentRequired: 'Enter your current password.',
  heading: 'Set a new password',
  allEnd: 'Saving it signs you in here and ends all your other sessions.',
  newPassword: 'New password',
  required: 'Enter a new password.',
  confirmation: 'Confirm new password',
  mismatch: 'Passwords do not match',
  save: 'Save new password',
  updated: 'Password updated!',
  takenOver: {
    title: 'Your account was cleaned up',
    detail:
      'The address of this account had never been verified. In case someone else created it, its public page, name, photo, ' +
      'résumé, vouches and connections were removed. Entries and goals are still there.',
    next: 'Set your name in your settings. If you did not write the entries, delete them.',
    home: 'Go to my logbook',
  },
  failed: 'The password could not be set. Please try again.',
  newLink: 'Send a new link',
  undo: {
    heading: 'Undo this change?',
    text: (passwords: boolean) =>
      [
        passwords
          ? 'You will sign in with the address that got the link, and set a new password.'
          : 'You will sign in with the address that got the link.',
        'Passkeys, an authenticator app and a sign-in service that were added since are removed, as are your extra addresses, and all your sessions end.',
      ].join(' '),
    action: 'Undo it',
    leave: 'Leave it as it is',
    done: (email: string) => `${email} is your sign-in address again. Now set a new password.`,
    doneWithoutPasswords: (email: string) =>
      `${email} is your sign-in address again. This site uses no passwords: sign in as you did before the change. If that no longer works, ask the operator.`,
    failed: 'The change could not be undone. Please try again.',
  },
} as const;

/** What to do when a link does not work. */
export const linkTexts = {
  notVerified: 'Your email could not be verified. Please try again.',
  toLogbook: 'Go to your logbook',
  signOutFailed: 'Failed to log out. Please try again.',
  otherAccount: 'Sign out and use the other account',
  tryAgain: 'Try again',
} as const;
