// UI copy of "Send again", next to the mark of an email that failed.
import { heldText, ifEmailLeaves, type EmailState } from '#platform/mail/email-state.ts';

type Toast = { title: string; description: string };

export const sendAgainTexts = {
  action: 'Send again',
  actionFor: (email: string) => `Send again: email to ${email}`,
  /** What happens to the email then, by its state. */
  result: {
    sent: (email: string) =>
      ifEmailLeaves(
        { title: 'Sending again', description: `The email to ${email} is on its way.` },
        heldText,
      ),
    held: (email: string) => ({
      title: 'Email waiting',
      description: `The email to ${email} will be sent when you verify your email.`,
    }),
    waiting: (email: string) => ({
      title: 'Email waiting',
      description: `You have reached the limit of emails to new people. The email to ${email} will be sent automatically once there is room.`,
    }),
    failed: (email: string) => ({
      title: 'Email not sent',
      description: `Check ${email} for typos, or reach them another way.`,
    }),
  } satisfies Record<EmailState | 'sent', (email: string) => Toast>,
  error: 'Failed to send the email again. Please try again.',
} as const;
