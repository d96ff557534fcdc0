import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { ownId, uuid } from '#platform/http/payload-contract.ts';
import { limits, scopes, tokenSources, type refusals } from './constants.ts';

export type RefusalCode = keyof typeof refusals;
export type Scope = (typeof scopes)[number];
export type TokenSource = (typeof tokenSources)[number];

/** A token, as the settings list it. The token itself is shown once, in the response that creates it. */
export const apiToken = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** `cli`: created by the command line. */
  source: z.enum(tokenSources),
  created_at: z.iso.datetime(),
  /** Null: never. */
  expires_at: z.nullable(z.iso.datetime()),
  /** The last request that the token was accepted for; null if there was none. */
  last_used_at: z.nullable(z.iso.datetime()),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

/** What the user chooses. */
export const newApiToken = z.strictObject({
  user_id: ownId,
  name: z.string().check(z.maxLength(300)),
  scopes: z.array(z.enum(scopes)).check(z.minLength(1), z.maxLength(scopes.length)),
  /** Days until it expires; null: never. */
  days: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(limits.maxDays))), limits.defaultDays),
});
export type NewApiToken = z.infer<typeof newApiToken>;

export const createdApiToken = z.strictObject({
  /** Send it as `Authorization: Bearer`. Only this response contains it. */
  token: z.string(),
  row: apiToken,
});
export type CreatedApiToken = z.infer<typeof createdApiToken>;

export const operations = {
  'GET /api/api_tokens': operation({
    summary: "The caller's API tokens, newest first, without the tokens themselves",
    access: 'session',
    response: z.strictObject({ rows: z.array(apiToken) }),
  }),
  'POST /api/api_tokens': operation({
    summary: 'Create an API token; the response is the only one that contains it',
    description:
      'A token reaches the operations that name one of its scopes, and no others. If the response is lost, end the token and create another. Expired tokens are removed.',
    access: 'session',
    body: newApiToken,
    response: createdApiToken,
    refusals: ['confirmation_needed', 'name_required', 'name_too_long', 'too_many_tokens'],
  }),
  'DELETE /api/api_tokens/:id': operation({
    summary: 'End an API token immediately',
    access: 'session',
    params: z.strictObject({ id: uuid }),
    response: z.strictObject({ ended: z.boolean() }),
  }),
} as const;
