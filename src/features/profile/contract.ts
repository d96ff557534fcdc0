import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';

export const limits = {
  fullName: 80,
  phoneMin: 3,
  phone: 40,
  avatarUrl: 2000,
  slugMin: 3,
  slug: 40,
  /** A photo has less than this. */
  photoBytes: 5 * 1024 * 1024,
  /** Pixels of a stored photo's side, at most. */
  photoSide: 512,
} as const;

/** Code and HTTP status of what these operations may refuse; the sentences stand in `texts.ts`. */
export const refusals = {
  invalid_name: 400,
  invalid_phone: 400,
  invalid_avatar: 400,
  slug_required: 400,
  slug_invalid: 400,
  slug_taken: 409,
  slug_reserved: 409,
  photo_not_image: 415,
  photo_too_large: 413,
  photo_unreadable: 400,
  photo_incomplete: 400,
  storage_full: 507,
  too_many_tries: 429,
} as const;
export type RefusalCode = keyof typeof refusals;

/** Where the photos lie. */
export const bucket = 'profile-photos';

export const profile = z.strictObject({
  user_id: z.uuid(),
  full_name: z.string(),
  phone_number: z.nullable(z.string()),
  /** An https address, or the path of a stored photo on this instance. */
  avatar_url: z.nullable(z.string()),
  slug: z.nullable(z.string()),
  /** The tutorial has not been closed or finished yet. */
  is_new: z.boolean(),
  /** The address to sign in with. */
  email: z.string(),
  /** IANA name from the browser at the last sign-in (R-A14). */
  time_zone: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});
export type Profile = z.infer<typeof profile>;

// Only the outer bounds stand here; what is good is decided in `rules.ts`, where the form asks too and every fault has a
// sentence of its own.
const typed = z.string().check(z.maxLength(4000));

export const operations = {
  'GET /api/profiles': operation({
    summary: 'The own profile',
    access: 'session',
    answer: profile,
  }),
  'PATCH /api/profiles': operation({
    summary: 'Change what is named of the own profile; an empty phone number or photo address removes it',
    access: 'session',
    body: z.strictObject({
      full_name: z.optional(typed),
      phone_number: z.optional(z.nullable(typed)),
      avatar_url: z.optional(z.nullable(typed)),
      slug: z.optional(typed),
      is_new: z.optional(z.boolean()),
    }),
    answer: profile,
    refusals: [
      'invalid_name',
      'invalid_phone',
      'invalid_avatar',
      'slug_required',
      'slug_invalid',
      'slug_taken',
      'slug_reserved',
    ],
  }),
  'POST /api/storage/profile-photos': operation({
    summary:
      'Set the own photo: a form with the field `file`, a JPEG, PNG or WebP; kept as a square JPEG without metadata',
    access: 'session',
    upload: true,
    answer: profile,
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
    summary: 'The photo that a person shows now, for anyone',
    access: 'anyone',
    params: z.strictObject({ user: z.uuid(), name: z.string().check(z.maxLength(120)) }),
  }),
} as const;
