// What the sign-in page shows first. Separate from the texts that come with a link from an email (recovery-texts.ts) and from
// those of the server (texts.ts).
import { ifEmailLeaves } from '#platform/mail/email-state.ts';
import { limits } from './constants.ts';

/** Refusals that a form finds before it asks the server. */
export const formRefusalTexts = {
  password_too_short: { title: `Use at least ${limits.passwordMin} characters.` },
  password_too_long: { title: `Use at most ${limits.passwordMax} characters.` },
  password_common: { title: 'Too many people use this password. Please choose another one.' },
  invalid_name: { title: `Enter your name, up to ${limits.fullName} characters.` },
  invalid_email: { title: 'Enter an email address such as ada@example.com.' },
} as const;

export const texts = {
  headings: { 'sign-in': 'Welcome back', 'sign-up': 'Create account', forgot: 'Reset password' },
  managerHeadings: {
    'sign-in': 'Manager Sign In',
    'sign-up': 'Upgrade to Manager',
    forgot: 'Reset password',
  },
  badges: { manager: 'Manager Access for the team', employee: 'Personal Logbook Access' },
  fields: {
    fullName: 'Full name',
    email: 'Email',
    emailHint: 'Use a personal email, so you keep your logbook when you change jobs.',
    /** In place of the field, when a link proves the address. */
    proved: (masked: string) => `Your account will have ${masked}, the address that your link was sent to.`,
    anotherEmail: 'Use another address',
    password: 'Password',
    passwordHint: `${limits.passwordMin} characters or more. A few words in a row are easy to remember.`,
    showPassword: 'Show password',
    /** Shown once the server asks for it: the password alone does not open the account. */
    code: 'Code',
    codeHint: 'From your authenticator app, or a recovery code.',
    remember: 'Do not ask again on this device for 30 days',
  },
  required: {
    full_name: 'Enter your full name.',
    email: 'Enter your email address.',
    password: 'Enter your password.',
  },
  submit: { 'sign-in': 'Sign in', 'sign-up': 'Create account' },
  toggle: {
    'sign-in': { question: 'New here?', link: 'Create an account' },
    'sign-up': { question: 'Already have an account?', link: 'Sign in' },
    forgot: { question: 'Remember your password?', link: 'Back to sign in' },
  },
  forgotLink: 'Forgot password?',
  /** Above the form that asks for a new password, whose own texts come with it. */
  get forgotAbout() {
    return ifEmailLeaves(
      `We will email you a link to set a new password. It works for ${limits.recoveryMinutes} minutes.`,
      'This instance cannot send email yet. Please ask its operator for a link to set a new password.',
    );
  },
  failed: 'An error occurred during authentication.',
  signedIn: 'Welcome back!',
  signedUp: 'Account created!',
  /** While the part of the page that a link from an email opens is loaded. */
  opening: 'Opening your link...',
} as const;

/** Using a link that verifies an address. */
export const verifyLinkTexts = {
  done: (email: string) => ({ title: 'Email verified', description: `You have verified ${email}.` }),
  signInFirst: 'Please sign in to verify your email.',
  working: 'Verifying your email...',
} as const;
