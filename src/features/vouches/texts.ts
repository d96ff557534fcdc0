import { limits as accountLimits } from '#features/accounts/constants.ts';
import { detailsTexts } from '#platform/files/details-texts.ts';
import { number } from '#platform/text/language.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  missing_fields: { title: 'Missing fields', detail: 'Please fill in all required fields' },
  invalid_email: { title: 'Invalid email address', detail: 'Please check the address for typos.' },
  own_address: {
    title: 'This is your own address',
    detail: `A vouch comes from someone else. An address that is yours, or was in the last ${accountLimits.formerAddressDays} days, cannot be used.`,
  },
  text_too_long: { title: 'Text too long', detail: 'Please shorten it.' },
  id_taken: { title: 'ID already in use', detail: 'Something else was already saved with this ID.' },
  too_many_tries: { title: 'Too many vouches', detail: 'Please wait a while before you create more.' },
  vouch_closed: {
    title: 'This vouch can no longer be changed',
    detail: 'It was verified, declined or withdrawn. You can create a new one.',
  },
  resends_used_up: {
    title: 'The email cannot be sent again',
    detail: `You have already resent it ${limits.resends} times. You can create a new vouch instead.`,
  },
  resend_too_soon: {
    title: 'The email was sent less than a day ago',
    detail: 'Please give your reference a day to answer.',
  },
  email_waiting: {
    title: 'The email is waiting to be sent',
    detail: 'It is sent automatically as soon as possible.',
  },
  undo_too_late: { title: 'Too late to undo', detail: 'You can create a new vouch.' },
  too_many_files: {
    title: 'Too many files',
    detail: `A vouch can have up to ${limits.files} files.`,
  },
  file_too_large: {
    title: 'File too large',
    detail: `Each file can have up to ${limits.fileBytes / 1024 ** 2} MB.`,
  },
  file_empty: { title: 'Empty file', detail: 'This file has no content.' },
  file_type_refused: {
    title: 'Invalid file type',
    detail: 'Please choose an image, a video, a PDF or a Word document.',
  },
  file_owner_only: detailsTexts.ownerOnly,
  file_not_shareable: detailsTexts.notShareable,
  file_incomplete: {
    title: 'Upload failed',
    detail: 'The connection was lost during the upload. Please try again.',
  },
  storage_full: {
    title: 'Upload failed',
    detail: 'There is no space left for this file. Delete files that you no longer need, then try again.',
  },
  too_many_uploads: {
    title: 'Upload failed',
    detail: 'Your other files are still uploading. Please try again when they are done.',
  },
  vouch_changed: {
    title: 'This request has changed',
    detail: 'The files of this request changed since you opened it. Please read it again before you answer.',
  },
};

/** The names of the fields, as the form and refusals show them. */
export const fieldTexts = {
  project_name: 'Project name',
  project_context: 'Context',
  individual_contribution: 'Your contribution',
  reference_name: 'Reference name',
  reference_email: 'Reference email',
  reference_position: 'Reference position',
  reference_department: 'Department',
  position: 'Your position',
  statement: 'Your sentence',
} as const;

/** The detail of `text_too_long`. */
export const tooLong = (field: string, most: number): string =>
  `${field} can have up to ${number(most)} characters. Please shorten it.`;

/** Copy of the email. `name`: the owner's name, or the address if the name is not plain; null for neither. */
export const mailTexts = {
  subject: (name: string | null) =>
    name === null ? 'Can you vouch for my work?' : `${name} asks you to vouch for their work`,
  heading: (name: string | null) =>
    name === null ? 'Can you vouch for my work?' : `${name} asks you to vouch for their work`,
  greeting: (reference: string) => `Hello ${reference},`,
  body: (name: string | null) =>
    `${name ?? 'A user'} named you as a reference. Is this description correct? It takes less than a minute to answer, and you do not need an account.`,
  project: 'Project',
  context: 'Context',
  contribution: 'Their contribution',
  action: 'Read and confirm',
  ends: (days: number) => `The link is valid for ${days} days and is meant only for you.`,
  notYou: 'If you do not know this person, ignore this email: nothing is published.',
  why: (sender: string | null, to: string) => `${sender ?? 'A user'} named ${to} as a reference.`,
} as const;

/** Copy of the email to the owner about the answer of the reference. */
export const answerMailTexts = {
  verified: {
    subject: 'Your vouch was verified',
    body: (reference: string) => `${reference} confirmed what you wrote about this project:`,
    next: 'If your public page is on, the vouch is on it now.',
  },
  declined: {
    subject: 'Your vouch was declined',
    body: (reference: string) => `${reference} did not confirm what you wrote about this project:`,
    next: 'None of it is public. You can create a new vouch with different wording, or ask someone else.',
  },
  statement: 'They added:',
  action: 'Open your logbook',
  why: (reference: string) => `You asked ${reference} to vouch for your work.`,
} as const;
