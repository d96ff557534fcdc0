// The fixed values of imports, so that pages and the worker load them without schemas.

/** The formats that can be imported, in the order of the page. */
export const formatIds = [
  'calendar',
  'csv',
  'markdown',
  'day-one',
  'linkedin',
  'memos',
  'bragdoc',
  'json-resume',
] as const;
export type FormatId = (typeof formatIds)[number];

/** Those that have a page. An archive of Logbook enters the log without the inbox. */
export const pageIds = ['logbook', ...formatIds] as const;
export type PageId = (typeof pageIds)[number];

/** Reading is bounded by these, whatever a file contains. Lengths of text are in UTF-16 code units. */
export const limits = {
  /** Suggestions of one import: the newest ones are kept. */
  found: 10_000,
  /** Characters of all of them. */
  foundText: 15_000_000,
  /** Lines of the report. All others are only counted. */
  skipped: 1000,
  /** Suggestions in the preview. */
  preview: 20,
  /** Suggestions that are added at a time, and bytes of their files. */
  batch: 1000,
  batchBytes: 16 * 1024 ** 2,
  /** Characters of pasted text. */
  paste: 5_000_000,
  /** A file of the user, in bytes. */
  fileBytes: 2 * 1024 ** 3,
  /** Files of one import, alone or in a folder. */
  files: 20_000,
  /** Entries of a ZIP file, and the bytes of their list. */
  zipEntries: 100_000,
  zipListBytes: 32 * 1024 ** 2,
  /** Bytes that one text file of a ZIP, and all of them, may have when they are unpacked. */
  zipEntryBytes: 256 * 1024 ** 2,
  zipTotalBytes: 4 * 1024 ** 3,
  /** An entry beyond this ratio, and larger than `zipRatioBytes`, is a bomb. */
  zipRatio: 200,
  zipRatioBytes: 4 * 1024 ** 2,
  /** Bytes of a Markdown file: more is no note. */
  noteBytes: 4 * 1024 ** 2,
  /** One line of a text, one row of a table, and one item of a JSON file. */
  line: 1_000_000,
  /** Columns of a table. */
  columns: 200,
  /** Rows that a table's columns are guessed from. */
  sample: 200,
  /** Items of a JSON file within each other. */
  depth: 100,
  /** Days that are looked at for all series and zones of a calendar. */
  daysOfSeries: 50_000_000,
  /** Repeated events and zones that are kept until the end of a calendar. */
  series: 50_000,
  /** Characters of an id of a suggestion, and of its group and its reason. */
  sourceId: 200,
  group: 200,
  reason: 200,
  /** Entries, goals, and records of an archive of Logbook, each, and how many of them are read at a time. */
  archived: 100_000,
  part: 500,
  /** Characters of a part. */
  partText: 1_000_000,
} as const;

/** Why something was not suggested. The sentences are in `texts.ts`. */
export const skipReasons = [
  'not_this_format',
  'empty_file',
  'broken_zip',
  'encrypted',
  'zip_bomb',
  'too_many_files',
  'file_too_large',
  'unpacked_too_large',
  'line_too_long',
  'broken_line',
  'broken_item',
  'too_deep',
  'ended_early',
  'no_text',
  'no_date',
  'bad_date',
  'out_of_period',
  'in_future',
  'cancelled',
  'declined',
  'too_frequent',
  'too_many_repeats',
  'duplicate',
  'deleted',
  'not_done',
  'file_missing',
  'too_many_attachments',
  'newer_version',
  'text_too_long',
  'unknown_emoji',
  'file_changed',
  'record_too_large',
  'limit',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** What an archive of Logbook has that does not enter the log. The sentences are in `archive-texts.ts`. */
export const leftOutKinds = [
  'entries_in_bin',
  'goals_deleted',
  'shares',
  'vouches_open',
  'vouch_files',
  'suggestions',
  'teams',
  'resume',
  'packets',
  'account',
] as const;
export type LeftOutKind = (typeof leftOutKinds)[number];
