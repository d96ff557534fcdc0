import * as z from 'zod/mini';
import { signedAddress, signedQuery, signRequest } from '#platform/files/signed-contract.ts';
import { operation } from '#platform/http/operation.ts';
import { ignored, newRowId, ownId, uuid } from '#platform/http/payload-contract.ts';
import { emailStates } from '#platform/mail/email-state.ts';
import { limits } from './constants.ts';

/** The storage bucket of the files. */
export const bucket = 'vouch-files';

/** Refusal codes of these operations, with their HTTP status. Their texts are in `texts.ts`. */
export const refusals = {
  missing_fields: 400,
  invalid_email: 400,
  own_address: 400,
  text_too_long: 400,
  id_taken: 409,
  too_many_tries: 429,
  /** The vouch is verified, declined or withdrawn, so it can no longer change. */
  vouch_closed: 409,
  resends_used_up: 409,
  resend_too_soon: 429,
  email_waiting: 409,
  undo_too_late: 409,
  too_many_files: 400,
  file_too_large: 413,
  file_empty: 400,
  file_type_refused: 415,
  file_incomplete: 400,
  file_owner_only: 403,
  file_not_shareable: 415,
  storage_full: 507,
  too_many_uploads: 429,
  vouch_changed: 409,
} as const;
export type RefusalCode = keyof typeof refusals;

/**
 * `pending`: the reference has not answered. `expired`: the link has expired; the email can be sent again. `withdrawn`:
 * by the owner.
 */
export const statuses = ['pending', 'verified', 'declined', 'expired', 'withdrawn'] as const;
export type VouchStatus = (typeof statuses)[number];

export const previews = ['image', 'video', 'pdf', 'none'] as const;

export const vouchFile = z.strictObject({
  id: z.uuid(),
  vouch_id: z.uuid(),
  file_name: z.string(),
  file_path: z.string(),
  /** Major part of the MIME type, such as `image`. */
  file_type: z.string(),
  /** Bytes. */
  file_size: z.int(),
  mime_type: z.string(),
  /** How the viewer shows it. `none`: download only. */
  preview: z.enum(previews),
  created_at: z.iso.datetime(),
});
export type VouchFile = z.infer<typeof vouchFile>;

/** A vouch as its owner sees it. The token is never part of a response (R-F1). */
export const vouch = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  project_name: z.string(),
  project_context: z.string(),
  individual_contribution: z.string(),
  reference_name: z.string(),
  reference_email: z.string(),
  reference_position: z.string(),
  reference_department: z.nullable(z.string()),
  is_verified: z.boolean(),
  status: z.enum(statuses),
  /** The position as the reference corrected it. Null: it was right, or the reference has not confirmed. */
  confirmed_position: z.nullable(z.string()),
  /** The sentence that the reference added. */
  statement: z.nullable(z.string()),
  /** SHA-256 of what the reference confirmed, in hex (R-F3). Null: not verified. */
  content_hash: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** When the newest email was sent. While `email` is set, when it was requested. */
  sent_at: z.iso.datetime(),
  /** When the newest link expires. */
  expires_at: z.iso.datetime(),
  verified_at: z.nullable(z.iso.datetime()),
  /** How often the email was sent again. */
  resends: z.int(),
  /** When the email can be sent again. Null: it cannot. */
  resend_from: z.nullable(z.iso.datetime()),
  /** Of the newest email. Null: nothing to report. */
  email: z.nullable(z.enum(emailStates)),
  files: z.array(vouchFile),
});
export type Vouch = z.infer<typeof vouch>;

/** A file as the reference sees it. Its URL is valid for an hour, as long as the vouch can be confirmed or is verified. */
const shownFile = z.strictObject({
  file_name: z.string(),
  /** Bytes. */
  file_size: z.int(),
  preview: z.enum(previews),
  /** Shows the file, or downloads it if `preview` is `none`. */
  url: z.string(),
});

