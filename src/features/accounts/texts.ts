import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal, apart from those that forms and settings find themselves. */
export const refusalTexts = {
  email_taken: { title: 'An account with this email already exists. Please sign in instead.' },
  wrong_credentials: { title: 'The email or password is incorrect.' },
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
} as const satisfies Partial<Record<RefusalCode, { title: string; detail?: string }>>;

/** For a link that verifies another account's address. */
export const ownerOf = (masked: string) =>
  `It verifies ${masked}. Sign in with that account and open the link again.`;

const openLink = `If this wasn't you, open the link within ${limits.undoHours} hours.`;

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
    notYou: (passwords: boolean) =>
      passwords
        ? `${openLink} It puts this address back, ends all sessions, removes the extra addresses and lets you set a new password.`
        : `${openLink} It puts this address back, ends all sessions and removes the extra addresses.`,
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
