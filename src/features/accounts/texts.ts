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
  link_unknown: {
    title: 'This link does not verify anything.',
    detail: 'It may not be complete. Sign in and ask for a new mail.',
  },
  link_expired: {
    title: 'This link has expired.',
    detail: 'Links hold for a day. Sign in and ask for a new mail.',
  },
  link_replaced: {
    title: 'A newer mail has replaced this link.',
    detail: 'Use the link in the latest mail that we sent you.',
  },
  link_of_another: { title: 'This link belongs to another account.' },
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
  verification: {
    label: 'Verification of your e-mail',
    ask: (email: string) => `Please verify your e-mail: open the link that we sent to ${email}.`,
    messages: (n: number) =>
      n === 1
        ? '1 message waits for you to verify your e-mail.'
        : `${n} messages wait for you to verify your e-mail.`,
    things: (n: number) =>
      n === 1 ? '1 thing waits for your verification.' : `${n} things wait for your verification.`,
    resend: 'Send it again',
    resent: (email: string) => ({
      title: 'Verification sent',
      description: `Look into the mail of ${email}.`,
    }),
    resendFailed: 'The mail could not be sent again. Please try once more.',
    done: (email: string) => ({ title: 'E-mail verified', description: `${email} is proved to be yours.` }),
    failed: 'Your e-mail could not be verified. Please try again.',
    signInFirst: 'Please sign in to verify your e-mail.',
    working: 'Verifying your e-mail...',
    toLogbook: 'Go to your logbook',
    otherAccount: 'Sign out and use the other account',
    tryAgain: 'Try again',
    ownerOf: (masked: string) => `It verifies ${masked}. Sign in with that account and open the link again.`,
  },
  verificationMail: {
    subject: (instanceName: string) => `Verify your e-mail for ${instanceName}`,
    heading: 'Verify your e-mail',
    greeting: (name: string) => `Hello ${name},`,
    body: (instanceName: string) =>
      `An account on ${instanceName} was made with this address. Open the link to prove that it is yours. ` +
      'Messages that wait for it go out then.',
    action: 'Verify e-mail',
    ends: 'The link works once, for a day, together with the password of the account.',
    notYou: 'You did not do this? Then do nothing: without you nobody can use your address here.',
    why: 'You get this mail because somebody signed up with your address, or asked for it again.',
  },
  accountMenu: 'account menu',
  nameFallback: 'User',
} as const;
