import { limits, type RefusalCode } from './contract.ts';

/** What the person reads for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  email_taken: { title: 'An account with this email already exists. Please sign in instead.' },
  wrong_credentials: { title: 'The e-mail or the password is not right.' },
  password_too_short: { title: `Use at least ${limits.passwordMin} characters.` },
  password_too_long: { title: `Use at most ${limits.passwordMax} characters.` },
  password_common: { title: 'Too many people use this password. Please choose another one.' },
  invalid_name: { title: `Enter your name, up to ${limits.fullName} characters.` },
  invalid_email: { title: 'Enter an e-mail address such as ada@example.com.' },
  too_many_tries: { title: 'Too many tries' },
  signups_closed: { title: 'New accounts are by invitation here.' },
};

export const texts = {
  headings: { 'sign-in': 'Welcome back', 'sign-up': 'Create account' },
  managerHeadings: { 'sign-in': 'Manager Sign In', 'sign-up': 'Upgrade to Manager' },
  badges: { manager: 'Manager Access for the team', employee: 'Personal Logbook Access' },
  fields: {
    fullName: 'Full name',
    email: 'E-mail',
    emailHint: 'Best a personal e-mail: your logbook stays yours when you change jobs.',
    password: 'Password',
    passwordHint: `${limits.passwordMin} characters or more; a few words in a row are easy to keep in mind.`,
    showPassword: 'Show password',
  },
  required: {
    full_name: 'Enter your full name.',
    email: 'Enter your e-mail address.',
    password: 'Enter your password.',
  },
  submit: { 'sign-in': 'Sign in', 'sign-up': 'Create account' },
  toggle: {
    'sign-in': { question: 'New here?', link: 'Create an account' },
    'sign-up': { question: 'You have an account?', link: 'Sign in' },
  },
  failed: 'An error occurred during authentication.',
  retryIn: (seconds: number) =>
    seconds < 90 ? `Try again in ${seconds} seconds.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`,
  signedIn: 'Welcome back!',
  signedUp: 'Account created!',
  signOut: 'Sign Out',
  signedOut: 'Logged out.',
  signOutFailed: 'Failed to log out. Please try again.',
  sessionEnded: { title: 'Your session has ended', description: 'Please sign in again.' },
  accountMenu: 'Account',
  nameFallback: 'User',
} as const;
