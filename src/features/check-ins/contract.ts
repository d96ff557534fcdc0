import * as z from 'zod/mini';
import { signedAddress, signedQuery, signRequest } from '#platform/files/signed-contract.ts';
import { operation } from '#platform/http/operation.ts';
import { ignored, instant, newRowId, ownId, timeZone, uuid } from '#platform/http/payload-contract.ts';
import { emailStates } from '#platform/mail/email-state.ts';
import { dayCount, monthCount, tagCount } from './count-contract.ts';
import { uploadedRow, uploadFields } from './upload-contract.ts';
import { address, createRefusals, teammate, teammateMessage } from './share-contract.ts';
import { type liveKinds, type refusals, limits, emojis, entrySources, namedSources } from './constants.ts';

/** The storage bucket of the files. */
export const bucket = 'log-files';
export type RefusalCode = keyof typeof refusals;
export type LiveKind = (typeof liveKinds)[number];

/** Why a form rejects a file before it is sent. */
export type FileProblem = 'too_many' | 'too_large' | 'empty' | 'type';

/** A file that the client will upload after this request. Size in bytes. */
const announcedFile = z.strictObject({
  id: uuid,
  name: z.string().check(z.minLength(1), z.maxLength(400)),
  size: z.int().check(z.minimum(0)),
});
export type AnnouncedFile = z.infer<typeof announcedFile>;

/** The position of a file within its entry, in the order in which the files were chosen. Gaps are allowed. */
const position = z.int();

/** A file that the user attached and that is not uploaded yet. Retry refers to it (R-B4). Size in bytes. */
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
  /** The date shown on the entry. The user may set it to the past (R-B1). */
  created_at: z.iso.datetime(),
  /** When the server wrote it. Never changes (R-B1). */
  recorded_at: z.iso.datetime(),
  /** When the user last edited it. Null: never (R-B2). */
  edited_at: z.nullable(z.iso.datetime()),
  /** When it was moved to the bin. Null: it is on the timeline (R-B2). */
  deleted_at: z.nullable(z.iso.datetime()),
  /** How many files are stored (R-B5). */
  file_count: z.int(),
  missing_files: z.array(missingFile),
  shared_with_manager: z.boolean(),
  /** Whom it is shared with (R-B6). Null: no manager. */
  manager_email: z.nullable(z.string()),
  /** Of the manager's email. Null: nothing to report. */
  manager_email_state: z.nullable(z.enum(emailStates)),
  /** The first shoutout about it that the user sent (R-B7). Null: none. */
  teammate_email: z.nullable(z.string()),
  teammate_message: z.nullable(z.string()),
  /** Of the shoutout's email. Null: nothing to report. */
  teammate_email_state: z.nullable(z.enum(emailStates)),
  /** How it came, if it was not written in the app (R-N2). Null: it was. */
  source: z.nullable(z.enum(entrySources)),
  /** The name of the API token that it came by, or what it was at its source, such as `3 commits`. */
  source_name: z.nullable(z.string()),
});
export type CheckIn = z.infer<typeof checkIn>;

/** How the viewer shows a file. `none`: download only. */
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

/** Pagination parameters of a list. */
const page = {
  /** `next` of the previous page. */
  before: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageMax)), limits.page),
};
const contentInput = z.string().check(z.maxLength(limits.contentInput));
const id = z.strictObject({ id: uuid });

/** Where an entry came from that the app creates: another program, or the share menu (R-N2, R-O3). */
const namedSource = {
  source: z.optional(z.nullable(z.enum(namedSources))),
  source_name: z.optional(z.nullable(z.string().check(z.maxLength(400)))),
};

/** Files that the client will upload next, in the order chosen. If one is lost, the entry can name it (R-B4). */
const announcedFiles = z.array(announcedFile).check(z.maxLength(20));

/** An entry that a guest wrote before signing up, as stored in the browser (R-I1). */
export const importedCheckIn = z.strictObject({
  id: uuid,
  kind: z.enum(['entry', 'goal']),
  content: contentInput,
  emoji: z.nullable(z.enum(emojis)),
  /** Defaults to now. */
  created_at: z.optional(instant),
  edited_at: z.nullable(instant),
  deleted_at: z.nullable(instant),
  ...namedSource,
  /** Files missing in the browser as well, with their position among the files that it has. */
  files: z
    .array(z.extend(announcedFile, { position: z.optional(position.check(z.minimum(0), z.maximum(9999))) }))
    .check(z.maxLength(100)),
});
export type ImportedCheckIn = z.infer<typeof importedCheckIn>;

