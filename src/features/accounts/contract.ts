import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { anyTimeZone, ignored, newRowId, ownId, uuid } from '#platform/http/payload-contract.ts';
import { beginnings, limits } from './constants.ts';

/** Refusal codes of these operations with their HTTP status. The messages are in `texts.ts`. */
export const refusals = {
  email_taken: 409,
  wrong_credentials: 401,
  password_too_short: 400,
  password_too_long: 400,
  password_common: 400,
  invalid_name: 400,
  invalid_email: 400,
  /** The link that would prove an address is no longer valid. */
  proof_invalid: 400,
  too_many_tries: 429,
  signups_closed: 403,
  /** The operator has switched passwords off: the provider and passkeys open accounts. */
  passwords_off: 403,
  link_unknown: 400,
  link_expired: 400,
  link_replaced: 400,
  link_of_another: 409,
  undo_unknown: 400,
  undo_expired: 400,
  wrong_password: 403,
  /** The password alone opens nothing of this account (R-Q2). */
  second_factor_needed: 401,
  wrong_code: 401,
  /** The account has a second factor, and the session proved too long ago who uses it (R-Q2). */
  confirmation_needed: 403,
  password_needed: 403,
  no_password: 409,
  /** The payment provider did not end a subscription, so the account was not deleted (R-A12). */
  subscription_not_canceled: 503,
  primary_email: 409,
  email_added: 409,
  email_unverified: 409,
  too_many_emails: 409,
  address_taken: 409,
  id_taken: 409,
  feedback_required: 400,
  feedback_too_long: 400,
} as const;
export type RefusalCode = keyof typeof refusals;

const timezone = z.optional(anyTimeZone);
// These schemas check outer bounds only. `rules.ts` validates names, addresses and passwords for the form and the
// server, with a separate message for each problem.
const credentials = {
  email: z.string().check(z.maxLength(500)),
  password: z.string().check(z.maxLength(1000)),
  timezone,
};

/** A code of the authenticator app or a recovery code, for an account that the password alone does not open (R-Q2). */
const code = z.optional(z.string().check(z.maxLength(100)));

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
  /** The public page at the slug is on (R-F5). */
  is_public: z.boolean(),
  is_new: z.boolean(),
  created_at: z.iso.datetime(),
});

/** What a page may know about its session. The tokens stay in HttpOnly cookies (R-A6). `expires_at`: Unix seconds. */
export const signedIn = z.strictObject({
  user,
  profile,
  session: z.strictObject({ expires_at: z.int() }),
  /** What waits until the address is verified: emails to other people, and items from them (R-A3). */
  waiting: z.strictObject({ messages: z.int(), things: z.int() }),
});
export type SignedIn = z.infer<typeof signedIn>;

const recovered = z.extend(signedIn, {
  /** The address was unverified until now, so what an earlier holder could have prepared was removed (R-A4). */
  taken_over: z.boolean(),
});

/** A session of the user, as the settings list it. */
const session = z.strictObject({
  id: z.uuid(),
  /** Whether this request uses the session. */
  current: z.boolean(),
  signed_in_at: z.iso.datetime(),
  /** Null: it began before this was recorded. */
  began_by: z.nullable(z.enum(beginnings)),
  last_used_at: z.iso.datetime(),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** API tokens and connected apps that were added in it and still work: they end with it. */
  tokens: z.int(),
});
export type Session = z.infer<typeof session>;

/** An address of the user. The primary one, used to sign in, has the user's id. */
const userEmail = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  email: z.string(),
  is_primary: z.boolean(),
  verified: z.boolean(),
  created_at: z.iso.datetime(),
});
export type UserEmail = z.infer<typeof userEmail>;
/** Primary first, then by address. */
const userEmails = z.strictObject({
  rows: z.array(userEmail),
  /** Without one, the session confirms instead who makes an address the primary one. */
  has_password: z.boolean(),
});

