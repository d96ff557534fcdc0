// What a client sends with, and after, the upload of a file.
import * as z from 'zod/mini';
import { ignored, ownId, uuid } from '#platform/http/payload-contract.ts';

/** The fields of an upload before its file. */
export const uploadFields = z.object({
  check_in_id: uuid,
  id: uuid,
  /** The file's position in the entry if it is imported. Otherwise the entry's announced files decide. */
  position: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9999))),
});

/** The row of an uploaded file, from clients that insert it themselves. */
export const uploadedRow = z.strictObject({
  check_in_id: uuid,
  user_id: ownId,
  file_name: z.string().check(z.maxLength(1000)),
  file_size: z.int(),
  file_path: ignored,
  file_type: ignored,
  mime_type: ignored,
});
