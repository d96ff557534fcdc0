import { detailsTexts } from '#platform/files/details-texts.ts';
import { number } from '#platform/text/language.ts';
import { limits } from './constants.ts';
import type { FileProblem, RefusalCode } from './contract.ts';
import type { ShareRefusal } from './share-contract.ts';

const megabytes = limits.fileBytes / (1024 * 1024);
const accepted = 'images, video, audio, PDF, Word documents and plain text';

/** The refusals that a guest can also get. The texts of the others are those of the sharing feature. */
export type EntryRefusal = Exclude<RefusalCode, ShareRefusal>;

/** What the user reads for each refusal: a `title`, and a `detail` where one more sentence helps. */
export const refusalTexts: Record<EntryRefusal, { title: string; detail?: string }> = {
  content_required: { title: 'Content required', detail: 'Please enter some content for your check-in.' },
  content_too_long: {
    title: 'Content too long',
    detail: `A check-in can have up to ${number(limits.content)} characters. Please shorten it, or split it in two.`,
  },
  invalid_date: {
    title: 'Invalid date',
    detail: 'Choose a date and time that is not in the future.',
  },
  id_taken: { title: 'ID already in use', detail: 'Something else was already saved with this ID.' },
  too_many_files: { title: 'Too many files', detail: `A check-in can have up to ${limits.files} files.` },
  file_too_large: { title: 'File too large', detail: `A file can be up to ${megabytes} MB.` },
  file_empty: { title: 'File is empty', detail: 'Choose a file that is not empty.' },
  file_type_refused: { title: 'File type not accepted', detail: `Accepted types are ${accepted}.` },
  file_incomplete: {
    title: 'Upload incomplete',
    detail: 'The connection was lost during the upload. Please try again.',
  },
  file_owner_only: detailsTexts.ownerOnly,
  edited_elsewhere: {
    title: 'Changed while you were editing',
    detail: 'This check-in was changed in another tab or on another device. Your changes are still here.',
  },
  storage_full: {
    title: 'Storage full',
    detail: 'There is no space left for this file. The entry itself is saved.',
  },
  too_many_uploads: {
    title: 'Too many uploads',
    detail: 'Your other files are still uploading. Retry this one when they are done.',
  },
};

export const filesHint = `Up to ${limits.files} files of ${megabytes} MB each: ${accepted}. ${detailsTexts.hint} ${detailsTexts.onlyYou}`;

/** Why a file was not attached. Names the file. */
export const refusedFile: Record<FileProblem, (name: string, size: string) => string> = {
  too_many: (name) => `${name} was not attached: a check-in can have up to ${limits.files} files.`,
  too_large: (name, size) =>
    `${name} was not attached: it is ${size}, and a file can be up to ${megabytes} MB.`,
  empty: (name) => `${name} was not attached: the file is empty.`,
  type: (name) => `${name} was not attached: accepted types are ${accepted}.`,
};
