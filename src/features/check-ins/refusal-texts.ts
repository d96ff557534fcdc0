import { limits, type FileFault, type RefusalCode } from './contract.ts';

const megabytes = limits.fileBytes / (1024 * 1024);
const accepted = 'images, video, audio, PDF, Word documents and plain text';

/** What the person reads for each refusal: `title`, and `detail` where one sentence more helps. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  content_required: { title: 'Content required', detail: 'Please enter some content for your check-in.' },
  content_too_long: {
    title: 'Content too long',
    detail: `A check-in holds up to ${limits.content.toLocaleString('en')} characters. Please shorten it, or split it in two.`,
  },
  invalid_date: {
    title: 'Date not possible',
    detail: 'Choose a date and time that is not in the future.',
  },
  id_taken: { title: 'This id is taken', detail: 'Something else was saved under the same id.' },
  too_many_files: { title: 'Too many files', detail: `A check-in holds up to ${limits.files} files.` },
  file_too_large: { title: 'File too large', detail: `A file may have up to ${megabytes} MB.` },
  file_empty: { title: 'File is empty', detail: 'The file has no bytes in it.' },
  file_type_refused: { title: 'File type not accepted', detail: `Accepted are ${accepted}.` },
  file_incomplete: {
    title: 'File arrived incomplete',
    detail: 'The connection was lost during the upload. Please try again.',
  },
  edited_elsewhere: {
    title: 'Edited elsewhere',
    detail: 'This entry was changed in another window in the meantime. What you typed is still here.',
  },
  storage_full: {
    title: 'No room left',
    detail: 'There is no room left for this file. The entry itself is saved.',
  },
  too_many_uploads: {
    title: 'Too many files at once',
    detail: 'Other files of yours are still on their way. Send this one again when they have arrived.',
  },
};

export const filesHint = `Up to ${limits.files} files of ${megabytes} MB each: ${accepted}.`;

/** Why a file was not attached, by its name. */
export const refusedFile: Record<FileFault, (name: string, size: string) => string> = {
  too_many: (name) => `${name} was not attached: a check-in holds up to ${limits.files} files.`,
  too_large: (name, size) =>
    `${name} was not attached: it has ${size}, and a file may have up to ${megabytes} MB.`,
  empty: (name) => `${name} was not attached: the file is empty.`,
  type: (name) => `${name} was not attached: accepted are ${accepted}.`,
};
