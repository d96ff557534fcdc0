import { emojis, limits, type FileFault, type RefusalCode } from './contract.ts';

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

const emojiNames = [
  'briefcase',
  'chart',
  'target',
  'rocket',
  'light bulb',
  'lightning',
  'fire',
  'sparkles',
  'party',
  'applause',
] as const;

/** What a screen reader calls each choice of the emoji picker. */
export const emojiLabels: Record<string, string> = Object.fromEntries(
  emojis.map((emoji, index) => [emoji, emojiNames[index] ?? '']),
);

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

export const texts = {
  add: 'Add Log Entry',
  empty: {
    title: 'Your journey starts here',
    sentence: 'Write down one thing you finished, learned or helped with.',
  },
  failed: {
    title: 'The timeline could not be loaded',
    sentence: 'Your entries are safe. Check the connection and try again.',
    offline: 'You are offline. Your entries show again when the connection is back.',
    more: 'These entries could not be loaded.',
  },
  loading: 'Loading your timeline',
  tryAgain: 'Try again',
  noEntriesYet: 'Nothing written this month yet.',
  saved: 'Check-in saved!',
  savedLocally: 'Check-in saved locally!',
  local: 'Local',
  saving: 'Saving your entry',
  saveFailed: 'Failed to save check-in. Please try again.',
  newEntry: 'New entry on your timeline',
  entriesCount: (count: number, shown: string) => `${shown} ${count === 1 ? 'entry' : 'entries'}`,
  filesCount: (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`,
  entryLabel: (date: string) => `Entry of ${date}`,
  recordedOn: (date: string) => `Recorded ${date}`,
  year: {
    title: 'The last year',
    map: 'A square for each day',
    loading: 'Counting the days',
    failed: 'The days could not be counted.',
    sum: (entries: string, count: number, days: string) =>
      `${entries} on ${days} ${count === 1 ? 'day' : 'days'}`,
    less: 'Less',
    more: 'More',
    columns: ['Month', 'Entries', 'Days with entries'],
  },
  search: {
    label: 'Entries',
    field: 'Search entries',
    placeholder: 'Search words or #tags',
    clearWords: 'Clear words',
    clear: 'Clear search',
    filters: 'Filters',
    chosen: 'Chosen filters',
    drop: (name: string) => `Remove filter: ${name}`,
    from: 'From',
    to: 'To',
    since: (day: string) => `Since ${day}`,
    until: (day: string) => `Until ${day}`,
    anyEmoji: 'Any emoji',
    only: 'Only entries',
    withFiles: 'With files',
    goals: 'Completed goals',
    shared: 'Shared',
    tags: 'Tags',
    noTags: 'Write #something in an entry, and it shows here.',
    found: (count: number, shown: string) => `${shown} ${count === 1 ? 'entry' : 'entries'} found`,
    results: 'Entries found',
    nothing: 'No entries found',
    nothingHint: 'No entry has all of this. Try fewer words, or only how a word begins.',
    outside: 'Saved, but outside of this search',
    outsideDetail: 'The entry does not match what you search for.',
    failed: {
      title: 'The search did not work',
      sentence: 'Your entries are safe. Check the connection and try again.',
      offline: 'You are offline. What you search for shows when the connection is back.',
    },
  },
  dialog: {
    title: 'Add Check-in',
    content: 'What did you do?',
    contentHint: 'A win, a lesson, or work in progress.',
    saveKeys: (command: string) => `${command}+Enter saves.`,
    left: (count: number, shown: string) => `${shown} ${count === 1 ? 'character' : 'characters'} left`,
    tooLong: (count: number, shown: string) =>
      `${shown} ${count === 1 ? 'character' : 'characters'} too many`,
    emoji: 'Emoji',
    noEmoji: 'No emoji',
    date: 'Date and time',
    dateHint: 'Now, unless you set another moment.',
    useNow: 'Use now',
    files: 'Files',
    attach: 'Attach files',
    unavailable: {
      title: 'The dialog could not be opened',
      description: 'Check the connection, then reload the page.',
    },
    dropHere: 'Drop files to attach them',
    pastedImage: (time: string) => `Pasted image ${time}`,
    filesHint: `Up to ${limits.files} files of ${megabytes} MB each: ${accepted}.`,
    removeFile: (name: string) => `Remove ${name}`,
    save: 'Save Check-in',
    draftKept: 'Draft kept',
    clearDraft: 'Clear draft',
    draftCleared: 'Draft cleared',
    filesNotKept: (names: string) => `Attach again: ${names}`,
  },
  sharing: {
    manager: 'Share with manager',
    managerEmail: 'Manager Email',
    teammate: 'Highlight a teammate',
    teammateEmail: 'Teammate Email',
    message: 'Message',
    needsAccount: {
      title: 'Sign up required',
      description: 'Create an account to share with teammates and managers.',
    },
    signUp: 'Sign up',
  },
  tools: {
    label: 'Entry',
    more: 'More',
    edit: 'Edit',
    delete: 'Delete',
  },
  edit: {
    title: 'Edit Check-in',
    edited: 'Edited',
    editedAt: (time: string) => `Edited ${time}`,
    unsaved: 'Unsaved changes',
    keepFile: (name: string) => `Keep ${name}`,
    notArrived: 'Not arrived',
    filesFailed: 'The files of this entry could not be loaded.',
    theirs: 'The other version',
    keepMine: 'Keep mine',
    takeTheirs: 'Take the other',
    tookTheirs: 'You took the other version',
    deleted: {
      title: 'Deleted elsewhere',
      detail: 'This entry was deleted in another window. What you typed is still here.',
      save: 'Restore and save',
    },
    gone: {
      title: 'Gone for good',
      detail: 'This entry no longer exists. Copy what you typed before you close.',
    },
  },
  deleted: {
    title: 'Entry deleted',
    undo: 'Undo',
    failed: 'The entry could not be deleted',
    failedDetail: 'It is back on your timeline. Please try again.',
    restored: 'Entry restored',
    restoreFailed: 'The entry could not be restored',
    restoreFailedDetail: 'It is still under Recently deleted. Please try again.',
  },
  bin: {
    title: 'Recently deleted',
    about: `Deleted entries stay here for ${limits.daysInBin} days. Then they go for good, with their files.`,
    empty: `Nothing was deleted in the last ${limits.daysInBin} days.`,
    loading: 'Loading deleted entries',
    failed: 'The deleted entries could not be loaded.',
    daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
    restore: 'Restore',
    restoreEntry: (start: string) => `Restore ${start}`,
    more: 'Show more',
  },
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
  viewer: {
    files: 'Files of this entry',
    open: 'Open',
    loading: 'Loading file',
    listFailed: 'The files could not be loaded.',
    failed: 'This file could not be loaded.',
    noPreview: 'This file has no preview. Download it to open it.',
    download: 'Download',
    previous: 'Previous file',
    next: 'Next file',
    position: (at: number, of: number) => `${at} of ${of}`,
  },
} as const;

/** Why a file was not attached, by its name. */
export const refusedFile: Record<FileFault, (name: string, size: string) => string> = {
  too_many: (name) => `${name} was not attached: a check-in holds up to ${limits.files} files.`,
  too_large: (name, size) =>
    `${name} was not attached: it has ${size}, and a file may have up to ${megabytes} MB.`,
  empty: (name) => `${name} was not attached: the file is empty.`,
  type: (name) => `${name} was not attached: accepted are ${accepted}.`,
};
