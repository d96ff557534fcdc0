import type { RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  resume_type_refused: {
    title: 'Invalid file type',
    detail: 'Please upload a PDF or Word document',
  },
  resume_too_large: {
    title: 'File too large',
    detail: 'Resume must be less than 10MB',
  },
  resume_incomplete: {
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
};
