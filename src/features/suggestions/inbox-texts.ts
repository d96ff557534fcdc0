import { counted, number, plural } from '#platform/text/language.ts';
import { limits, type SuggestionSource } from './constants.ts';
import type { AcceptOutcome } from './contract.ts';
import type { Grouping } from './grouping-rules.ts';

const suggestions = (count: number) => counted(count, { one: 'suggestion', other: 'suggestions' });
const entries = (count: number) => counted(count, { one: 'entry', other: 'entries' });

/** The page /inbox. */
export const inboxTexts = {
  title: 'Inbox',
  back: 'Back to your logbook',
  about:
    'Nothing here is in your log until you accept it. What you dismiss never returns, and the rest ends after 90 days.',
  guestAbout:
    'Nothing here is in your log until you accept it. It stays in this browser, and ends after 90 days.',
  loading: 'Loading your suggestions...',
  count: suggestions,
  empty: {
    title: 'No suggestions',
    about:
      'What you import, and what your tools, assistants and emails suggest, waits here until you accept it.',
  },
  failed: {
    title: 'Your suggestions could not be loaded',
    sentence: 'Check your connection and try again.',
    again: 'Try again',
  },
  storageFailed: 'The suggestions in this browser could not be read.',
  grouping: {
    label: 'Group by',
    button: (name: string) => `Grouped by ${name}`,
    ungrouped: 'Not grouped',
    names: {
      day: 'day',
      'day-project': 'day and project',
      project: 'project',
      source: 'source',
      none: 'nothing',
    } satisfies Record<Grouping, string>,
    rules: {
      day: 'The same day, in your time zone',
      'day-project': 'The same day and project',
      project: 'The same repository, project, ticket or calendar series',
      source: 'The same source',
      none: 'One list, newest first',
    } satisfies Record<Grouping, string>,
  },
  noProject: 'Without a project',
  dayAndProject: (day: string, project: string) => (project === '' ? day : `${day}: ${project}`),
  sources: {
    api: 'API',
    cli: 'Command line',
    mcp: 'Assistant',
    email: 'Email',
    git: 'Git',
    github: 'GitHub',
    gitlab: 'GitLab',
    calendar: 'Calendar',
    linkedin: 'LinkedIn',
    csv: 'Table',
    markdown: 'Notes',
    'day-one': 'Day One',
    memos: 'Memos',
    bragdoc: 'BragDoc',
    'json-resume': 'JSON Resume',
    logbook: 'Another Logbook',
  } satisfies Record<SuggestionSource, string>,
  row: (source: string, day: string) => `Suggestion from ${source}, ${day}`,
  openSource: 'Open at the source',
  waiting: 'Waits for a connection',
  select: 'Select',
  accept: 'Accept',
  edit: 'Edit',
  dismiss: 'Dismiss',
  acceptSelected: (count: number) => `Accept ${number(count)}`,
  mergeSelected: (count: number) => `Merge ${number(count)}`,
  dismissSelected: (count: number) => `Dismiss ${number(count)}`,
  clearSelection: 'Clear selection',
  selection: 'Selected suggestions',
  groupActions: (group: string) => `Actions for ${group}`,
  acceptGroup: (count: number) => `Accept all ${number(count)}`,
  acceptByGroup: 'Accept all, one entry for each group',
  accepting: {
    title: (count: number) => `Add ${suggestions(count)} to your log?`,
    each: (count: number) => `Each becomes an entry with its own date: ${entries(count)}.`,
    merged: (count: number, merged: number) =>
      `${suggestions(count)} become ${entries(merged)}, one for each group, with the date of the latest suggestion in it.`,
    split: `Large groups become several entries: one has up to ${limits.merged} suggestions and ${number(limits.content)} characters.`,
    submit: (count: number) => `Add ${entries(count)}`,
  },
  filling: 'Adding to your log',
  seeLog: 'See your log',
  mergeGroup: 'Merge into one entry',
  dismissGroup: (count: number) => `Dismiss all ${number(count)}`,
  selectGroup: 'Select all',
  accepted: (count: number) =>
    plural(count, { one: 'Added to your log', other: `${entries(count)} added to your log` }),
  merged: (count: number) => `${suggestions(count)} merged into one entry`,
  dismissed: (count: number) =>
    plural(count, { one: 'Suggestion dismissed', other: `${suggestions(count)} dismissed` }),
  restored: 'Back in your inbox',
  undoFailed: 'This could not be undone. Please try again.',
  working: (done: number, all: number) => `${number(done)} of ${number(all)}...`,
  cancel: 'Cancel',
  kept: (count: number) =>
    plural(count, {
      one: '1 suggestion could not be accepted and stays here',
      other: `${number(count)} suggestions could not be accepted and stay here`,
    }),
  dismissFailed: 'The suggestions could not be dismissed',
  offline: 'There is no connection. Please try again later.',
  settledElsewhere: 'Already accepted or dismissed in another window.',
  mixedMerge: 'Suggestions of this browser and of your account cannot be merged with each other.',
  tooManyMerged: `Up to ${limits.merged} suggestions can be merged into one entry.`,
  outcomes: {
    accepted: '',
    settled: 'Already accepted or dismissed in another window.',
    not_found: 'It has ended.',
    id_taken: 'Please try again.',
    content_required: 'The text is empty.',
    content_too_long: `The text has more than ${number(limits.content)} characters.`,
    invalid_date: 'The date is before 1900 or in the future.',
    too_many_files: `An entry can have up to ${limits.files} files.`,
    invalid_input: 'It is damaged.',
  } satisfies Record<AcceptOutcome | 'invalid_input', string>,
  editing: {
    title: 'Edit and accept',
    mergedTitle: (count: number) => `Merge ${suggestions(count)}`,
    content: 'Text',
    submit: 'Accept',
    cancel: 'Cancel',
  },
  keys: 'Keys: j and k move, Enter accepts, e edits, x dismisses, Space selects, m merges.',
} as const;
