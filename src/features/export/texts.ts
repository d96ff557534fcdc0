import type { refusals } from './contract.ts';

/** What the person reads for each refusal. */
export const refusalTexts: Record<keyof typeof refusals, { title: string; detail?: string }> = {
  too_many_tries: {
    title: 'Too many tries',
    detail: 'Your data was downloaded often just now. Please wait a while.',
  },
};

/** The words of the archive's `logbook.md`. */
export const markdownTexts = {
  title: (name: string) => (name === '' ? 'Logbook' : `Logbook of ${name}`),
  exported: (day: string, zone: string) => `Taken on ${day}. Dates are those of the time zone ${zone}.`,
  written: (day: string) => `Written on ${day}`,
  edited: 'edited',
  empty: 'There are no entries yet.',
};

/** What stands in the archive about files that were gone when their turn came. */
export const missingText = (names: string[]) =>
  `These files were taken off their entries, or were not in their place, while the archive was made:\n\n${names.join('\n')}\n`;

/** Download my data, in the settings. */
export const texts = {
  title: 'Download my data',
  hint: 'One ZIP with all that is yours: the log as JSON and as Markdown, and every file as you added it.',
  start: 'Download my data',
  cancel: 'Cancel',
  preparing: 'Preparing your data...',
  progress: (done: string, all: string) => `${done} of about ${all}`,
  progressLabel: 'Download',
  done: 'Your data was downloaded',
  failed: 'Failed to download your data',
  failedHint: 'Check the connection, then try again.',
} as const;
