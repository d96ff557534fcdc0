// What is said of entries and files that are not where they belong yet.

export const outboxTexts = {
  waiting: {
    label: 'Waiting for a connection',
    count: (count: number) =>
      count === 1 ? '1 entry waits for a connection' : `${count} entries wait for a connection`,
    detail: 'Kept in this browser, and sent by itself when the connection is back.',
    /** Names of files that the browser cannot keep. */
    keepOpen: (names: string) => `Leave this page open: the browser could not keep ${names}.`,
    sendNow: 'Send now',
    tooMany: (most: number) => ({
      title: `${most} entries wait for a connection`,
      description: 'More cannot wait in this browser. This one stays here as a draft.',
    }),
  },
  unsent: {
    title: 'Not saved yet',
    edit: 'Edit',
    discard: 'Discard',
    discarded: 'Entry discarded',
  },
  missing: {
    waiting: (count: number) => (count === 1 ? 'Waiting for 1 file' : `Waiting for ${count} files`),
    failed: (name: string) => `${name} was not uploaded.`,
    notThere: (name: string) => `${name} has not arrived.`,
    retry: 'Retry',
    retryName: (name: string) => `Retry ${name}`,
    chooseAgain: 'Choose file again',
    chooseAgainName: (name: string) => `Choose file again: ${name}`,
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    removeFailed: 'The file could not be removed. Please try again.',
    uploading: (name: string, percent: number) => `Uploading ${name}, ${percent}%`,
  },
} as const;

/** Labels of the pending card, by the progress up to which each holds. */
export const progressLabels = [
  { upTo: 20, label: 'Saving check-in...' },
  { upTo: 40, label: 'Preparing files...' },
  { upTo: 60, label: 'Uploading files...' },
  { upTo: 70, label: 'Saving shoutout...' },
  { upTo: 85, label: 'Sending notifications...' },
  { upTo: 99, label: 'Finalizing...' },
  { upTo: 100, label: 'Complete!' },
] as const;