const id = z.strictObject({ id: uuid });
const password = z.string().check(z.maxLength(1000));
const mailedToken = z.string().check(z.maxLength(200));

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
    body: z.strictObject({
      full_name: z.string().check(z.maxLength(300)),
      ...credentials,
      /** If left out, it is the address that `proof` was sent to. */
      email: z.optional(credentials.email),
      /** The token of an emailed link, which proves the address that it was sent to (R-A3), and no other. */
      proof: z.optional(z.string().check(z.maxLength(limits.addressProof))),
    }),
    response: signedIn,
    refusals: [
      'email_taken',
      'password_too_short',
      'password_too_long',
      'password_common',
      'invalid_name',
      'invalid_email',
      'proof_invalid',
      'too_many_tries',
      'signups_closed',
      'passwords_off',
    ],
  }),
  'POST /api/auth/sign-in': operation({
    summary: 'Sign in with email and password; sets the tokens as cookies',
    access: 'anyone',
    body: z.strictObject({
      ...credentials,
      code,
      /** With a code: this browser is not asked for one for 30 days. */
      remember: z.optional(z.boolean()),
    }),
    response: signedIn,
    refusals: ['wrong_credentials', 'second_factor_needed', 'wrong_code', 'too_many_tries', 'passwords_off'],
  }),
  'POST /api/auth/sign-out': operation({
    summary: 'End the session of this request, found by its access token or else by the refresh cookie',
    access: 'anyone',
    response: z.strictObject({ ended: z.boolean() }),
    refusals: ['no_session'],
  }),
  'GET /api/auth/user': operation({
    summary: 'The signed-in user',
    access: 'session',
    response: signedIn,
  }),
  'POST /api/auth/refresh': operation({
    summary: 'Renew the session with the refresh cookie',
    access: 'anyone',
    response: z.strictObject({ expires_at: z.int() }),
    refusals: ['no_session'],
  }),
  'POST /api/auth/token': operation({
    summary: 'A session as JSON for clients other than browsers, by password or refresh token',
    description:
      'With `password`, the response has an access token for an hour and a refresh token. With `refresh_token`, it has the next pair, and the refresh token that was sent is used up: keep the new one. Using an old one again ends the session.',
    access: 'anyone',
    body: z.discriminatedUnion('grant_type', [
      z.strictObject({ grant_type: z.literal('password'), ...credentials, code }),
      z.strictObject({
        grant_type: z.literal('refresh_token'),
        refresh_token: z.string().check(z.maxLength(200)),
      }),
    ]),
    response: tokenSession,
    refusals: ['wrong_credentials', 'second_factor_needed', 'wrong_code', 'too_many_tries', 'passwords_off'],
  }),
  'POST /api/auth/verify': operation({
    summary: 'Verify a primary or extra address of the caller with the token of an emailed link',
    access: 'session',
    body: z.strictObject({ token: mailedToken }),
    response: z.strictObject({ email: z.string() }),
    refusals: ['link_unknown', 'link_expired', 'link_replaced', 'link_of_another', 'address_taken'],
  }),
  'POST /api/auth/resend-verification': operation({
    summary: 'Send the verification email again; older links stop working',
    access: 'session',
    response: z.strictObject({
      email: z.string(),
      /** False when the address is already verified. */
      sent: z.boolean(),
    }),
    refusals: ['too_many_tries'],
  }),
  'POST /api/auth/recover': operation({
    summary:
      'Email a link to set a new password; the response does not reveal whether the address has an account',
    access: 'anyone',
    body: z.strictObject({ email: credentials.email }),
    response: z.strictObject({ sent: z.literal(true) }),
    refusals: ['invalid_email', 'too_many_tries', 'passwords_off'],
  }),
  'POST /api/auth/recover/check': operation({
    summary: 'The address whose password the token of an emailed link sets; changes nothing',
    access: 'anyone',
    body: z.strictObject({ token: mailedToken }),
    response: z.strictObject({ email: z.string() }),
    refusals: ['passwords_off', 'link_unknown', 'link_expired', 'link_replaced'],
  }),
  'POST /api/auth/recover/complete': operation({
    summary: 'Set a new password with the token of an emailed link; starts a new session and ends all others',
    access: 'anyone',
    body: z.strictObject({ token: mailedToken, password, timezone, code }),
    response: recovered,
    refusals: [
      'passwords_off',
      'second_factor_needed',
      'wrong_code',
      'too_many_tries',
      'link_unknown',
      'link_expired',
      'link_replaced',
      'password_too_short',
      'password_too_long',
      'password_common',
    ],
  }),
  'PATCH /api/auth/user': operation({
    summary: 'Change the password of the caller; ends all other sessions',
    access: 'session',
    body: z.strictObject({ current_password: password, password }),
    /** The number of other sessions that ended. */
    response: z.strictObject({ ended: z.int() }),
    refusals: [
      'passwords_off',
      'confirmation_needed',
      'no_password',
      'wrong_password',
      'too_many_tries',
      'password_too_short',
      'password_too_long',
      'password_common',
    ],
  }),
  'GET /api/auth/sessions': operation({
    summary: 'The sessions of the caller, last used first',
    access: 'session',
    response: z.strictObject({ rows: z.array(session) }),
  }),
  'DELETE /api/auth/sessions/:id': operation({
    summary: 'End one session of the caller, with the API tokens and connected apps added in it',
    access: 'session',
    params: id,
    response: z.strictObject({ ended: z.boolean() }),
  }),
  'DELETE /api/auth/sessions': operation({
    summary:
      'End all sessions of the caller except the one of this request, with the API tokens and connected apps added in them',
    access: 'session',
    response: z.strictObject({ ended: z.int() }),
  }),
  'GET /api/user_emails': operation({
    summary: 'The addresses of the caller: the primary one first, then the extra ones',
    access: 'session',
    response: userEmails,
  }),
  'POST /api/user_emails': operation({
    summary: 'Add an extra address and email a verification link to it; safe to repeat with the same id',
    access: 'session',
    body: z.strictObject({
      id: newRowId,
      user_id: ownId,
      email: credentials.email,
      is_primary: ignored,
      verified: ignored,
    }),
    response: userEmail,
    refusals: ['invalid_email', 'email_added', 'too_many_emails', 'too_many_tries', 'id_taken'],
  }),
  'POST /api/user_emails/:id/resend': operation({
    summary: 'Send the verification email of an extra address again; older links to it stop working',
    access: 'session',
    params: id,
    response: z.strictObject({
      email: z.string(),
      /** False when the address is already verified. */
      sent: z.boolean(),
    }),
    refusals: ['too_many_tries'],
  }),
  'DELETE /api/user_emails/:id': operation({
    summary: 'Remove an extra address',
    access: 'session',
    params: id,
    response: userEmails,
    refusals: ['primary_email'],
  }),
  'POST /api/user_emails/:id/primary': operation({
    summary:
      'Make a verified address the one to sign in with; notifies the old address with a link to undo the change',
    access: 'session',
    params: id,
    body: z.strictObject({ password: z.optional(password) }),
    response: userEmails,
    refusals: ['confirmation_needed', 'wrong_password', 'too_many_tries', 'email_unverified'],
  }),
  'POST /api/auth/undo-email-change': operation({
    summary: 'Restore an address as the primary one with the token emailed to it; ends every session',
    access: 'anyone',
    body: z.strictObject({ token: mailedToken }),
    response: z.strictObject({
      email: z.string(),
      /** For `POST /api/auth/recover/complete`: the account has no password until a new one is set. */
      recover: z.string(),
    }),
    refusals: ['undo_unknown', 'undo_expired'],
  }),
  'POST /api/functions/v1/delete-account': operation({
    summary: 'Delete the account and everything in it, immediately and permanently',
    description:
      'Not possible while a subscription is running. When the sign-in is older than an hour, the password must be sent.',
    access: 'session',
    /** The password is required when the sign-in is older than an hour. */
    body: z.nullish(z.strictObject({ password: z.optional(password) })),
    response: z.strictObject({ deleted: z.literal(true) }),
    refusals: [
      'password_needed',
      'wrong_password',
      'confirmation_needed',
      'too_many_tries',
      'subscription_not_canceled',
    ],
  }),
  'POST /api/feedback': operation({
    summary: 'Send feedback to the operator; safe to repeat with the same id',
    access: 'session',
    // A long message, in any script, however the client escapes it.
    bodyLimit: 80 * 1024,
    body: z.strictObject({
      id: newRowId,
      user_id: ownId,
      message: z.string().check(z.maxLength(12_000)),
      user_email: ignored,
      user_name: ignored,
    }),
    response: z.strictObject({ id: z.uuid() }),
    refusals: ['feedback_required', 'feedback_too_long', 'too_many_tries', 'id_taken'],
  }),
} as const;
