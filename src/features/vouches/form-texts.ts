// Texts of the form for a vouch and of the list of visitors' requests, which are loaded when they are opened.
import { detailsTexts } from '#platform/files/details-texts.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { counted, number } from '#platform/text/language.ts';
import { limits } from './constants.ts';

/** Copy of the list of visitors' requests to the reference of a vouch. */
export const visitorTexts = {
  /** `more`: not all are loaded. */
  title: (count: number, more: boolean) => {
    if (more) return `${number(count)}+ visitors asked`;
    return `${counted(count, { one: 'visitor', other: 'visitors' })} asked`;
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
  about: 'Someone who saw your work confirms it by email. They do not need an account.',
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
  offlineDetail: 'You are offline. Your input is kept: please try again when the connection is back.',
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