/** A vouch as the reference sees it: without an address or an id of its owner (R-F4). */
export const shownVouch = z.strictObject({
  /** Never `expired` or `withdrawn`: those have an error instead. */
  status: z.enum(['pending', 'verified', 'declined']),
  /** The owner's name, or verified address. Null: neither may be shown. */
  owner: z.nullable(z.string()),
  project_name: z.string(),
  project_context: z.string(),
  individual_contribution: z.string(),
  reference_name: z.string(),
  /** The confirmed one if there is one. */
  reference_position: z.string(),
  reference_department: z.nullable(z.string()),
  statement: z.nullable(z.string()),
  verified_at: z.nullable(z.iso.datetime()),
  /** Of the reference's mailbox: what `names_domain` of the answer is about. */
  mailbox_domain: z.string(),
  /** Until when it can be confirmed. */
  expires_at: z.iso.datetime(),
  files: z.array(shownFile),
  /** Identifies what is shown. The answer sends it back, so that the reference confirms exactly that. */
  content_hash: z.string(),
});
export type ShownVouch = z.infer<typeof shownVouch>;

/** `error`: why it cannot be verified through this link, to show as it is. Then `vouch` is null. */
const verification = z.strictObject({
  verified: z.boolean(),
  error: z.nullable(z.string()),
  vouch: z.nullable(shownVouch),
});
export type Verification = z.infer<typeof verification>;

/** A field of a form. Longer input is refused by the operation, or by the schema above this length. */
const input = z.string().check(z.maxLength(5000));
const shortInput = z.string().check(z.maxLength(1000));
const id = z.strictObject({ id: uuid });
/** The fields of an upload before its file. */
export const uploadFields = z.object({ vouch_id: uuid, id: uuid });
const token = z.string().check(z.maxLength(500));

const newVouchRefusals = [
  'missing_fields',
  'invalid_email',
  'own_address',
  'text_too_long',
  'id_taken',
  'too_many_tries',
] as const;
const resendRefusals = ['vouch_closed', 'resends_used_up', 'resend_too_soon', 'email_waiting'] as const;

