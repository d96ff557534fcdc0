import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';
import { limits, type outcomes, type refusals } from './constants.ts';

export type RefusalCode = keyof typeof refusals;
export type Outcome = (typeof outcomes)[number];

const identity = z.strictObject({
  id: z.uuid(),
  /** What the person recognizes it by: their address at the provider, or another name. */
  label: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
});
export type Identity = z.infer<typeof identity>;

/** The provider of this instance, and the caller's identity there. */
const connection = z.strictObject({
  /** What to call it. Null: this instance has none. */
  provider: z.nullable(z.string()),
  /** Null: not connected. */
  identity: z.nullable(identity),
});
export type Connection = z.infer<typeof connection>;

const parameter = (longest: number) => z.optional(z.string().check(z.maxLength(longest)));

export const operations = {
  'GET /api/auth/provider': operation({
    summary: 'Go to the provider to sign in; a page for browsers, which come back to the sign-in page',
    access: 'anyone',
    redirects: true,
  }),
  'GET /api/auth/provider/callback': operation({
    summary: 'Where the provider sends the browser back to; leads to the sign-in page',
    description: `Only for the browser that went there, once, within ${limits.flowMinutes} minutes.`,
    access: 'anyone',
    // Providers may add more.
    query: z.looseObject({
      state: parameter(1000),
      code: parameter(8000),
      error: parameter(300),
      iss: parameter(1000),
    }),
    redirects: true,
  }),
  'POST /api/auth/provider': operation({
    summary:
      'Where the browser goes to connect the provider to the account, or to confirm who uses this session',
    access: 'session',
    readsOnly: true,
    body: z.strictObject({ purpose: z.enum(['connect', 'confirm']) }),
    response: z.strictObject({ url: z.string() }),
    refusals: ['provider_away', 'confirmation_needed'],
  }),
  'GET /api/provider_identity': operation({
    summary: 'The provider of this instance, and whether it is connected to the account',
    access: 'session',
    response: connection,
  }),
  'DELETE /api/provider_identity/:id': operation({
    summary: 'Disconnect the provider; ends the other sessions that it began',
    description: 'Refused for the last way to sign in.',
    access: 'session',
    params: z.strictObject({ id: uuid }),
    response: z.strictObject({ disconnected: z.literal(true) }),
    refusals: ['confirmation_needed', 'last_way'],
  }),
} as const;
