import * as z from 'zod/mini';
import { signedAddress, signedQuery, signRequest } from '#platform/files/signed-contract.ts';
import { operation } from '#platform/http/operation.ts';
import { ignored, ownId, uuid } from '#platform/http/payload-contract.ts';
import { mimeTypes } from './constants.ts';

/** The storage bucket of the files. */
export const bucket = 'resumes';

/** Refusal codes of these operations, with their HTTP status. Their texts are in `texts.ts`. */
export const refusals = {
  resume_type_refused: 415,
  resume_too_large: 413,
  resume_incomplete: 400,
  storage_full: 507,
  too_many_uploads: 429,
} as const;
export type RefusalCode = keyof typeof refusals;

export const resume = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  file_name: z.string(),
  file_path: z.string(),
  /** Bytes. */
  file_size: z.int(),
  mime_type: z.enum(mimeTypes),
  created_at: z.iso.datetime(),
});
export type Resume = z.infer<typeof resume>;

const id = z.strictObject({ id: uuid });

export const operations = {
  'GET /api/resumes': operation({
    summary: 'The résumé of the caller, or null',
    access: 'session',
    response: z.strictObject({ resume: z.nullable(resume) }),
  }),
  'POST /api/storage/resumes': operation({
    summary:
      'Upload a PDF or Word document as the résumé of the caller, in place of the earlier one: a form with the field `file`',
    description: 'The type is read from the bytes and not from the name.',
    access: 'session',
    upload: true,
    response: resume,
    refusals: [
      'resume_type_refused',
      'resume_too_large',
      'resume_incomplete',
      'storage_full',
      'too_many_uploads',
    ],
  }),
  'POST /api/resumes': operation({
    summary: 'The row of a résumé that was uploaded: the upload has stored it',
    access: 'session',
    body: z.strictObject({
      user_id: ownId,
      file_name: z.string().check(z.maxLength(1000)),
      file_size: z.int(),
      file_path: ignored,
      mime_type: ignored,
    }),
    response: resume,
  }),
  'DELETE /api/resumes/:id': operation({
    summary: 'Delete the résumé; its bytes are deleted within two hours',
    access: 'session',
    params: id,
    response: resume,
  }),
  'POST /api/resumes/:id/restore': operation({
    summary: 'Undo the deletion of the résumé, unless it was replaced or purged',
    access: 'session',
    params: id,
    response: resume,
  }),
  'POST /api/storage/resumes/:id/sign': operation({
    summary: 'A signed URL for the résumé, valid for 3600 seconds to view and 60 seconds to download',
    description: 'Anyone with the URL can read the file until it expires.',
    access: 'session',
    params: id,
    body: signRequest,
    response: signedAddress,
  }),
  'GET /api/storage/object/resumes/:id': operation({
    summary: 'The bytes of a résumé, for anyone with its signed URL; supports range requests',
    access: 'anyone',
    params: id,
    query: signedQuery,
  }),
} as const;