export const operations = {
  'GET /api/vouches': operation({
    summary: 'The vouches of the caller with their files, newest first',
    access: 'session',
    query: z.strictObject({
      /** `next` of the previous page. */
      before: z.optional(z.string().check(z.maxLength(100))),
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageMax)),
        limits.page,
      ),
    }),
    response: z.strictObject({
      rows: z.array(vouch),
      next: z.nullable(z.string()),
      /** How many vouches other instances recorded. Only on the first page; null on later pages. */
      elsewhere: z.nullable(z.int()),
    }),
  }),
  'POST /api/vouches': operation({
    summary: 'Ask a reference to vouch, by email; idempotent by id',
    access: 'session',
    // The longest texts about a project, in any script, however the client escapes them.
    bodyLimit: 128 * 1024,
    body: z.strictObject({
      id: newRowId,
      user_id: ownId,
      project_name: shortInput,
      project_context: input,
      individual_contribution: input,
      reference_name: shortInput,
      reference_email: z.string().check(z.maxLength(1000)),
      reference_position: shortInput,
      reference_department: z.optional(z.nullable(shortInput)),
      is_verified: ignored,
      verification_token: ignored,
      created_at: ignored,
    }),
    response: vouch,
    refusals: newVouchRefusals,
  }),
  'POST /api/vouches/:id/resend': operation({
    summary: 'Email the reference a new link; the earlier link stops working once that email leaves',
    access: 'session',
    params: id,
    response: vouch,
    refusals: resendRefusals,
  }),
  'POST /api/functions/v1/send-vouch-verification': operation({
    summary:
      'Email the reference about the newest unanswered vouch with this project, or about a new one; nothing is sent again within 10 minutes',
    description:
      'The names of the reference and the texts are those of a new vouch, and are ignored if there already is one.',
    access: 'session',
    // The longest texts about a project, in any script, however the client escapes them.
    bodyLimit: 128 * 1024,
    body: z.strictObject({
      projectName: shortInput,
      referenceEmail: z.string().check(z.maxLength(1000)),
      // Of a new vouch.
      referenceName: z.optional(z.nullable(shortInput)),
      referencePosition: z.optional(z.nullable(shortInput)),
      referenceDepartment: z.optional(z.nullable(shortInput)),
      projectContext: z.optional(z.nullable(input)),
      individualContribution: z.optional(z.nullable(input)),
      userName: ignored,
      verificationToken: ignored,
      appUrl: ignored,
    }),
    response: vouch,
    refusals: [...newVouchRefusals, ...resendRefusals],
  }),
  'POST /api/vouches/:id/withdraw': operation({
    summary: 'Withdraw an unanswered vouch: its link stops working; idempotent',
    access: 'session',
    params: id,
    response: vouch,
    refusals: ['vouch_closed'],
  }),
  'POST /api/vouches/:id/reopen': operation({
    summary: 'Undo a withdrawal within an hour: the link works again; idempotent',
    access: 'session',
    params: id,
    response: vouch,
    refusals: ['vouch_closed', 'undo_too_late'],
  }),
  'DELETE /api/vouches/:id': operation({
    summary: 'Delete a vouch in any state with its files; they are purged within two hours',
    access: 'session',
    params: id,
    response: vouch,
  }),
  'POST /api/vouches/:id/restore': operation({
    summary: 'Undo the deletion of a vouch, unless it is purged; idempotent',
    access: 'session',
    params: id,
    response: vouch,
  }),
  'POST /api/storage/vouch-files': operation({
    summary:
      'Upload one file of an unanswered vouch; idempotent by id. A form with the fields `vouch_id` and `id`, then `file`',
    description:
      'An upload can be repeated with the same `id`: it is stored once. A file in which place, camera or author cannot be removed is refused.',
    access: 'session',
    upload: true,
    form: uploadFields,
    response: vouchFile,
    refusals: [
      'vouch_closed',
      'too_many_files',
      'file_too_large',
      'file_empty',
      'file_type_refused',
      'file_incomplete',
      'file_not_shareable',
      'storage_full',
      'too_many_uploads',
      'id_taken',
    ],
  }),
  'POST /api/vouch_files': operation({
    summary: 'The row of a file that was uploaded: the upload has stored it',
    access: 'session',
    body: z.strictObject({
      vouch_id: uuid,
      user_id: ownId,
      file_name: z.string().check(z.maxLength(1000)),
      file_size: z.int(),
      file_path: ignored,
      file_type: ignored,
      mime_type: ignored,
    }),
    response: vouchFile,
  }),
  'DELETE /api/vouch_files/:id': operation({
    summary: 'Remove a file of a vouch that is not verified; it is purged within two hours',
    access: 'session',
    params: id,
    response: z.strictObject({ id: z.uuid() }),
    refusals: ['vouch_closed'],
  }),
  'POST /api/vouch_files/:id/restore': operation({
    summary: 'Undo the removal of a file, unless it is purged; idempotent',
    access: 'session',
    params: id,
    response: vouchFile,
    refusals: ['vouch_closed', 'too_many_files'],
  }),
  'POST /api/storage/vouch-files/:id/sign': operation({
    summary: 'A signed URL for a file of a vouch, valid for 3600 seconds',
    description: 'Anyone with the URL can read the file until it expires.',
    access: 'session',
    params: id,
    body: signRequest,
    response: signedAddress,
  }),
  'GET /api/storage/object/vouch-files/:id': operation({
    summary: 'The bytes of a file of a vouch, for anyone with its signed URL; supports range requests',
    access: 'anyone',
    params: id,
    query: signedQuery,
    refusals: ['file_owner_only'],
  }),
  'POST /api/functions/v1/verify-vouch': operation({
    summary: 'What the link of a vouch shows to its reference; changes nothing',
    description:
      '`token` is in the link of the email. Reading does not answer the vouch: pass `content_hash` to answer-vouch.',
    access: 'anyone',
    readsOnly: true,
    body: z.strictObject({ token }),
    response: verification,
  }),
  'POST /api/functions/v1/answer-vouch': operation({
    summary: 'Confirm or decline a vouch as its reference; idempotent',
    description:
      '`content_hash` shows that the reference has seen what they confirm: if the vouch was changed since, the response is `vouch_changed`.',
    access: 'anyone',
    body: z.strictObject({
      token,
      answer: z.enum(['confirm', 'decline']),
      /** Of the vouch that verify-vouch returned. */
      content_hash: z.string().check(z.maxLength(100)),
      /** The corrected position of the reference. Blank: it is right. Ignored when declining. */
      position: z.optional(z.nullable(shortInput)),
      /** A sentence that is shown with the vouch. Ignored when declining. */
      statement: z.optional(z.nullable(shortInput)),
      /** Whether a signed proof of the vouch may name the domain of the reference's mailbox. Ignored when declining. */
      names_domain: z._default(z.boolean(), false),
    }),
    response: verification,
    refusals: ['vouch_changed', 'text_too_long'],
  }),
} as const;
