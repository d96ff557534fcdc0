// The fixed values of the contract, apart from its schemas, so that pages load them without zod.

export const limits = {
  /** Archives that a user can request in an hour. */
  perHour: 20,
} as const;

/** Approximate size of the archive in bytes: the archive is written while it is sent. */
export const sizeHeader = 'x-export-bytes';

/** File name of the archive. `day`: YYYY-MM-DD. */
export const archiveName = (day: string) => `logbook-${day}.zip`;
