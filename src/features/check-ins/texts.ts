import { counted, plural } from '#platform/text/language.ts';

export const texts = {
  add: 'Add Log Entry',
  empty: {
    title: 'Your journey starts here',
    sentence: 'Write down one thing you finished, learned or helped with.',
  },
  failed: {
    title: 'The timeline could not be loaded',
    sentence: 'Your entries are safe. Check your connection and try again.',
    offline: 'You are offline. Your entries appear when the connection is back.',
    more: 'These entries could not be loaded.',
  },
  loading: 'Loading your timeline',
  notPrinted: (count: number, shown: string) =>
    plural(count, {
      one: `${shown} more is not printed. Scroll down to load it, then print again.`,
      other: `${shown} more are not printed. Scroll down to load them, then print again.`,
    }),
  tryAgain: 'Try again',
  noEntriesYet: 'Nothing written this month yet.',
  saved: 'Check-in saved!',
  savedLocally: 'Check-in saved locally!',
  local: 'Local',
  saving: 'Saving your entry',
  saveFailed: 'Failed to save check-in. Please try again.',
  newEntry: 'New entry on your timeline',
  entriesCount: (count: number, shown: string) =>
    plural(count, { one: `${shown} entry`, other: `${shown} entries` }),
  filesCount: (count: number) => counted(count, { one: 'file', other: 'files' }),
  entryLabel: (date: string, time: string) => `Entry of ${date}, ${time}`,
  recordedOn: (date: string) => `Recorded ${date}`,
  /** How an entry came that was not written in the app (R-N2). */
  cameBy: {
    api: 'by API',
    cli: 'by command line',
    mcp: 'by an assistant',
    email: 'by email',
    share: 'by the share menu',
    git: 'from git',
    github: 'from GitHub',
    gitlab: 'from GitLab',
    calendar: 'from a calendar',
    linkedin: 'from LinkedIn',
    csv: 'from a table',
    markdown: 'from notes',
    'day-one': 'from Day One',
    memos: 'from Memos',
    bragdoc: 'from BragDoc',
    'json-resume': 'from a JSON Resume',
    logbook: 'from another Logbook',
  },
  year: {
    title: 'The last year',
    loading: 'Loading the last year',
  },
  search: {
    label: 'Entries',
    field: 'Search entries',
    placeholder: 'Search words or #tags',
    clearWords: 'Clear text',
    filters: 'Filters',
  },
  dialog: {
    unavailable: {
      title: 'The dialog could not be opened',
      description: 'Check your connection, then reload the page.',
    },
    draftKept: 'Draft kept',
  },
  tools: {
    label: 'Entry',
    more: 'More',
    edit: 'Edit',
    delete: 'Delete',
  },
  edit: {
    edited: 'Edited',
    editedAt: (time: string) => `Edited ${time}`,
    unsaved: 'Unsaved changes',
  },
  bin: {
    title: 'Recently deleted',
  },
  viewer: {
    files: 'Files of this entry',
    open: 'Open',
    listFailed: 'The files could not be loaded.',
  },
} as const;
