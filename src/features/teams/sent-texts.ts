// UI copy of sent invitations, which the first page shows. That of the dialog is loaded with it.
import { limits } from './constants.ts';
import type { Invitation } from './contract.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { number, plural } from '#platform/text/language.ts';

const waiting =
  'You have reached the limit of emails to new people. It is sent automatically once there is room.';

/** Copy of the sent invitations, and of the user's own requests in the panel above the tabs. */
export const sentTexts = {
  title: 'Invitations',
  loading: 'Loading invitations...',
  unavailable: 'Your invitations could not be loaded.',
  offline: 'You are offline. Your invitations appear when the connection is back.',
  tryAgain: 'Try again',
  showMore: 'Show more',
  status: {
    pending: 'Pending',
    accepted: 'Accepted',
    declined: 'Declined',
    expired: 'Link expired',
  } satisfies Record<Invitation['status'], string>,
  sentOn: (day: string) => `Invited on ${day}`,
  validUntil: (day: string) => `link valid until ${day}`,
  sendAgain: 'Send again',
  sendAgainTo: (email: string) => `Send again to ${email}`,
  sendAgainFrom: (day: string) => `Can be sent again from ${day}`,
  inviteAgain: 'Invite again',
  inviteAgainFrom: (day: string) => `Can be invited again from ${day}`,
  inviteAgainTo: (email: string) => `Invite again: ${email}`,
  withdraw: 'Withdraw',
  withdrawFrom: (email: string) => `Withdraw the invitation to ${email}`,
  remove: 'Remove',
  removeOf: (email: string) => `Remove the invitation to ${email} from the list`,
  sentAgain: {
    get sent() {
      return ifEmailLeaves(
        {
          title: 'Invitation sent again',
          detail: `The link is valid for another ${limits.linkDays} days.`,
        },
        heldText,
      );
    },
    held: { title: 'Email not sent yet', detail: 'It will be sent when you verify your email.' },
    waiting: { title: 'Email not sent yet', detail: waiting },
    failed: {
      title: 'The email failed to send',
      detail: 'If the address has a typo, withdraw the invitation and invite the right one.',
    },
  },
  sendAgainFailed: 'Failed to send the invitation. Please try again.',
  withdrawn: { title: 'Invitation withdrawn', detail: 'The link in the email no longer works.' },
  withdrawFailed: 'Failed to withdraw the invitation. Please try again.',
  removed: 'Invitation removed',
  offlineDetail: 'You are offline. Please try again when the connection is back.',
} as const;

/** What to report after invitations were sent. */
export const sentMessages = {
  get title() {
    return ifEmailLeaves('Invitations sent', 'Invitations saved');
  },
  detail: (emails: readonly string[]) =>
    ifEmailLeaves(
      plural(emails.length, {
        one: `${emails[0]} gets an email with a link to join your team.`,
        other: `${number(emails.length)} people get an email with a link to join your team.`,
      }),
      heldText.description,
    ),
  saved: 'Invitations saved',
  held: 'The emails will be sent when you verify your email.',
  waiting:
    'You have reached the limit of emails to new people. The emails are sent automatically once there is room.',
} as const;
