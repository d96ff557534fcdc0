/** Texts of the guest pages. */
export const texts = {
  badge: 'Guest Mode',
  heading: 'Your Logbook',
  /** Followed by the tagline. */
  about: 'Note what you finish, learn and help with, as it happens. It is',
  whatIsThis: 'What is this?',
  kept: 'What you write stays in this browser.',
  signUp: 'Create an account',
  toKeep: 'to keep it for good, or',
  signIn: 'Sign in',
  orSignIn: 'sign in',
  shareNeedsAccount: {
    title: 'Create an Account',
    description: 'Sign up to save your progress and unlock sharing features',
  },
} as const;

/** Messages for storage errors in the browser, by error code. */
export const refusalTexts = {
  storage_full: {
    title: 'This browser is out of storage',
    detail: 'Nothing was lost. Delete something, or sign up to keep your logbook on the server.',
  },
  page_outdated: {
    title: 'This page is out of date',
    detail: 'Another tab has a newer version. Reload this page to continue. Your text is kept.',
  },
  storage_closed: {
    title: 'This browser blocks storage for this site',
    detail:
      'Private windows and strict privacy settings can cause this. Allow site data in your browser settings, then reload.',
  },
} as const;
