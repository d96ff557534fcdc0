import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';

export const limits = {
  fullName: 80,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
  timezone: 64,
} as const;

/** Code and HTTP status of what these operations may refuse; the sentences stand in `texts.ts`. */
export const refusals = {
  email_taken: 409,
  wrong_credentials: 401,
  password_too_short: 400,
  password_too_long: 400,
  password_common: 400,
  invalid_name: 400,
  invalid_email: 400,
  too_many_tries: 429,
  signups_closed: 403,
  link_unknown: 400,
  link_expired: 400,
  link_replaced: 400,
  link_of_another: 409,
} as const;
export type RefusalCode = keyof typeof refusals;

const timezone = z.optional(z.string().check(z.maxLength(limits.timezone)));
// Only the outer bounds stand here; what makes a good name, address or password is decided in `rules.ts`, where the
// form asks too and every fault has a sentence of its own.
const credentials = {
  email: z.string().check(z.maxLength(1000)),
  password: z.string().check(z.maxLength(4000)),
  timezone,
};

const user = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  email_verified: z.boolean(),
});

const profile = z.strictObject({
  user_id: z.uuid(),
  full_name: z.string(),
  avatar_url: z.nullable(z.string()),
  slug: z.nullable(z.string()),
  is_new: z.boolean(),
  created_at: z.iso.datetime(),
});

/** What a page may know of its session: the tokens stay in HttpOnly cookies (R-A6). `expires_at` is in Unix seconds. */
export const signedIn = z.strictObject({
  user,
  profile,
  session: z.strictObject({ expires_at: z.int() }),
  /** What waits until the address is verified: mails to others, and things from others (R-A3). */
  waiting: z.strictObject({ messages: z.int(), things: z.int() }),
});
export type SignedIn = z.infer<typeof signedIn>;

/** The Session entity, for clients that keep their own tokens (R-A6). Times in seconds. */
const tokenSession = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
  expires_at: z.int(),
  token_type: z.literal('bearer'),
  user,
});

export const operations = {
  'POST /api/auth/sign-up': operation({
    summary: 'Create an account with its profile and a session',
    access: 'anyone',
    body: z.strictObject({ full_name: z.string().check(z.maxLength(1000)), ...credentials }),
    answer: signedIn,
    refusals: [
      'email_taken',
      'password_too_short',
      'password_too_long',
      'password_common',
      'invalid_name',
      'invalid_email',
      'too_many_tries',
      'signups_closed',
    ],
  }),
  'POST /api/auth/sign-in': operation({
    summary: 'Sign in with e-mail and password; the tokens come as cookies',
    access: 'anyone',
    body: z.strictObject(credentials),
    answer: signedIn,
    refusals: ['wrong_credentials', 'too_many_tries'],
  }),
  'POST /api/auth/sign-out': operation({
    summary: 'End the session of this request',
    access: 'session',
    answer: z.strictObject({ ended: z.boolean() }),
  }),
  'GET /api/auth/user': operation({
    summary: 'Who is signed in',
    access: 'session',
    answer: signedIn,
  }),
  'POST /api/auth/refresh': operation({
    summary: 'Renew the session by the refresh cookie',
    access: 'anyone',
    answer: z.strictObject({ expires_at: z.int() }),
  }),
  'POST /api/auth/token': operation({
    summary: 'A session as JSON for clients that are no browser: by password, or by a refresh token',
    access: 'anyone',
    body: z.discriminatedUnion('grant_type', [
      z.strictObject({ grant_type: z.literal('password'), ...credentials }),
      z.strictObject({
        grant_type: z.literal('refresh_token'),
        refresh_token: z.string().check(z.maxLength(200)),
      }),
    ]),
    answer: tokenSession,
    refusals: ['wrong_credentials', 'too_many_tries'],
  }),
  'POST /api/auth/verify': operation({
    summary: 'Prove the own address by the token of a mailed link',
    access: 'session',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    answer: z.strictObject({ email: z.string() }),
    refusals: ['link_unknown', 'link_expired', 'link_replaced', 'link_of_another'],
  }),
  'POST /api/auth/resend-verification': operation({
    summary: 'Send the verification mail again; older links stop working',
    access: 'session',
    answer: z.strictObject({
      email: z.string(),
      /** False when the address is verified already. */
      sent: z.boolean(),
    }),
    refusals: ['too_many_tries'],
  }),
} as const;
