import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  email_taken: { title: 'An account with this email already exists. Please sign in instead.' },
  wrong_credentials: { title: 'The email or password is incorrect.' },
  password_too_short: { title: `Use at least ${limits.passwordMin} characters.` },
  password_too_long: { title: `Use at most ${limits.passwordMax} characters.` },
  password_common: { title: 'Too many people use this password. Please choose another one.' },
  invalid_name: { title: `Enter your name, up to ${limits.fullName} characters.` },
  invalid_email: { title: 'Enter an email address such as ada@example.com.' },
  proof_invalid: { title: 'Your link has expired. Enter your email address.' },
  too_many_tries: { title: 'Too many tries' },
  signups_closed: {
    title: 'New accounts are by invitation only.',
    detail:
      'Ask someone who has an account here to invite you, then sign up with the address that they invited. You can also ' +
      'use your logbook in this browser without an account.',
  },
  passwords_off: {
    title: 'This site does not use passwords.',
    detail: 'Sign in with the service that the sign-in page names, or with a passkey.',
  },
  link_unknown: {
    title: 'This link does not work.',
    detail: 'It may be incomplete, or it was already used. Request a new email.',
  },
  link_expired: {
    title: 'This link has expired.',
    detail: 'Request a new email and open the link before it expires.',
  },
  link_replaced: {
    title: 'A newer email has replaced this link.',
    detail: 'Use the link in the latest email.',
  },
  undo_unknown: {
    title: 'This link does not work.',
    detail: 'It may be incomplete, or it was already used.',
  },
  undo_expired: {
    title: 'This link has expired.',
    detail: `It worked for ${limits.undoHours} hours. If you did not make this change, ask the operator of this site for help.`,
  },
  link_of_another: { title: 'This link belongs to another account.' },
  wrong_password: { title: 'That password is incorrect.' },
  no_password: {
    title: 'Your account has no password.',
    detail: 'To set one, use "Forgot password?" on the sign-in page.',
  },
  password_needed: { title: 'Enter your password to continue.' },
  second_factor_needed: {
    title: 'Your password alone does not open this account.',
    detail: 'Use your passkey, or enter a code from your authenticator app or one of your recovery codes.',
  },
  wrong_code: { title: 'That code is incorrect, or it was already used.' },
  confirmation_needed: { title: 'Please confirm that it is you.' },
  subscription_not_canceled: {
    title:
      'Your subscription could not be canceled, so nothing was deleted. Please try again in a few minutes.',
  },
  primary_email: {
    title: 'Cannot remove primary email',
    detail: 'You cannot remove your primary authentication email.',
  },
  email_added: { title: 'This address is already on your list.' },
  email_unverified: {
    title: 'Verify this address first.',
    detail: 'Open the link in its verification email.',
  },
  too_many_emails: { title: `You can have up to ${limits.userEmails} extra addresses.` },
  address_taken: {
    title: 'This address belongs to another account.',
    detail: 'Sign in to that account, or choose another address.',
  },
  id_taken: { title: 'This ID is already in use.' },
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
  cookiesBlocked: {
    title: 'Your browser blocks cookies',
    created: 'Your account was created.',
    what: (host: string) =>
      `This site needs cookies to keep you signed in. Allow cookies for ${host} in your browser settings, then sign in.`,
  },
  failed: 'An error occurred during authentication.',
  signedIn: 'Welcome back!',
  /** Offered once in a browser, on a device that can have a passkey. */
  offer: {
    text: 'Next time, you can use your fingerprint, face or screen lock.',
    link: 'Add a passkey',
  },
  signedUp: 'Account created!',
} as const;

