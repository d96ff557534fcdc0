import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { ignored, ownId, uuid } from '#platform/http/payload-contract.ts';

/** Refusal codes of these operations with their HTTP status. The messages are in `texts.ts`. */
export const refusals = {
  invalid_name: 400,
  invalid_phone: 400,
  invalid_avatar: 400,
  slug_required: 400,
  slug_invalid: 400,
  slug_taken: 409,
  slug_reserved: 409,
  too_many_slugs: 409,
  photo_not_image: 415,
  photo_too_large: 413,
  photo_unreadable: 400,
  photo_incomplete: 400,
  photo_unreachable: 400,
  storage_full: 507,
  too_many_tries: 429,
} as const;
export type RefusalCode = keyof typeof refusals;

/** Types of photos by content. */
export const acceptedTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Storage bucket of the photos. */
export const bucket = 'profile-photos';

export const profile = z.strictObject({
  user_id: z.uuid(),
  full_name: z.string(),
  phone_number: z.nullable(z.string()),
  /** The path of a stored photo on this instance. Earlier versions also stored https addresses, which are never loaded. */
  avatar_url: z.nullable(z.string()),
  slug: z.nullable(z.string()),
  /** The public page at the slug is on (R-F5). False without a slug. */
  is_public: z.boolean(),
  /** Search engines may list the public page. */
  allows_search: z.boolean(),
  /** The tutorial has not been closed or finished yet. */
  is_new: z.boolean(),
  /** The sign-in address. */
  email: z.string(),
  /** IANA name from the browser at the last sign-in (R-A14). */
  time_zone: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});
export type Profile = z.infer<typeof profile>;

// This schema checks outer bounds only. `rules.ts` validates the values for the form and the server, with a separate
// message for each problem.
const textInput = z.string().check(z.maxLength(1000));
const urlInput = z.string().check(z.maxLength(4000));

const changes = z.strictObject({
  user_id: ownId,
  full_name: z.optional(textInput),
  phone_number: z.optional(z.nullable(textInput)),
  avatar_url: z.optional(z.nullable(urlInput)),
  slug: z.optional(textInput),
  is_public: z.optional(z.boolean()),
  allows_search: z.optional(z.boolean()),
  is_new: z.optional(z.boolean()),
  email: ignored,
  created_at: ignored,
});

/** The longest address of a photo, next to the other fields, however the client escapes them. */
const changeBytes = 48 * 1024;

const changeRefusals = [
  'invalid_name',
  'invalid_phone',
  'invalid_avatar',
  'slug_required',
  'slug_invalid',
  'slug_taken',
  'slug_reserved',
  'too_many_slugs',
  'too_many_tries',
  'photo_not_image',
  'photo_too_large',
  'photo_unreadable',
  'photo_unreachable',
  'storage_full',
] as const;

export const operations = {
  'GET /api/profiles': operation({
    summary: 'The profile of the caller',
    access: 'session',
    response: profile,
  }),
  'PATCH /api/profiles': operation({
    summary:
      'Change the given fields of the profile. An empty phone number or photo address removes it; a photo at an https address is copied once; the first slug turns on the public page',
    access: 'session',
    bodyLimit: changeBytes,
    body: changes,
    response: profile,
    refusals: changeRefusals,
  }),
  'POST /api/profiles': operation({
    summary: 'The same as the change: every account has a profile from sign-up',
    access: 'session',
    bodyLimit: changeBytes,
    body: changes,
    response: profile,
    refusals: changeRefusals,
  }),
  'POST /api/storage/profile-photos': operation({
    summary:
      'Set the profile photo: a form with the field `file`, a JPEG, PNG or WebP; stored as a square JPEG without metadata',
    description: 'The response is the profile, whose `avatar_url` is new with each photo.',
    access: 'session',
    upload: true,
    response: profile,
    refusals: [
      'photo_not_image',
      'photo_too_large',
      'photo_unreadable',
      'photo_incomplete',
      'storage_full',
      'too_many_tries',
    ],
  }),
  'GET /api/storage/public/profile-photos/:user/:name': operation({
    summary: 'The current photo of a user, public',
    access: 'anyone',
    params: z.strictObject({ user: uuid, name: z.string().check(z.maxLength(120)) }),
  }),
} as const;
