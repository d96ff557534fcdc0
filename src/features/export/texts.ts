import type { refusals } from './contract.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<keyof typeof refusals, { title: string; detail?: string }> = {
  too_many_tries: {
    title: 'Too many tries',
    detail: 'You have downloaded your data many times in the last hour. Please wait a while.',
  },
};

/** Texts of the archive's `logbook.md`. */
export const markdownTexts = {
  title: (name: string) => (name === '' ? 'Your logbook' : `Logbook of ${name}`),
  exported: (day: string, zone: string) => `Exported on ${day}. Dates are in the time zone ${zone}.`,
  recorded: (day: string) => `Recorded on ${day}`,
  edited: 'edited',
  empty: 'There are no entries yet.',
};

/** The archive's note about files that were missing when it was written. */
export const missingText = (names: string[]) =>
  `These files were removed from their entries, or were missing from storage, when the archive was created:\n\n${names.join('\n')}\n`;

/** "Download my data" in the settings. */
export const texts = {
  title: 'Download my data',
  hint: 'One ZIP with all your data: your log as JSON and Markdown, and every file as you added it.',
  start: 'Download my data',
  cancel: 'Cancel',
  preparing: 'Preparing your data...',
  progress: (done: string, all: string) => `${done} of about ${all}`,
  progressLabel: 'Download',
  done: 'Your data has been downloaded',
  failed: 'Failed to download your data',
  failedHint: 'Check your connection and try again.',
} as const;
