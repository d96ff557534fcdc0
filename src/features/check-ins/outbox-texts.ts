// UI copy for entries and files that are not saved on the server yet.
import { counted, list, number, plural } from '#platform/text/language.ts';

export const outboxTexts = {
  waiting: {
    label: 'Waiting for a connection',
    count: (count: number) =>
      plural(count, {
        one: '1 entry is waiting for a connection',
        other: `${number(count)} entries are waiting for a connection`,
      }),
    detail: 'Saved in this browser and sent when the connection is back.',
    /** `names`: files that the browser cannot store. */
    keepOpen: (names: readonly string[]) =>
      `Keep this page open: the browser could not save ${list(names, 'unit')}.`,
    sendNow: 'Send now',
    tooMany: (most: number) => ({
      title: `${most} entries are waiting for a connection`,
      description: 'No more entries can wait. This one stays here as a draft.',
    }),
    /** Several entries at once do not fit. */
    noRoom: (most: number) => ({
      title: `No more than ${most} entries can wait for a connection`,
      description: 'Nothing was added. Try again when the entries on your timeline have been sent.',
    }),
  },
  unsent: {
    title: 'Not saved yet',
    edit: 'Edit',
    discard: 'Discard',
    discarded: 'Entry discarded',
  },
  /** What happens to the emails about a saved entry. The wording of the two failures is fixed (docs/compatibility.md). */
  emails: {
    managerFailed: 'Check-in saved but manager email failed to send',
    teammateFailed: 'Check-in saved but teammate email failed to send',
    failedDetail: 'The entry is safe on your timeline.',
    held: (count: number) => ({
      title: plural(count, { one: 'The email is held', other: 'The emails are held' }),
      description: plural(count, {
        one: 'It will be sent when you verify your email.',
        other: 'They will be sent when you verify your email.',
      }),
    }),
    waiting: (count: number) => ({
      title: plural(count, { one: 'The email is waiting', other: 'The emails are waiting' }),
      description: plural(count, {
        one: 'You have reached the limit of emails to new people. It will be sent automatically once there is room.',
        other:
          'You have reached the limit of emails to new people. They will be sent automatically once there is room.',
      }),
    }),
  },
  missing: {
    waiting: (count: number) => `Waiting for ${counted(count, { one: 'file', other: 'files' })}`,
    failed: (name: string) => `${name} was not uploaded.`,
    notThere: (name: string) => `${name} has not been uploaded.`,
    retry: 'Retry',
    retryName: (name: string) => `Retry ${name}`,
    /** For a file that would be refused again. */
    replace: 'Replace',
    replaceName: (name: string) => `Replace ${name}`,
    chooseAgain: 'Choose file again',
    chooseAgainName: (name: string) => `Choose file again: ${name}`,
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    removeFailed: 'The file could not be removed. Please try again.',
    uploading: (name: string, percent: number) => `Uploading ${name}, ${percent}%`,
  },
} as const;

/** Labels of the pending card. Each applies up to and including its `upTo` progress. */
export const progressLabels = [
  { upTo: 20, label: 'Saving check-in...' },
  { upTo: 40, label: 'Preparing files...' },
  { upTo: 60, label: 'Uploading files...' },
  { upTo: 70, label: 'Saving shoutout...' },
  { upTo: 85, label: 'Sending notifications...' },
  { upTo: 99, label: 'Finalizing...' },
  { upTo: 100, label: 'Complete!' },
] as const;
