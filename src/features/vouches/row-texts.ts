// UI copy of the rows of the Vouches section.
import { limits } from './constants.ts';
import type { VouchStatus } from './contract.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';

export const rowTexts = {
  title: 'Vouches',
  tryAgain: 'Try again',
  showMore: 'Show more',
  status: {
    pending: 'Pending',
    verified: 'Verified',
    declined: 'Declined',
    expired: 'Link expired',
    withdrawn: 'Withdrawn',
  } satisfies Record<VouchStatus, string>,
  /** What happened last. */
  about: {
    pending: (email: string, day: string) => `Sent to ${email} on ${day}`,
    unsent: (email: string) => `For ${email}`,
    verified: (day: string) => `Confirmed on ${day}`,
    declined: (email: string) => `${email} declined`,
    expired: (email: string, day: string) => `${email} did not answer by ${day}`,
    withdrawn: (email: string) => `The request to ${email} was withdrawn`,
  },
  context: 'Context',
  contribution: 'Your contribution',
  showDetails: 'Show details',
  hideDetails: 'Hide details',
  detailsOf: (action: string, project: string) => `${action} of ${project}`,
  statementBy: (name: string) => `${name} added`,
  proof: 'Download proof',
  proofOf: (project: string) => `Download proof of ${project}`,
  showEmail: 'Show contact email',
  hideEmail: 'Hide contact email',
  email: 'Contact email',
  actions: (project: string) => `Actions for ${project}`,
  resend: 'Resend',
  resendTo: (name: string) => `Resend the email to ${name}`,
  resendFrom: (time: string) => `The email can be sent again from ${time}.`,
  resendsUsedUp: `You have resent the email ${limits.resends} times, which is the limit. You can request a new vouch instead.`,
  addFiles: 'Add files',
  withdraw: 'Withdraw request',
  copy: 'Use for a new request',
  delete: 'Delete',
  /** By what happened to the email. */
  resent: {
    get sent() {
      return ifEmailLeaves(
        { title: 'Verification resent!', detail: 'The earlier link no longer works.' },
        heldText,
      );
    },
    held: {
      title: 'Email not sent yet',
      detail: 'It will be sent when you verify your email. Until then, the earlier link works.',
    },
    waiting: {
      title: 'Email not sent yet',
      detail:
        'You have reached the limit of emails to new people. It will be sent automatically once there is room. Until then, the earlier link works.',
    },
    failed: {
      title: 'The email failed to send',
      detail: 'The earlier link still works. If the address has a typo, request a new vouch.',
    },
  },
  resendFailed: 'Failed to resend verification. Please try again.',
  withdrawn: {
    title: 'Request withdrawn',
    sent: 'The link in the email no longer works.',
    unsent: 'The email will not be sent.',
  },
  withdrawFailed: 'Failed to withdraw the request. Please try again.',
  reopened: 'Request restored',
  reopenFailed: 'Request not restored',
  deleted: 'Vouch deleted',
  deleteFailed: 'Failed to delete vouch. Please try again.',
  restored: 'Vouch restored',
  restoreFailed: 'Vouch not restored',
  goneMeanwhile: 'It was already deleted permanently.',
  offlineDetail: 'You are offline. Please try again when the connection is back.',
} as const;
