// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  /** Exclusive limit of the file's size. */
  bytes: 10 * 1024 * 1024,
  fileName: 200,
  /** How long a deleted résumé is kept, so that deleting it can be undone. */
  undoMinutes: 60,
} as const;

/** The types of file that are accepted, as detected from the content. */
export const mimeTypes = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;

/** The `accept` attribute of the file input. */
export const acceptedFiles = ['.pdf', '.doc', '.docx', ...mimeTypes].join(',');

/** Kinds of live events: the tables whose changes open pages follow. */
export const liveKinds = ['resumes'] as const;
