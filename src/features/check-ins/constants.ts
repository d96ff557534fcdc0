// The fixed values of the contract, apart from its schemas, so that pages load them without zod.
import { shareRefusals } from './share-constants.ts';

export const limits = {
  content: 10_000,
  /** Raw input. Content between the two limits is refused with `content_too_long` instead of a schema error. */
  contentInput: 21_000,
  files: 10,
  fileBytes: 25 * 1024 * 1024,
  fileName: 200,
  /** Bytes of a text file that the viewer previews. Larger files are download-only. */
  textPreview: 1024 * 1024,
  page: 50,
  pageMax: 100,
  /** Changes that a page is sent after a reconnect. After more, it reads everything again. */
  changes: 200,
  /** How long a deleted entry can be restored (R-B2). */
  daysInBin: 30,
  /** Characters of what an entry says about its source. */
  sourceName: 60,
  /** What other apps shared that can wait to become part of a draft. */
  incoming: 20,
  /** Of what another app shared, so many files that cannot be attached are named. */
  refusedNames: 100,
  /** Characters of a search query. */
  query: 200,
  /** Characters of a #tag. */
  tag: 50,
  /** Tags in the list of suggestions. */
  tags: 100,
  /** Links and tags of a text that can be clicked: a page shows many texts, also those of others. */
  marks: 500,
  /** Search results are counted up to this number. */
  counted: 1000,
  /** Equal parts of a month that are counted separately, for its activity bars (R-B9). */
  partsOfMonth: 13,
  /** The longest span that can be counted by day: a year, in whole weeks. */
  daysCounted: 400,
} as const;

/** The ten choices of the emoji picker, in the order shown. */
export const emojis = ['💼', '📊', '🎯', '🚀', '💡', '⚡', '🔥', '✨', '🎉', '👏'] as const;

/** The `accept` attribute of the file input. */
export const acceptedFiles = 'image/*,video/*,audio/*,.pdf,.doc,.docx,.txt';

/** Refusal codes of these operations, with their HTTP status. Their texts are in `refusal-texts.ts`. */
export const refusals = {
  content_required: 400,
  content_too_long: 400,
  invalid_date: 400,
  id_taken: 409,
  too_many_files: 400,
  file_too_large: 413,
  file_empty: 400,
  file_type_refused: 415,
  file_incomplete: 400,
  file_owner_only: 403,
  storage_full: 507,
  too_many_uploads: 429,
  edited_elsewhere: 409,
  ...shareRefusals,
} as const;

/** Where an entry was before, if it came from another program (R-O3). */
export const importedSources = [
  'git',
  'github',
  'gitlab',
  'calendar',
  'linkedin',
  'csv',
  'markdown',
  'day-one',
  'memos',
  'bragdoc',
  'json-resume',
  'logbook',
] as const;

/** What the app itself may say about an entry that it creates. */
export const namedSources = ['share', ...importedSources] as const;

/** How an entry came, if it was not written in the app (R-N2, R-O3). */
export const entrySources = ['api', 'cli', 'mcp', 'email', ...namedSources] as const;

/** Kinds of live events: the tables whose changes open pages follow. */
export const liveKinds = ['check_ins', 'log_files'] as const;