/** Setting a new password through an emailed link, and undoing a change of the sign-in address through one. */
export const recoveryTexts = {
  /** A change of the password in the settings asks for it. */
  currentRequired: 'Enter your current password.',
  get about() {
    return ifEmailLeaves(
      `We will email you a link to set a new password. It works for ${limits.recoveryMinutes} minutes.`,
      'This instance cannot send email yet. Please ask its operator for a link to set a new password.',
    );
  },
  submit: 'Send the link',
  get sent() {
    return ifEmailLeaves(
      {
        title: 'Reset email sent!',
        description: 'Check your inbox: if the address has an account, the link is there.',
      },
      heldText,
    );
  },
  sentTo: (email: string) =>
    ifEmailLeaves(
      `If ${email} has an account here, a link is on its way. It works once, for ${limits.recoveryMinutes} minutes. Not there? Check ` +
        'your spam folder, or send it again.',
      `If ${email} has an account here, the email with the link is held until the operator of this instance sets up ` +
        'email. Please ask the operator, who can also give you a link.',
    ),
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
    text:
      'You will sign in with the address that got the link, and set a new password. Passkeys, an authenticator app and a ' +
      'sign-in service that were added since are removed, as are your extra addresses, and all your sessions end.',
    action: 'Undo it',
    leave: 'Leave it as it is',
    done: (email: string) => `${email} is your sign-in address again. Now set a new password.`,
    failed: 'The change could not be undone. Please try again.',
  },
} as const;

export const mailTexts = {
  verification: {
    subject: (instanceName: string) => `Verify your email for ${instanceName}`,
    heading: 'Verify your email',
    greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
    body: (instanceName: string) =>
      `An account on ${instanceName} was created with this address. Open the link to confirm that it is yours. ` +
      'Messages waiting for your verification will then be sent.',
    action: 'Verify email',
    ends: `The link works once, for ${limits.verificationHours} hours, and only when you are signed in to the account.`,
    notYou: "If this wasn't you, ignore this email. No one can use your address here without you.",
    why: 'You received this email because someone signed up with your address or requested the email again.',
  },
  extraAddress: {
    subject: (instanceName: string) => `Verify your email for ${instanceName}`,
    heading: 'Verify your email',
    body: (instanceName: string) =>
      `Someone wants to add this address to an account on ${instanceName}. If that is you, open the link while signed ` +
      'in to that account.',
    action: 'Verify email',
    ends: `The link works once, for ${limits.verificationHours} hours, and only in the account that requested it.`,
    notYou: "If this wasn't you, ignore this email. No one can use your address here without you.",
    why: 'You received this email because someone entered your address as one of their own.',
  },
  recovery: {
    subject: (instanceName: string) => `Set a new password for ${instanceName}`,
    heading: 'Set a new password',
    greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
    body: (instanceName: string) =>
      `Open the link to set a new password for your account on ${instanceName}. Setting it signs you in and ends all your ` +
      'other sessions.',
    action: 'Set a new password',
    ends: `The link works once, for ${limits.recoveryMinutes} minutes. A newer email replaces it.`,
    notYou: "If you didn't request this, ignore this email. Your password stays the same.",
    why: 'You received this email because someone requested a new password for your address.',
  },
  takenOver: {
    subject: (instanceName: string) => `Your account for ${instanceName} was cleaned up`,
    heading: 'Your account was cleaned up',
    body:
      'You have set a new password for an account whose address had never been verified, so someone else may have created it ' +
      'with your address.',
    removed:
      'Its public page is now offline, and its name, photo, phone number, link, résumé, vouches, extra addresses, ' +
      'connections and unsent messages were removed. All earlier sessions and links have ended.',
    kept: 'Its entries and goals are still there, and only you can see them. Delete what is not yours.',
    action: 'Open your settings',
    why: 'You received this email because a new password was set for the account with this address.',
  },
  primaryChanged: {
    subject: (instanceName: string) => `Your sign-in address for ${instanceName} has changed`,
    heading: 'Your sign-in address has changed',
    greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
    body: (instanceName: string, masked: string) =>
      `From now on, you sign in to your account on ${instanceName} with ${masked} instead of this address.`,
    notYou:
      `If this wasn't you, open the link within ${limits.undoHours} hours. It puts this address back, ends all sessions, removes the extra ` +
      'addresses and lets you set a new password.',
    action: 'Put this address back',
    why: 'You received this email because this was the sign-in address of your account.',
  },
  feedback: {
    subject: (name: string) => `Feedback from ${name}`,
    heading: 'Feedback',
    from: (name: string, email: string) => `${name} (${email}) wrote:`,
    why: 'You received this email because feedback on this instance is sent to your address.',
  },
} as const;
