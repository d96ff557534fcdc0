import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';

/** Refusal codes of these operations with their HTTP status. The messages are in `texts.ts`. */
export const refusals = { logbook_not_found: 404, file_owner_only: 403 } as const;
export type RefusalCode = keyof typeof refusals;

/** Kinds of live events after which a public page may have changed. */
export const followedKinds: readonly string[] = [
  'profiles',
  'deleted_profiles',
  'resumes',
  'vouches',
  'vouch_files',
  'user_emails',
];

/** Kinds of live events after which other logbooks may be listed for search engines. */
export const listedKinds: readonly string[] = ['profiles', 'deleted_profiles', 'user_emails'];

const slug = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));
/** Of a file, as it is in the page. */
const key = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,100}(\.jpg)?$/));
const purpose = z.enum(['view', 'download']);

export const operations = {
  'GET /api/public_profiles/:slug': operation({
    summary: 'The public profile at a link. Unknown and private links are not found',
    access: 'anyone',
    params: z.strictObject({ slug }),
    response: z.strictObject({
      slug: z.string(),
      full_name: z.string(),
      /** An https address, or a path on this instance. */
      avatar_url: z.nullable(z.string()),
    }),
    refusals: ['logbook_not_found'],
  }),
  'GET /api/public_profiles/:slug/photo/:key': operation({
    summary: 'The photo of a public profile',
    access: 'anyone',
    params: z.strictObject({ slug, key }),
    refusals: ['logbook_not_found'],
  }),
  'GET /api/public_profiles/:slug/picture': operation({
    summary:
      'A picture of a public profile for link previews, as PNG; not found if the name has other letters than Latin',
    access: 'anyone',
    heavy: true,
    params: z.strictObject({ slug }),
    refusals: ['logbook_not_found'],
  }),
  'GET /api/public_profiles/:slug/files/:key': operation({
    summary:
      'Redirects to a signed URL for the résumé or a file of a verified vouch: valid for 3600 seconds, and for 60 seconds to download a résumé',
    access: 'anyone',
    redirects: true,
    params: z.strictObject({ slug, key }),
    query: z.strictObject({ as: purpose }),
    refusals: ['logbook_not_found'],
  }),
  'GET /api/storage/object/public-logbooks/:slug/:key': operation({
    summary:
      'The bytes of a file of a public logbook, for anyone with its signed URL; supports range requests',
    access: 'anyone',
    params: z.strictObject({ slug, key }),
    query: z.strictObject({
      as: purpose,
      exp: z.coerce.number().check(z.int()),
      sig: z.string().check(z.maxLength(100)),
    }),
    refusals: ['logbook_not_found', 'file_owner_only'],
  }),
} as const;
