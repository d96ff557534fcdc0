import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';

export const limits = {
  content: 10_000,
  /** A content as it is typed; what is too long by less is answered in words, by `content_too_long`. */
  typed: 50_000,
  files: 10,
  fileBytes: 25 * 1024 * 1024,
  fileName: 200,
  /** Bytes of a text that the viewer shows; a longer one is a download. */
  textPreview: 1024 * 1024,
  page: 50,
  pageMax: 100,
  /** How long a deleted entry can be brought back (R-B2). */
  daysInBin: 30,
  undoSeconds: 10,
  /** What is typed into the search. */
  query: 200,
  /** Characters of a #tag. */
  tag: 50,
  /** Tags that are offered. */
  tags: 100,
  /** Found entries are counted up to here. */
  counted: 1000,
  /** The longest span that is counted by days: a year, in whole weeks. */
  daysCounted: 400,
} as const;

/** Where the files lie. */
export const bucket = 'log-files';

/** The ten choices of the emoji picker, in the order shown. */
export const emojis = ['💼', '📊', '🎯', '🚀', '💡', '⚡', '🔥', '✨', '🎉', '👏'] as const;

/** What the file input accepts. */
export const acceptedFiles = 'image/*,video/*,audio/*,.pdf,.doc,.docx,.txt';

/** Code and HTTP status of what these operations may refuse; the sentences stand in `texts.ts`. */
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
  storage_full: 507,
  too_many_uploads: 429,
  edited_elsewhere: 409,
} as const;
export type RefusalCode = keyof typeof refusals;

/** Why a form does not take a file before it is sent. */
export type FileFault = 'too_many' | 'too_large' | 'empty' | 'type';

/** A file that will be uploaded next. Size in bytes. */
const announcedFile = z.strictObject({
  id: z.uuid(),
  name: z.string().check(z.minLength(1), z.maxLength(1000)),
  size: z.int().check(z.minimum(0)),
});
export type AnnouncedFile = z.infer<typeof announcedFile>;

/** The place of a file of an entry, in the order in which its files were chosen. Places may be left out. */
const position = z.int();

/** A file that the person attached and that has not arrived yet: what a Retry names (R-B4). Size in bytes. */
export const missingFile = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  size: z.int(),
  position,
});
export type MissingFile = z.infer<typeof missingFile>;

export const checkIn = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  kind: z.enum(['entry', 'goal']),
  content: z.string(),
  emoji: z.nullable(z.string()),
  /** The date that the entry stands under; may be set to the past (R-B1). */
  created_at: z.iso.datetime(),
  /** When the server wrote it; never changes (R-B1). */
  recorded_at: z.iso.datetime(),
  /** When its content was last changed by hand; null: never (R-B2). */
  edited_at: z.nullable(z.iso.datetime()),
  /** When it was put in the bin; null: it is on the timeline (R-B2). */
  deleted_at: z.nullable(z.iso.datetime()),
  /** How many files are stored (R-B5). */
  file_count: z.int(),
  missing_files: z.array(missingFile),
  shared_with_manager: z.boolean(),
});
export type CheckIn = z.infer<typeof checkIn>;

/** How a file may be shown; everything else is a download. */
const previewKind = z.enum(['image', 'video', 'audio', 'pdf', 'text', 'none']);

export const logFile = z.strictObject({
  id: z.uuid(),
  check_in_id: z.uuid(),
  file_name: z.string(),
  file_path: z.string(),
  /** Major part of the MIME type, such as `image`. */
  file_type: z.string(),
  /** Bytes. */
  file_size: z.int(),
  mime_type: z.string(),
  preview: previewKind,
  position,
  created_at: z.iso.datetime(),
});
export type LogFile = z.infer<typeof logFile>;

/** Which part of a list is asked for. */
const page = {
  /** `next` of the page before. */
  before: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageMax)), limits.page),
};
const typed = z.string().check(z.maxLength(limits.typed));
const timezone = z.string().check(z.maxLength(64));
// The database knows no year 0.
const instant = z.iso.datetime().check(z.maxLength(40), z.regex(/^(?!0000)/, 'Invalid year'));
const id = z.strictObject({ id: z.uuid() });

/** The files that will be uploaded next, in the order in which they were chosen, so that a lost one can be named (R-B4). */
const announcedFiles = z.array(announcedFile).check(z.maxLength(100));

