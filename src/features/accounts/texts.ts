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
    title: 'This link does not work.',
    detail: 'It may not be complete, or it was used before. Ask for a new mail.',
  },
  link_expired: {
    title: 'This link has expired.',
    detail: 'Ask for a new mail and use its link soon.',
  },
  link_replaced: {
    title: 'A newer mail has replaced this link.',
    detail: 'Use the link in the latest mail that we sent you.',
  },
  link_of_another: { title: 'This link belongs to another account.' },
  wrong_password: { title: 'The password is not right.' },
  password_needed: { title: 'Enter your password to go on.' },
  primary_email: {
    title: 'Cannot remove primary email',
    detail: 'You cannot remove your primary authentication email.',
  },
  email_added: { title: 'This address is on your list already.' },
  email_unverified: { title: 'Verify this address first.', detail: 'Open the link that we sent to it.' },
  too_many_emails: { title: `You can have ${limits.userEmails} extra addresses.` },
  address_taken: {
    title: 'This address belongs to another account.',
    detail: 'Sign in to that account, or choose another address.',
  },
  id_taken: { title: 'This id is in use already.' },
  feedback_required: { title: 'Please enter your feedback' },
  feedback_too_long: { title: `Use at most ${limits.feedback} characters.` },
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
  accountMenu: 'account menu',
  nameFallback: 'User',
} as const;

export const mailTexts = {
  verification: {
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
  extraAddress: {
    subject: (instanceName: string) => `Verify your e-mail for ${instanceName}`,
    heading: 'Verify your e-mail',
    body: (instanceName: string) =>
      `Somebody wants to add this address to an account on ${instanceName}. Is it you? Then open the link, signed in to ` +
      'that account.',
    action: 'Verify e-mail',
    ends: 'The link works once, for a day, and only in the account that asked for it.',
    notYou: 'You did not do this? Then do nothing: without you nobody can use your address here.',
    why: 'You get this mail because somebody entered your address as one of their own.',
  },
  recovery: {
    subject: (instanceName: string) => `Set a new password for ${instanceName}`,
    heading: 'Set a new password',
    greeting: (name: string) => `Hello ${name},`,
    body: (instanceName: string) =>
      `Open the link to set a new password for your account on ${instanceName}. All your sessions end then, and a new one ` +
      'begins.',
    action: 'Set a new password',
    ends: 'The link works once, for 30 minutes. A newer mail replaces it.',
    notYou: 'You did not ask for this? Then do nothing: your password stays as it is.',
    why: 'You get this mail because somebody asked for a new password with your address.',
  },
  primaryChanged: {
    subject: (instanceName: string) => `Your sign-in address for ${instanceName} has changed`,
    heading: 'Your sign-in address has changed',
    greeting: (name: string) => `Hello ${name},`,
    body: (instanceName: string, masked: string) =>
      `From now on your account on ${instanceName} is signed in to with ${masked} instead of this address.`,
    notYou:
      'You did not do this? Open the link within 72 hours: it puts this address back, ends all sessions, removes the extra ' +
      'addresses and lets you set a new password.',
    action: 'Put this address back',
    why: 'You get this mail because this was the sign-in address of your account.',
  },
  feedback: {
    subject: (name: string) => `Feedback from ${name}`,
    heading: 'Feedback',
    from: (name: string, email: string) => `${name} (${email}) writes:`,
    why: 'You get this mail because feedback of this instance is sent to your address.',
  },
} as const;
