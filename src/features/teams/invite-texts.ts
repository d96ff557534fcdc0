// UI copy of the Invite Team Members dialog.
import { limits } from './constants.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';

export const inviteTexts = {
  title: 'Invite Team Members',
  get about() {
    return ifEmailLeaves('They get an email with a link to join your team.', heldText.description);
  },
  field: 'Email addresses',
  hint: `Separate addresses with commas or new lines, up to ${limits.addresses} at a time.`,
  visible:
    'Once they accept, you see the entries that they share with you, their goals, and their shoutouts to you, from then on. Nothing from before.',
  send: 'Send invitations',
  draftKept: 'Draft kept',
  empty: 'Please enter at least one email address',
  invalid: 'Please enter valid email addresses',
  tooMany: `You can invite up to ${limits.addresses} people at a time. Please shorten the list.`,
  failed: 'Failed to send invitations. Please try again.',
  failedOffline: 'You are offline. Your input is kept.',
  noSession: 'Unable to get your email address',
  exists: (email: string) => `Invitation already exists for ${email}`,
  own: 'This is your own address',
  failedFor: (email: string, reason: string) => `Failed to invite ${email}: ${reason}`,
  emailFailedFor: (email: string) => `Invitation created but email failed for ${email}`,
  someFailed: (count: number) => `${count} invitation(s) failed`,
} as const;