/** An entry that was written before there was an account, as its browser kept it (R-I1). */
export const importedCheckIn = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['entry', 'goal']),
  content: typed,
  emoji: z.nullable(z.enum(emojis)),
  /** Left out: now. */
  created_at: z.optional(instant),
  edited_at: z.nullable(instant),
  deleted_at: z.nullable(instant),
  /** Files that the browser never had in full either, with their place among those that it has. */
  files: z
    .array(z.extend(announcedFile, { position: z.optional(position.check(z.minimum(0), z.maximum(9999))) }))
    .check(z.maxLength(100)),
});
export type ImportedCheckIn = z.infer<typeof importedCheckIn>;

/** What became of an imported entry: written, there already, or why not. */
export const importOutcome = z.enum([
  'written',
  'there',
  'id_taken',
  'content_required',
  'content_too_long',
  'invalid_date',
  'too_many_files',
]);
export type ImportOutcome = z.infer<typeof importOutcome>;

export const monthCount = z.strictObject({
  /** `YYYY-MM` in the asked time zone. */
  month: z.string(),
  count: z.int(),
  /** Entries in 13 equal parts of the month, first days first. */
  activity: z.array(z.int()),
});
export type MonthCount = z.infer<typeof monthCount>;

export const dayCount = z.strictObject({
  /** `YYYY-MM-DD` in the asked time zone. */
  day: z.string(),
  count: z.int(),
});
export type DayCount = z.infer<typeof dayCount>;

const given = z.optional(z.literal('1'));

const tagCount = z.strictObject({
  /** Without the #, in lower case. */
  tag: z.string(),
  /** How many entries it stands in. */
  count: z.int(),
});

