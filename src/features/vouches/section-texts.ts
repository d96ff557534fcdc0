// UI copy of the Vouches section and its form.
import { detailsTexts } from '#platform/files/details-texts.ts';
import { limits, type VouchStatus } from './contract.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';

const offline = 'You are offline. Please try again when the connection is back.';

export const sectionTexts = {
  title: 'Vouches',
  loading: 'Loading your vouches...',
  unavailable: 'Your vouches could not be loaded.',
  offline: 'You are offline. Your vouches appear when the connection is back.',
  tryAgain: 'Try again',
  empty: 'Have your work confirmed by someone who saw it',
  create: 'Request a vouch',
  /** With a draft in the form. */
  resume: 'Continue request',
  /** `more`: not all are loaded. */
  summary: (all: number, verified: number, pending: number, more: boolean) => {
    if (more) return `${all}+ vouches`;
    const parts = [verified > 0 && `${verified} verified`, pending > 0 && `${pending} pending`].filter(
      Boolean,
    );
    if (parts.length > 0) return parts.join(' · ');
    return all === 1 ? '1 vouch' : `${all} vouches`;
  },
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
  offlineDetail: offline,
} as const;

/** Copy of the list of visitors' requests to the reference of a vouch. */
export const visitorTexts = {
  /** `more`: not all are loaded. */
  title: (count: number, more: boolean) => {
    if (more) return `${count}+ visitors asked`;
    return count === 1 ? '1 visitor asked' : `${count} visitors asked`;
  },
  about: (reference: string) =>
    `They asked ${reference} on your public page to confirm this vouch. No one has checked who they are.`,
  loading: "Loading visitors' requests...",
  unavailable: "Visitors' requests could not be loaded.",
  offline: "You are offline. Visitors' requests appear when the connection is back.",
  tryAgain: 'Try again',
  showMore: 'Show more',
} as const;

export const formTexts = {
  title: 'Request a Vouch',
  about: 'Someone who saw your work confirms it by email. They need no account.',
  project: 'Project name',
  context: 'Context',
  contextHint: 'What was it about, and why did it matter?',
  contribution: 'Your contribution',
  contributionHint: 'What you did yourself, in a few sentences that your reference can confirm.',
  reference: 'Your reference',
  name: 'Name',
  email: 'Email',
  emailHint: 'Only you can see it. It is never shown with the vouch.',
  position: 'Position',
  positionHint: 'Your reference can correct it.',
  department: 'Department (optional)',
  files: 'Files',
  filesHint: `Up to ${limits.files} files of ${limits.fileBytes / 1024 ** 2} MB each: images, videos, PDF, Word. ${detailsTexts.hint}`,
  publicNote: 'Once verified, everything here except the email address can appear on your public logbook.',
  send: 'Send request',
  sent: {
    get title() {
      return ifEmailLeaves('Vouch sent!', 'Vouch saved');
    },
    detail: (name: string) =>
      ifEmailLeaves(`${name} gets an email with a link to confirm it.`, heldText.description),
    saved: 'Vouch saved',
    held: 'The email will be sent when you verify your email.',
    waiting:
      'You have reached the limit of emails to new people. The email will be sent automatically once there is room.',
    emailFailed: 'Vouch saved but the email failed to send',
    emailFailedDetail: 'Open Vouches to send it again.',
  },
  failed: 'Failed to create vouch. Please try again.',
  offlineDetail: `${offline} Your input is kept.`,
} as const;

export const fileTexts = {
  list: 'Files',
  open: 'Open',
  sending: (percent: number) => `Uploading ${percent}%`,
  waiting: 'Waiting',
  uploading: (name: string) => `Uploading ${name}`,
  remove: (name: string) => `Remove ${name}`,
  retry: 'Retry',
  replaceFile: (name: string) => `Replace ${name}`,
  retryFile: (name: string) => `Upload ${name} again`,
  notSent: 'Not uploaded',
  failed: 'Upload failed',
  closed: (name: string) =>
    `${name} was not added: the request was answered or withdrawn before the upload finished.`,
  removed: 'File removed',
  removeFailed: 'Failed to remove the file. Please try again.',
  restored: 'File restored',
  restoreFailed: 'File not restored',
  addTitle: 'Add files',
  add: 'Add',
  refused: {
    too_many_files: (name: string) =>
      `${name} was not attached: a vouch can have up to ${limits.files} files.`,
    file_too_large: (name: string) =>
      `${name} was not attached: a file can be up to ${limits.fileBytes / 1024 ** 2} MB.`,
    file_empty: (name: string) => `${name} was not attached: the file is empty.`,
    file_type_refused: (name: string) =>
      `${name} was not attached: accepted types are images (except SVG), videos, PDF and Word.`,
  },
} as const;
