import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';
import type { cliScopes, refusals } from './constants.ts';

export type RefusalCode = keyof typeof refusals;
export type CliScope = (typeof cliScopes)[number];

/** A sign-in that waits for the decision of the user who typed its code. */
export const cliLogin = z.strictObject({
  id: z.uuid(),
  /** What the program calls the machine. */
  name: z.string(),
  /** Where its request came from. */
  ip: z.string(),
  /** Whether the user's own request comes from the same network. */
  same_network: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type CliLogin = z.infer<typeof cliLogin>;

const id = z.strictObject({ id: uuid });
const secret = z.string().check(z.maxLength(100));

export const operations = {
  'POST /api/cli_logins': operation({
    summary: 'Start a sign-in of the command line, which its user approves in the browser (RFC 8628)',
    description:
      'Show `user_code` and `verification_uri` to the user, and ask for the result every `interval` seconds with `device_code`.',
    access: 'anyone',
    body: z.strictObject({
      /** What the token is called, such as the name of the machine. */
      name: z.string().check(z.maxLength(300)),
    }),
    response: z.strictObject({
      device_code: z.string(),
      user_code: z.string(),
      verification_uri: z.string(),
      /** Seconds. */
      expires_in: z.int(),
      interval: z.int(),
    }),
    refusals: ['name_required', 'name_too_long', 'too_many_tries'],
  }),
  'POST /api/cli_logins/token': operation({
    summary: 'The API token of an approved sign-in, once',
    access: 'anyone',
    body: z.strictObject({ device_code: secret }),
    response: z.strictObject({
      token: z.string(),
      /** The account of the user who approved it. */
      email: z.string(),
    }),
    refusals: ['authorization_pending', 'access_denied', 'expired_token'],
  }),
  'POST /api/cli_logins/end': operation({
    summary: 'End the API token in the body, as its holder',
    access: 'anyone',
    body: z.strictObject({ token: secret }),
    /** False if there was no such token. */
    response: z.strictObject({ ended: z.boolean() }),
  }),
  'POST /api/cli_logins/find': operation({
    summary: 'The sign-in whose code the user has typed',
    access: 'session',
    body: z.strictObject({ code: secret }),
    response: cliLogin,
    refusals: ['unknown_code', 'too_many_tries'],
  }),
  'POST /api/cli_logins/:id/approve': operation({
    summary: 'Approve a sign-in whose code the caller has typed: the program gets an API token',
    access: 'session',
    params: id,
    response: z.strictObject({ name: z.string() }),
    refusals: ['confirmation_needed', 'login_over', 'too_many_tokens'],
  }),
  'POST /api/cli_logins/:id/refuse': operation({
    summary: 'Refuse a sign-in whose code the caller has typed',
    access: 'session',
    params: id,
    response: z.strictObject({ name: z.string() }),
    refusals: ['login_over'],
  }),
} as const;
