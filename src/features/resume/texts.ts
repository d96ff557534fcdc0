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

export const texts = {
  title: 'Resume',
  loading: 'Loading your resume...',
  unavailable: 'Your resume could not be loaded.',
  offline: 'You are offline. Your resume appears when the connection is back.',
  empty: 'PDF or Word, less than 10MB',
  upload: 'Upload',
  replace: 'Replace',
  preview: 'Preview',
  previewOf: (name: string) => `Preview ${name}`,
  download: 'Download',
  delete: 'Delete',
  actions: 'Resume actions',
  about: (size: string, day: string) => `${size} · ${day}`,
  sending: {
    progress: (percent: number) => `Uploading ${percent}%`,
    /** All bytes are sent, and the server stores them. */
    saving: 'Saving...',
    label: (name: string) => `Uploading ${name}`,
    cancel: 'Cancel',
    canceled: { title: 'Upload canceled', description: 'Nothing was changed.' },
  },
  uploaded: 'Resume uploaded!',
  deleted: 'Resume deleted',
  restored: 'Resume restored',
  uploadFailed: 'Upload failed',
  deleteFailed: 'Delete failed',
  downloadFailed: 'Download failed',
  restoreFailed: 'Resume not restored',
  replacedMeanwhile: 'It was replaced in the meantime.',
  retry: 'Please try again.',
  retryOffline: 'You are offline. Please try again when the connection is back.',
  tryAgain: 'Try again',
  viewer: {
    loading: 'Loading...',
    failed: 'The preview could not be loaded.',
    noPreview: 'Word documents have no preview.',
  },
} as const;