export const operations = {
  'GET /api/check_ins': operation({
    summary: 'Own check-ins, newest first, by pages',
    access: 'session',
    query: z.strictObject({
      /** Only entries dated at or after this instant, and before `to`. */
      from: z.optional(instant),
      to: z.optional(instant),
      ...page,
    }),
    answer: z.strictObject({ rows: z.array(checkIn), next: z.nullable(z.string()) }),
  }),
  'GET /api/check_ins/search': operation({
    summary: 'Own check-ins that match, newest first, by pages',
    access: 'session',
    query: z.strictObject({
      /** Words that all must begin a word of the entry, "words as they are", and #tags. */
      q: z.optional(z.string().check(z.maxLength(limits.query))),
      tag: z.optional(z.string().check(z.maxLength(limits.query))),
      /** Only entries dated at or after this instant, and before `to`. */
      from: z.optional(instant),
      to: z.optional(instant),
      emoji: z.optional(z.enum(emojis)),
      kind: z.optional(z.enum(['entry', 'goal'])),
      /** `1`: only those with files. */
      files: given,
      /** `1`: only those that are shared. */
      shared: given,
      ...page,
    }),
    answer: z.strictObject({
      rows: z.array(checkIn),
      next: z.nullable(z.string()),
      /** How many there are: up to 1000, and 1001 for more. Told with the first page alone. */
      count: z.nullable(z.int()),
    }),
  }),
  'GET /api/check_ins/tags': operation({
    summary: 'What own check-ins can be filtered by: their #tags, most used first, and what kinds there are',
    access: 'session',
    answer: z.strictObject({
      rows: z.array(tagCount),
      /** Whether any entry is a completed goal, or is shared. */
      goals: z.boolean(),
      shared: z.boolean(),
    }),
  }),
  'GET /api/check_ins/months': operation({
    summary: 'How many own check-ins each month holds, newest month first',
    access: 'session',
    query: z.strictObject({ timezone }),
    answer: z.strictObject({
      months: z.array(monthCount),
      /** Ask `GET /api/check_ins/changes` with it for what came after. */
      as_of: z.iso.datetime(),
    }),
  }),
  'GET /api/check_ins/days': operation({
    summary:
      'How many own check-ins each day of a span of up to 400 days holds, oldest first; days without any are left out',
    access: 'session',
    query: z.strictObject({ timezone, from: instant, to: instant }),
    answer: z.strictObject({ days: z.array(dayCount) }),
  }),
  'GET /api/check_ins/changes': operation({
    summary: 'Own check-ins that were written or changed since an earlier answer: what a window missed',
    access: 'session',
    query: z.strictObject({
      /** `as_of` of the answer before. */
      since: instant,
    }),
    answer: z.strictObject({
      rows: z.array(checkIn),
      /** True when there are more than fit: read everything again. */
      too_many: z.boolean(),
      as_of: z.iso.datetime(),
    }),
  }),
  'GET /api/check_ins/:id': operation({
    summary: 'One own check-in',
    access: 'session',
    params: id,
    answer: checkIn,
  }),
  'POST /api/check_ins': operation({
    summary: 'Write a check-in; safe to repeat with the same id',
    access: 'session',
    body: z.strictObject({
      id: z.uuid(),
      content: typed,
      emoji: z.optional(z.nullable(z.enum(emojis))),
      created_at: z.optional(z.iso.datetime({ offset: true })),
      files: z.optional(announcedFiles),
    }),
    answer: checkIn,
    refusals: ['content_required', 'content_too_long', 'invalid_date', 'id_taken', 'too_many_files'],
  }),
  'PATCH /api/check_ins/:id': operation({
    summary: 'Edit an own check-in; its date stays, and nobody is mailed again',
    access: 'session',
    params: id,
    body: z.strictObject({
      content: z.optional(typed),
      emoji: z.optional(z.nullable(z.enum(emojis))),
      files: z.optional(announcedFiles),
      /** Ids of its files, stored or missing, that are taken off it for good. */
      remove_files: z.optional(z.array(z.uuid()).check(z.maxLength(100))),
      /** `edited_at` as it was when the editing began: an edit from elsewhere is not written over. */
      edited_at: z.nullable(z.iso.datetime()),
    }),
    answer: checkIn,
    refusals: ['content_required', 'content_too_long', 'too_many_files', 'edited_elsewhere'],
  }),
  'DELETE /api/check_ins/:id': operation({
    summary: 'Put an own check-in in the bin, where it stays for 30 days',
    access: 'session',
    params: id,
    answer: checkIn,
  }),
  'POST /api/check_ins/:id/restore': operation({
    summary: 'Take a check-in out of the bin',
    access: 'session',
    params: id,
    answer: checkIn,
  }),
  'GET /api/check_ins/deleted': operation({
    summary: 'The bin: own deleted check-ins, last deleted first, by pages',
    access: 'session',
    query: z.strictObject(page),
    answer: z.strictObject({ rows: z.array(checkIn), next: z.nullable(z.string()) }),
  }),
  'GET /api/log_files': operation({
    summary: 'The files of one own check-in, in the order in which they were chosen',
    access: 'session',
    query: z.strictObject({ check_in_id: z.uuid() }),
    answer: z.strictObject({ rows: z.array(logFile) }),
  }),
  'DELETE /api/check_ins/:id/missing_files/:file_id': operation({
    summary: 'Give up a file that never arrived',
    access: 'session',
    params: z.strictObject({ id: z.uuid(), file_id: z.uuid() }),
    answer: checkIn,
  }),
  'DELETE /api/log_files/:id': operation({
    summary: 'Take a file off an own check-in, for good',
    access: 'session',
    params: id,
    answer: checkIn,
  }),
  'POST /api/storage/log-files': operation({
    summary:
      'Upload one file of a check-in: a form with the fields `check_in_id`, `id`, where it is wanted `position`, and, last, `file`',
    access: 'session',
    upload: true,
    answer: logFile,
    refusals: [
      'too_many_files',
      'file_too_large',
      'file_empty',
      'file_type_refused',
      'file_incomplete',
      'id_taken',
      'storage_full',
      'too_many_uploads',
    ],
  }),
  'POST /api/storage/log-files/:id/sign': operation({
    summary: 'A signed address of one file, good for 3600 seconds',
    access: 'session',
    params: id,
    body: z.strictObject({ as: z.enum(['view', 'download']) }),
    answer: z.strictObject({ url: z.string(), expires_at: z.int() }),
  }),
  'GET /api/storage/object/log-files/:id': operation({
    summary: 'The bytes of a file, for whoever holds its signed address; ranges are served',
    access: 'anyone',
    params: id,
    query: z.strictObject({
      as: z.enum(['view', 'download']),
      viewer: z.uuid(),
      exp: z.coerce.number().check(z.int()),
      sig: z.string().check(z.maxLength(100)),
    }),
  }),
} as const;
