// The schemas of signed URLs, for the contracts of all features that store files.
import * as z from 'zod/mini';
import { uuid } from '../http/payload-contract.ts';

/** `view`: shown inline if its type allows that. `download`: always saved. */
const purpose = z.enum(['view', 'download']);

/** The request for a signed URL. */
export const signRequest = z.strictObject({ as: purpose });

/** A signed URL, and when it expires, in seconds since 1970. */
export const signedAddress = z.strictObject({ url: z.string(), expires_at: z.int() });

/** The query of a signed URL. */
export const signedQuery = z.strictObject({
  as: purpose,
  viewer: uuid,
  exp: z.coerce.number().check(z.int()),
  sig: z.string().check(z.maxLength(100)),
});
