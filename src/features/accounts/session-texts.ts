// Texts of a signed-in user. Separate from texts.ts, because the logbook needs only these.
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { number, plural } from '#platform/text/language.ts';

export const signOutTexts = {
  signOut: 'Sign Out',
  signedOut: 'Logged out.',
  signOutFailed: 'Failed to log out. Please try again.',
} as const;

export const verificationTexts = {
  label: 'Email verification',
  ask: (email: string) =>
    ifEmailLeaves(`Please verify your email: open the link we sent to ${email}.`, heldText.description),
  messages: (n: number) =>
    plural(n, {
      one: '1 message waits for you to verify your email.',
      other: `${number(n)} messages wait for you to verify your email.`,
    }),
  items: (n: number) =>
    plural(n, {
      one: '1 item is waiting for your verification.',
      other: `${number(n)} items are waiting for your verification.`,
    }),
  resend: 'Send it again',
  resent: (email: string) =>
    ifEmailLeaves(
      { title: 'Verification email sent', description: `Check the inbox of ${email}.` },
      heldText,
    ),
  resendFailed: 'The email could not be sent. Please try again.',
} as const;
