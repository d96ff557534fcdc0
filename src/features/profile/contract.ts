import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';

export const limits = {
  fullName: 80,
  phoneMin: 3,
  phone: 40,
  avatarUrl: 2000,
  slugMin: 3,
  slug: 40,
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
} as const;
export type RefusalCode = keyof typeof refusals;

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
} as const;
