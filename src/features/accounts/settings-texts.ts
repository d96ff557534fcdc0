import { limits } from './constants.ts';
import type { Session } from './contract.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { counted, number, plural } from '#platform/text/language.ts';

/** The parts of the settings page that are about the account. */
const beganOn: Record<NonNullable<Session['began_by']>, (when: string) => string> = {
  'sign-up': (when) => `Signed up on ${when}`,
  password: (when) => `Signed in with the password on ${when}`,
  recovery: (when) => `Signed in with a link from an email on ${when}`,
  passkey: (when) => `Signed in with a passkey on ${when}`,
  provider: (when) => `Signed in with single sign-on on ${when}`,
};

/** Refusals that the settings show before they ask the server. */
export const settingsRefusalTexts = {
  wrong_password: { title: 'That password is incorrect.' },
  no_password: {
    title: 'Your account has no password.',
    detail: 'To set one, use "Forgot password?" on the sign-in page.',
  },
  primary_email: {
    title: 'Cannot remove primary email',
    detail: 'You cannot remove your primary authentication email.',
  },
  feedback_required: { title: 'Please enter your feedback' },
  feedback_too_long: { title: `Use at most ${limits.feedback} characters.` },
} as const;

export const settingsTexts = {
  tryAgain: 'Try again',
  password: {
    title: 'Password',
    open: 'Change password',
    current: 'Current password',
    cancel: 'Cancel',
    ended: (n: number) =>
      n === 0
        ? undefined
        : plural(n, {
            one: '1 other session has ended.',
            other: `${number(n)} other sessions have ended.`,
          }),
    failed: 'The password could not be changed. Please try again.',
  },
  sessions: {
    title: 'Where you are signed in',
    here: 'This browser',
    usedNow: 'In use now',
    lastUsed: (when: string) => `Last used ${when}`,
    since: (how: Session['began_by'], when: string) =>
      how === null ? `Signed in on ${when}` : beganOn[how](when),
    address: (ip: string) => `Network address ${ip}`,
    tokens: (n: number) =>
      plural(n, {
        one: '1 API token or app was added here and ends with it.',
        other: `${number(n)} API tokens or apps were added here and end with it.`,
      }),
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    unknownDevice: 'Unknown device',
    end: 'End',
    endOne: (device: string) => `End the session on ${device}`,
    endOthers: 'End all others',
    ended: 'Session ended',
    othersEnded: (n: number) => `${counted(n, { one: 'session', other: 'sessions' })} ended`,
    failed: 'The session could not be ended. Please try again.',
    loadFailed: 'Your sessions could not be loaded.',
    loading: 'Loading your sessions...',
  },
  emails: {
    title: 'Manage Email Addresses',
    about: 'You receive what is sent to any of your verified addresses. You sign in with the primary one.',
    primary: 'Primary',
    verified: 'Verified',
    unverified: 'Not verified',
    add: 'Add email',
    addLabel: 'Another email address',
    added: 'Email added',
    addedTo: (email: string) => ifEmailLeaves(`Open the link we sent to ${email}.`, heldText.description),
    remove: 'Remove',
    removeOne: (email: string) => `Remove ${email}`,
    removed: 'Email removed',
    removedVerified: (email: string) =>
      `If you add and verify ${email} again, you get back the shoutouts that you received there.`,
    makePrimary: 'Make primary',
    primaryFor: (email: string) => `You sign in with ${email} from then on, and get your emails there.`,
    makeOnePrimary: (email: string) => `Make ${email} primary`,
    passwordFor: (email: string) => `Enter your password to make ${email} your sign-in address`,
    confirmPrimary: 'Confirm',
    cancel: 'Cancel',
    primaryNow: (email: string) => ({
      title: 'Primary email changed',
      description: `From now on you sign in with ${email}.`,
    }),
    resend: 'Send the link again',
    resendOne: (email: string) => `Send the link again to ${email}`,
    alreadyVerified: (email: string) => ({
      title: 'Email verified',
      description: `${email} is already verified.`,
    }),
    failed: 'That did not work. Please try again.',
    loadFailed: 'Your addresses could not be loaded.',
    list: 'Your email addresses',
    loading: 'Loading your addresses...',
  },
  feedback: {
    title: 'Feedback',
    label: "What works, what's missing, what gets in your way?",
    submit: 'Submit',
    sent: 'Feedback submitted',
    thanks: 'Thank you for your feedback.',
    noSession: 'You must be logged in to submit feedback',
    failed: 'Failed to submit feedback. Please try again.',
  },
  deletion: {
    title: 'Danger Zone',
    text: 'Deleting your account removes everything in it, immediately and permanently.',
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
    passwordWhy: 'You signed in more than an hour ago, so please confirm your password.',
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
