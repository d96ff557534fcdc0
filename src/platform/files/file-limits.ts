// Limits of all uploaded files, whichever feature stores them.

export const fileLimits = {
  /** Seconds that a signed URL is valid: a viewed file stays open, a download for everyone starts immediately. */
  viewSeconds: 3600,
  downloadSeconds: 60,
  /**
   * A user's concurrent uploads: as many as an entry may have files. They take this process's disk space and memory, so
   * each process counts its own.
   */
  uploads: 10,
};
