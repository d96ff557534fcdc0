import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { limits } from './constants.ts';

/** Asking for a link to set a new password. */
export const forgotTexts = {
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
} as const;
