import type { EmailState } from './email-state.ts';

/** What the sender reads about an email in these states. */
export const emailStateTexts: Record<EmailState, string> = {
  held: 'Will be sent when you verify your email',
  waiting: 'Email waiting',
  failed: 'Email not sent',
};

/** Shown instead of a success message while an email cannot be sent yet, by its state. */
export const waitingTexts = {
  held: (email: string) => ({
    title: 'Email waiting',
    description: `It will be sent to ${email} when you verify your own address.`,
  }),
  waiting: (email: string) => ({
    title: 'Email waiting',
    description: `You have sent many emails to new people, so this one will be sent to ${email} later.`,
  }),
};
