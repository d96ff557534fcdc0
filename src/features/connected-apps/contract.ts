import * as z from 'zod/mini';
import { scopes } from '#features/api-tokens/constants.ts';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';
import { audiences, limits, type refusals } from './constants.ts';

export type RefusalCode = keyof typeof refusals;
export type Audience = (typeof audiences)[number];

/** A program that the user has allowed to use the log. */
export const connectedApp = z.strictObject({
  id: z.uuid(),
  /** As the program calls itself. */
  name: z.string(),
  /** Whose it is, as far as its address proves it; null: nothing does. */
  host: z.nullable(z.string()),
  scopes: z.array(z.enum(scopes)),
  audience: z.enum(audiences),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
});
export type ConnectedApp = z.infer<typeof connectedApp>;

/** A program that asks for permission. */
export const appRequest = z.strictObject({
  name: z.string(),
  host: z.nullable(z.string()),
  /** Where the browser goes next: a host, or null for a program on the user's device. */
  returns_to: z.nullable(z.string()),
  scopes: z.array(z.enum(scopes)),
  audience: z.enum(audiences),
});
export type AppRequest = z.infer<typeof appRequest>;

const id = z.strictObject({ id: z.string().check(z.regex(/^[\w-]{20,64}$/)) });
/** Where the browser goes on. */
const next = z.strictObject({ continue: z.url() });

export const operations = {
  'GET /api/connected_apps': operation({
    summary: 'The apps that the caller has connected, newest first',
    access: 'session',
    response: z.strictObject({ rows: z.array(connectedApp) }),
  }),
  'DELETE /api/connected_apps/:id': operation({
    summary: 'End a connection and its tokens immediately',
    access: 'session',
    params: z.strictObject({ id: uuid }),
    response: z.strictObject({ ended: z.boolean() }),
  }),
  'GET /api/app_requests/:id': operation({
    summary: 'What an app asks for, in the browser in which it asked',
    access: 'session',
    params: id,
    response: appRequest,
    refusals: ['request_over'],
  }),
  'POST /api/app_requests/:id/allow': operation({
    summary: 'Connect the app; the second of two calls changes nothing',
    access: 'session',
    params: id,
    body: z.strictObject({
      scopes: z.array(z.enum(scopes)).check(z.minLength(1), z.maxLength(scopes.length)),
      days: z._default(z.int().check(z.minimum(1), z.maximum(limits.maxDays)), limits.defaultDays),
    }),
    response: next,
    refusals: ['request_over', 'confirmation_needed', 'too_many_apps', 'too_many_tries', 'scopes_not_asked'],
  }),
  'POST /api/app_requests/:id/refuse': operation({
    summary: 'Refuse the app',
    access: 'session',
    params: id,
    response: next,
    refusals: ['request_over'],
  }),
} as const;
