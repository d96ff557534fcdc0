/** What a guest reads. */
export const texts = {
  badge: 'Guest Mode',
  heading: 'Your Logbook',
  about: 'Note what you finish, learn and help with, as it happens:',
  kept: 'What you write stays in this browser.',
  signUp: 'Create an account',
  toKeep: 'to keep it for good, or',
  signIn: 'Sign in',
  orSignIn: 'sign in',
  share: 'Share',
  shareNeedsAccount: {
    title: 'Create an Account',
    description: 'Sign up to save your progress and unlock sharing features',
  },
  shoutouts: {
    title: 'Shoutouts Require an Account',
    text: 'Thank somebody by name, and keep what others thank you for. With an account you can send and receive shoutouts.',
    signUp: 'Create Account',
  },
  prompt: {
    title: 'Save Your Progress',
    text: 'Your logbook is in this browser alone. With an account it is safe, goes with you, and can be shared. What you wrote comes along.',
    signUp: 'Create Account',
    later: 'Not now',
  },
} as const;

/** What the person reads when the browser cannot keep something; by the code of the problem. */
export const refusalTexts = {
  storage_full: {
    title: 'No room left in this browser',
    detail:
      'Nothing was lost: it is still here. Delete something, or sign up to keep your logbook on the server.',
  },
  page_outdated: {
    title: 'This page is older than your logbook',
    detail: 'Another window has a newer version. Reload this page to go on; what you typed stays.',
  },
  storage_closed: {
    title: 'This browser keeps nothing for this site',
    detail:
      'Private windows and strict settings can cause it. Allow site data in the settings of your browser, then reload.',
  },
} as const;