/** The result for an imported entry: written, already there, or the refusal code. */
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

const flag = z.optional(z.literal('1'));

export const operations = {
  'GET /api/check_ins': operation({
    summary: "The caller's check-ins, newest first, paginated",
    access: 'session',
    scope: 'log:read',
    query: z.strictObject({
      /** Only entries dated at or after this instant, and before `to`. */
      from: z.optional(instant),
      to: z.optional(instant),
      ...page,
    }),
    response: z.strictObject({ rows: z.array(checkIn), next: z.nullable(z.string()) }),
  }),
  'GET /api/check_ins/search': operation({
    summary: "The caller's check-ins that match a search, newest first, paginated",
    description:
      '`q` has words, "exact phrases" and #tags, all of which an entry must contain: a word matches every word that begins with it, regardless of accents and case. Pass `next` as `before` to get the next page. `count` is on the first page only, and 1001 means more than 1000.',
    access: 'session',
    scope: 'log:read',
    query: z.strictObject({
      q: z.optional(z.string().check(z.maxLength(limits.query))),
      tag: z.optional(z.string().check(z.maxLength(limits.query))),
      /** Only entries dated at or after this instant, and before `to`. */
      from: z.optional(instant),
      to: z.optional(instant),
      emoji: z.optional(z.enum(emojis)),
      kind: z.optional(z.enum(['entry', 'goal'])),
      /** `1`: only those with files. */
      files: flag,
      /** `1`: only those that are shared. */
      shared: flag,
      ...page,
    }),
    response: z.strictObject({
      rows: z.array(checkIn),
      next: z.nullable(z.string()),
      /** Total matches: up to 1000, and 1001 for more. Only on the first page; null on later pages. */
      count: z.nullable(z.int()),
    }),
  }),
  'GET /api/check_ins/tags': operation({
    summary: "Filter options for the caller's check-ins: #tags, most used first, and which kinds exist",
    access: 'session',
    scope: 'log:read',
    response: z.strictObject({
      rows: z.array(tagCount),
      /** Whether any entry is a completed goal, or is shared. */
      goals: z.boolean(),
      shared: z.boolean(),
    }),
  }),
  'GET /api/check_ins/months': operation({
    summary: "The number of the caller's check-ins in each month, newest month first",
    access: 'session',
    scope: 'log:read',
    query: z.strictObject({ timezone: timeZone }),
    response: z.strictObject({
      months: z.array(monthCount),
      /** Pass it to `GET /api/check_ins/changes` as `since` to get later changes. */
      as_of: z.iso.datetime(),
    }),
  }),
  'GET /api/check_ins/days': operation({
    summary:
      "The number of the caller's check-ins on each day of a span of up to 400 days, oldest first; omits days without any",
    access: 'session',
    scope: 'log:read',
    query: z.strictObject({ timezone: timeZone, from: instant, to: instant }),
    response: z.strictObject({ days: z.array(dayCount) }),
  }),
  'GET /api/check_ins/changes': operation({
    summary: "The caller's check-ins that were created or changed since an earlier response",
    description:
      'Pass `as_of` of the previous response as `since`, or at first that of `GET /api/check_ins/months`. A row may be repeated, and one with `deleted_at` is in the bin. With `too_many`, read the list again from its start.',
    access: 'session',
    scope: 'log:read',
    query: z.strictObject({
      /** `as_of` of the previous response. */
      since: instant,
    }),
    response: z.strictObject({
      rows: z.array(checkIn),
      /** True when there are too many changes to list: reload everything. */
      too_many: z.boolean(),
      as_of: z.iso.datetime(),
    }),
  }),
  'GET /api/check_ins/:id': operation({
    summary: "One of the caller's check-ins",
    access: 'session',
    scope: 'log:read',
    params: id,
    response: checkIn,
  }),
  'POST /api/check_ins': operation({
    summary: 'Create a check-in; idempotent by id',
    access: 'session',
    // The longest entry, with the names of its files, in any script, however the client escapes it.
    bodyLimit: 256 * 1024,
    body: z.strictObject({
      id: newRowId,
      user_id: ownId,
      content: contentInput,
      emoji: z.optional(z.nullable(z.enum(emojis))),
      created_at: z.optional(instant),
      files: z.optional(announcedFiles),
      ...namedSource,
      // Whom it is shared with. Both happen in the transaction that writes it.
      manager_email: z.optional(address),
      teammate: z.optional(teammate),
      // The same as `teammate`, for clients that send the fields of the entry.
      teammate_email: z.optional(z.nullable(address)),
      teammate_message: z.optional(z.nullable(teammateMessage)),
      // Sharing needs the address.
      shared_with_manager: ignored,
    }),
    response: checkIn,
    refusals: createRefusals,
  }),
  'PATCH /api/check_ins/:id': operation({
    summary: 'Edit a check-in; its date does not change, and no email is sent again',
    access: 'session',
    params: id,
    // The longest entry, with the names of its files, in any script, however the client escapes it.
    bodyLimit: 256 * 1024,
    body: z.strictObject({
      content: z.optional(contentInput),
      emoji: z.optional(z.nullable(z.enum(emojis))),
      files: z.optional(announcedFiles),
      /** Ids of its files, stored or missing, to delete permanently. */
      remove_files: z.optional(z.array(uuid).check(z.maxLength(100))),
      /** `edited_at` when editing began. Prevents overwriting a concurrent edit. */
      edited_at: z.nullable(instant),
    }),
    response: checkIn,
    refusals: ['content_required', 'content_too_long', 'too_many_files', 'edited_elsewhere'],
  }),
  'DELETE /api/check_ins/:id': operation({
    summary: 'Move a check-in to the bin, where it stays for 30 days',
    access: 'session',
    params: id,
    response: checkIn,
  }),
  'POST /api/check_ins/:id/restore': operation({
    summary: 'Restore a check-in from the bin',
    access: 'session',
    params: id,
    response: checkIn,
  }),
  'GET /api/check_ins/deleted': operation({
    summary: "The bin: the caller's deleted check-ins, most recently deleted first, paginated",
    access: 'session',
    query: z.strictObject(page),
    response: z.strictObject({ rows: z.array(checkIn), next: z.nullable(z.string()) }),
  }),
  'GET /api/log_files': operation({
    summary: "The files of one of the caller's check-ins, in the order in which they were chosen",
    access: 'session',
    scope: 'log:read',
    query: z.strictObject({ check_in_id: uuid }),
    response: z.strictObject({ rows: z.array(logFile) }),
  }),
  'DELETE /api/check_ins/:id/missing_files/:file_id': operation({
    summary: 'Remove a file that was never uploaded',
    access: 'session',
    params: z.strictObject({ id: uuid, file_id: uuid }),
    response: checkIn,
  }),
  'DELETE /api/log_files/:id': operation({
    summary: 'Permanently delete a file of a check-in',
    access: 'session',
    params: id,
    response: checkIn,
  }),
  'POST /api/storage/log-files': operation({
    summary:
      'Upload one file of a check-in: a form with the fields `check_in_id`, `id`, optionally `position`, and, last, `file`',
    description:
      'An upload can be repeated with the same `id`: it is stored once. The type is read from the bytes and not from the name.',
    access: 'session',
    upload: true,
    form: uploadFields,
    response: logFile,
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
  'POST /api/log_files': operation({
    summary: 'The row of a file that was uploaded: the upload has stored it',
    access: 'session',
    body: uploadedRow,
    response: logFile,
  }),
  'POST /api/storage/log-files/:id/sign': operation({
    summary:
      "A signed URL for one of the caller's files, or for a file of an entry shared with them, valid for 3600 seconds",
    description:
      'With `download`, the owner gets the file as it was uploaded. Anyone else gets it without the place, camera and author inside, or is refused if these cannot be removed. The URL stops working when the caller loses access, and while the file is in the bin.',
    access: 'session',
    params: id,
    body: signRequest,
    response: signedAddress,
    refusals: ['file_owner_only'],
  }),
  'GET /api/storage/object/log-files/:id': operation({
    summary: 'The bytes of a file, for anyone with its signed URL; supports range requests',
    access: 'anyone',
    params: id,
    query: signedQuery,
    refusals: ['file_owner_only'],
  }),
} as const;
