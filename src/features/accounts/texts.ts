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
  headings: { 'sign-in': 'Welcome back', 'sign-up': 'Create account', forgot: 'Reset password' },
  managerHeadings: {
    'sign-in': 'Manager Sign In',
    'sign-up': 'Upgrade to Manager',
    forgot: 'Reset password',
  },
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
    forgot: { question: 'You know it after all?', link: 'Back to sign in' },
  },
  forgotLink: 'Forgot password?',
  cookiesBlocked: {
    title: 'Your browser blocks cookies',
    created: 'Your account was created.',
    what: (host: string) =>
      `Logbook needs cookies to keep you signed in. Allow cookies for ${host} in the settings of your browser, then sign in.`,
  },
  failed: 'An error occurred during authentication.',
  retryIn: (seconds: number) =>
    seconds < 90
      ? `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
      : `Try again in ${Math.ceil(seconds / 60)} minutes.`,
  signedIn: 'Welcome back!',
  signedUp: 'Account created!',
  signOut: 'Sign Out',
  signedOut: 'Logged out.',
  signOutFailed: 'Failed to log out. Please try again.',
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
} as const;

/** Setting a new password by a mailed link, and undoing a change of the sign-in address by another. */
export const recoveryTexts = {
  about: 'We mail you a link by which you set a new password. It works for 30 minutes.',
  submit: 'Send the link',
  sent: {
    title: 'Reset email sent!',
    description: 'Look into your mail: if the address has an account, the link is there.',
  },
  sentTo: (email: string) =>
    `If ${email} has an account here, a link is on its way. It works once, for 30 minutes. Nothing there? Look among the ` +
    'unwanted mail, or send it again.',
  heading: 'Set a new password',
  allEnd: 'You are signed in with it at once; every other session ends.',
  newPassword: 'New password',
  required: 'Enter a new password.',
  confirmation: 'New password once more',
  mismatch: 'Passwords do not match',
  save: 'Save new password',
  updated: 'Password updated!',
  failed: 'The password could not be set. Please try again.',
  newLink: 'Send a new link',
  undo: {
    heading: 'Put this address back?',
    text:
      'It becomes the sign-in address of your account again. All sessions end, the extra addresses are removed, and you ' +
      'set a new password.',
    action: 'Put it back',
    leave: 'Leave it as it is',
    done: (email: string) => `${email} is your sign-in address again. Now set a new password.`,
    failed: 'The address could not be put back. Please try again.',
  },
} as const;

/** The parts of the settings page that are about the account. */
export const settingsTexts = {
  tryAgain: 'Try again',
  password: {
    title: 'Password',
    open: 'Change password',
    current: 'Current password',
    required: 'Enter your current password.',
    cancel: 'Cancel',
    ended: (n: number) =>
      n === 0 ? undefined : n === 1 ? '1 other session has ended.' : `${n} other sessions have ended.`,
    failed: 'The password could not be changed. Please try again.',
  },
  sessions: {
    title: 'Where you are signed in',
    here: 'This browser',
    usedNow: 'In use now',
    lastUsed: (when: string) => `Last used ${when}`,
    since: (when: string) => `Signed in ${when}`,
    address: (ip: string) => `Network address ${ip}`,
    unknownDevice: 'Unknown device',
    end: 'End',
    endOne: (device: string) => `End the session on ${device}`,
    endOthers: 'End all others',
    ended: 'Session ended',
    othersEnded: (n: number) => (n === 1 ? '1 session ended' : `${n} sessions ended`),
    failed: 'The session could not be ended. Please try again.',
    loadFailed: 'Your sessions could not be loaded.',
    loading: 'Loading your sessions...',
  },
  emails: {
    title: 'Manage Email Addresses',
    about:
      'What is sent to any of your verified addresses reaches you here. You sign in with the primary one.',
    primary: 'Primary',
    verified: 'Verified',
    unverified: 'Not verified',
    add: 'Add email',
    addLabel: 'Another e-mail address',
    added: 'Email added',
    addedTo: (email: string) => `Open the link that we sent to ${email}.`,
    remove: 'Remove',
    removeOne: (email: string) => `Remove ${email}`,
    removed: 'Email removed',
    makePrimary: 'Make primary',
    makeOnePrimary: (email: string) => `Make ${email} primary`,
    passwordFor: (email: string) => `Your password, to sign in with ${email} from now on`,
    confirmPrimary: 'Confirm',
    cancel: 'Cancel',
    primaryNow: (email: string) => ({
      title: 'Primary email changed',
      description: `From now on you sign in with ${email}.`,
    }),
    resend: 'Send the link again',
    resendOne: (email: string) => `Send the link again to ${email}`,
    alreadyVerified: (email: string) => ({ title: 'E-mail verified', description: `${email} is yours.` }),
    failed: 'That did not work. Please try again.',
    loadFailed: 'Your addresses could not be loaded.',
    list: 'Your e-mail addresses',
    loading: 'Loading your addresses...',
  },
  feedback: {
    title: 'Feedback',
    label: 'What works, what is missing, what is in your way?',
    submit: 'Submit',
    sent: 'Feedback submitted',
    thanks: 'Thank you for telling us.',
    noSession: 'You must be logged in to submit feedback',
    failed: 'Failed to submit feedback. Please try again.',
  },
  deletion: {
    title: 'Danger Zone',
    text: 'Deleting your account takes everything in it away, at once and for good.',
    open: 'Delete Account',
    question: 'Are you absolutely sure?',
    warning: 'This cannot be undone. You lose:',
    losses: [
      'Timeline entries and check-ins',
      'Profile information and settings',
      'Subscription or billing history',
      'Access to features and data',
    ],
    password: 'Your password',
    passwordWhy: 'You signed in more than an hour ago, so we ask once more.',
    cancel: 'Cancel',
    confirm: 'Delete my account',
    done: {
      title: 'Account deleted',
      description: 'Your account and all data have been permanently deleted.',
    },
    error: 'Error',
    failed: 'Failed to delete account. Please try again.',
  },
} as const;

export const mailTexts = {
  verification: {
    subject: (instanceName: string) => `Verify your e-mail for ${instanceName}`,
    heading: 'Verify your e-mail',
    greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
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
    greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
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
