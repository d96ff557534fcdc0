import type { PageId } from './constants.ts';

type FormatText = {
  title: string;
  /** What becomes suggestions. */
  about: string;
  /** Where to get the file, step by step, or for each program. */
  steps: readonly string[];
  perProgram?: true;
  /** The `accept` attribute of the file input. */
  accept: string;
  /** A folder can be chosen, too. */
  folder?: true;
  /** The whole time is imported at first, because the dates are far apart. */
  wholeTime?: true;
};

/** The page of each format. */
export const formatTexts: Record<PageId, FormatText> = {
  logbook: {
    title: 'Logbook archive',
    about: 'Your whole log from another Logbook: entries, goals and files with their dates.',
    steps: [
      'In the other Logbook, open Settings, and choose Download my data.',
      'Choose the ZIP here, as it is. If your browser has unpacked it, choose the folder.',
    ],
    accept: '.zip,.json,application/zip,application/json',
    folder: true,
  },
  calendar: {
    title: 'Calendar',
    about: 'Events that took place: from Google, Outlook, Apple and others, as .ics files or a ZIP of them.',
    steps: [
      'Google: open takeout.google.com, select only Calendar, and download the ZIP. Or in Google Calendar, open Settings, choose Import & export, and Export.',
      'Outlook: open the calendar, choose File, Save Calendar, and save it with full details.',
      'Apple: in Calendar, select the calendar, and choose File, Export, Export.',
    ],
    perProgram: true,
    accept: '.ics,.ical,.zip,text/calendar,application/zip',
  },
  csv: {
    title: 'Spreadsheet, Jira, Linear',
    about: 'Rows of a table with a date and a text. Exports of Jira and Linear are known by their columns.',
    steps: [
      'Spreadsheets: copy the cells and paste them below, or save the sheet as CSV.',
      'Jira: search for `assignee = currentUser() AND resolution is not EMPTY`, and choose Export, CSV (all fields).',
      'Linear: open your issues, and choose Export issues as CSV.',
    ],
    perProgram: true,
    accept: '.csv,.tsv,.txt,.zip,text/csv,text/tab-separated-values,text/plain,application/zip',
  },
  markdown: {
    title: 'Daily notes',
    about:
      'Notes in Markdown that are named by their day, such as those of Obsidian and Logseq: each bullet or paragraph.',
    steps: [
      'Obsidian: choose the folder of your daily notes.',
      'Logseq: choose the folder `journals` of your graph.',
      'Others: a folder or a ZIP with files such as 2026-05-01.md.',
    ],
    perProgram: true,
    accept: '.md,.markdown,.zip,text/markdown,application/zip',
    folder: true,
  },
  'day-one': {
    title: 'Day One',
    about: 'Entries with their tags, photos and videos.',
    steps: [
      'In Day One, choose Settings, Import/Export, Export, JSON.',
      'Choose the ZIP file here, as it is.',
    ],
    accept: '.zip,.json,application/zip,application/json',
  },
  linkedin: {
    title: 'LinkedIn',
    about:
      'Positions, certificates, projects and honors. Recommendations that you received can become vouches.',
    steps: [
      'On LinkedIn, open Settings & Privacy, Data privacy, Get a copy of your data.',
      'Request the archive. LinkedIn sends an email when the ZIP is ready.',
    ],
    accept: '.zip,.csv,application/zip,text/csv',
    wholeTime: true,
  },
  memos: {
    title: 'Memos',
    about: 'Memos with their tags, from the response of its API.',
    steps: [
      'In Memos, open Settings, My Account, and create an access token.',
      'Run `curl -H "Authorization: Bearer TOKEN" "https://YOUR-MEMOS/api/v1/memos?pageSize=1000" > memos.json`.',
    ],
    accept: '.json,application/json',
  },
  bragdoc: {
    title: 'BragDoc',
    about: 'Achievements with their projects.',
    steps: ['In BragDoc, open Account, and choose Export Data.'],
    accept: '.json,application/json',
  },
  'json-resume': {
    title: 'JSON Resume',
    about: 'Positions, projects, awards, certificates and degrees of a résumé as in jsonresume.org.',
    steps: ['Choose your resume.json.'],
    accept: '.json,application/json',
    wholeTime: true,
  },
};
